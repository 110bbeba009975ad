"""Sweeps: the runs that are asked for, the same whoever makes them, failed ones included."""

import math
import os
import signal

import numpy as np
import pytest

import accordo as ac
from conftest import mass_in_python, masses_with

pandas = pytest.importorskip("pandas")


def test_grids_and_samples(masses):
    table = ac.sweep(masses, {"left.m": [4, 5, 6], "right.c": ac.uniform(9e3, 1.1e4), "left.x": [-1]}, samples=20, stop=0.05,
                     measure={"peak": lambda r: r["left.x"].max(), "end": "final(left.x)"})  # fmt: skip
    assert list(table)[:5] == ["left.m", "right.c", "left.x", "peak", "end"] and len(table) == 60
    assert table["left.m"].value_counts().to_dict() == {4: 20, 5: 20, 6: 20}
    assert table["right.c"].between(9e3, 1.1e4).all() and table["right.c"].nunique() == 60
    assert (table["status"] == "done").all() and (table["peak"] >= table["end"]).all()
    one = table.iloc[7]
    alone = ac.run(masses.copy().set("left.m", one["left.m"]).set("right.c", one["right.c"]), stop=0.05)
    assert alone["left.x"][-1] == one["end"]


def test_the_number_of_workers_does_not_matter(masses):
    vary = {"left.m": ac.normal(5, 0.1), "left.v": [0, 1]}
    one, two = (ac.sweep(masses, vary, samples=10, seed=3, stop=0.05, measure="max(left.x)", workers=n) for n in (1, 2))
    same = [name for name in one if name != "wall_seconds"]
    pandas.testing.assert_frame_equal(one[same], two[same])
    other = ac.sweep(masses, vary, samples=10, seed=4, stop=0.01, workers=1)
    assert not np.array_equal(one["left.m"], other["left.m"])


@pytest.mark.parametrize("distribution", [ac.uniform(2, 3), ac.loguniform(1e-3, 1e3), ac.normal(0, 1)])
def test_a_latin_hypercube_has_one_sample_in_each_part(distribution):
    from accordo._samples import draw

    n = 50
    drawn = draw({"a.x": distribution, "a.y": distribution}, n, 0, "latin")
    bounds = distribution.at(np.arange(n + 1) / n)
    for name in ("a.x", "a.y"):
        counts, _ = np.histogram([run[name] for run in drawn], bounds)
        assert (counts == 1).all()


def test_reductions():
    ramp = ac.System().add("a", ac.Equations(states={"x": 0}, der={"x": 1}, outputs={"x": "x", "d": "(x - 1)^2"}))
    names = ["max(a.x)", "min(a.x)", "mean(a.x)", "final(a.x)", "rms(a.x)", "integral(a.x)", "argmax(a.d)"]
    row = ac.sweep(ramp, {"a.x": [0]}, measure=names, stop=3, output_interval=1e-3).iloc[0]
    exact = [3, 0, 1.5, 3, math.sqrt(3), 4.5, 3]
    assert [row[name] for name in names] == pytest.approx(exact, rel=1e-5)


def test_failed_runs_are_rows():
    @ac.unit(states={"x": 1.0}, parameters={"k": 1.0})
    def shrink(t, x, u, p):
        if p.k == 2:
            raise ArithmeticError("two is too much")
        if p.k == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return {"x": -p.k * x.x}

    system = ac.System().add("a", shrink)
    table = ac.sweep(system, {"a.k": [1, 2, 3, 4]}, stop=1, measure={"x": "final(a.x)", "n": lambda r: 1 / (r["a.x"][0] - 1 + 4)},
                     workers=2)  # fmt: skip
    assert table["status"].tolist() == ["done", "unit-failed", "crashed", "done"]
    assert "two is too much" in table["error"][1] and table["x"].isna().tolist() == [False, True, True, False]
    broken = ac.sweep(system, {"a.k": [1]}, stop=1, measure={"x": lambda r: r["a.y"]}, workers=1)
    assert broken["status"][0] == "measure-failed" and "a.y" in broken["error"][0]


def test_interrupted_sweeps_return_what_is_done():
    def interrupt(done, of):
        if done == 3:
            os.kill(os.getpid(), signal.SIGINT)

    for workers in (1, 2):
        system, vary = masses_with(mass_in_python()), {"left.x": ac.uniform(-2, 2)}
        table = ac.sweep(system, vary, samples=2000, stop=0.01, workers=workers, progress=interrupt)
        assert 3 <= len(table) < 2000 and (table["status"] == "done").all()


def test_progress(masses):
    told = []
    ac.sweep(masses, {"left.m": [4, 5]}, stop=0.01, workers=1, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"vary": {"left.k": [1]}}, "'k'.*can be set|called 'k'"),
        ({"vary": {"left.m": ac.uniform(1, 2)}}, "samples: 'left.m' is random"),
        ({"vary": {"left.m": []}}, "no values for 'left.m'"),
        ({"vary": {"left.m": ["a"]}}, "'left.m': 'a'"),
        ({"vary": [1]}, "vary:"),
        ({"vary": {"left.m": [1]}, "workers": 0}, "workers: 0"),
        ({"vary": {"left.m": [1]}, "measure": "maximum(left.x)"}, "did you mean 'max'"),
        ({"vary": {"left.m": [1]}, "measure": "left.x"}, "form"),
        ({"vary": {"left.m": [1]}, "sampling": "lattice"}, "sampling: 'lattice'"),
        ({"vary": {"left.m": [1]}, "stopp": 1}, "did you mean 'stop'"),
    ],
)
def test_wrong_arguments(masses, arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        ac.sweep(masses, **{"stop": 0.01, **arguments})


def test_distributions_are_checked():
    for wrong in (lambda: ac.uniform(2, 1), lambda: ac.loguniform(0, 1), lambda: ac.normal(0, -1)):
        with pytest.raises(ValueError):
            wrong()
