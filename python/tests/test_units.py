"""Units in Python: what they give does not depend on how they are written, and every method takes them."""

import math
import sys
import traceback

import numpy as np
import pytest

import accordo as ac
from conftest import mass_in_python, masses_with, two_masses

METHODS = ["jacobi", "gauss-seidel", "iterative-jacobi", "iterative-gauss-seidel", "ifosmondi", "ifosmondi-jfm", "missiles",
           "f3ornits", "kubler-schiehlen", "busch", "monolithic"]  # fmt: skip


class Accumulator(ac.Unit):
    """x' = u with the input held; remembers in attributes."""

    inputs, outputs, rollback = {"u": 1.0}, ["x"], True

    def start(self):
        self.x = 0.0

    def step(self, t, h, u):
        self.x += h * u.u
        return {"x": self.x}


class Integral(ac.Unit):
    """The same exactly, with states."""

    inputs, outputs, states, input_degree = {"u": 1.0}, ["x"], {"x": 0.0}, 3

    def step(self, t, h, u):
        self.x += h / 6 * (u.at(0).u + 4 * u.at(0.5).u + u.at(1).u)


def decay(integral):
    """x' = -x."""
    system = ac.System()
    system.add("integral", integral)
    system.add("minus", ac.Equations(inputs={"x": 0}, outputs={"y": "1 - x"}))
    system.connect("integral.x -> minus.x", "minus.y -> integral.u")
    return system


@pytest.mark.parametrize("method", METHODS)
def test_a_function_does_what_equations_do_with_every_method(method):
    settings = {"stop": 0.5, "method": method, "step": 1e-3}
    python = ac.run(masses_with(mass_in_python()), **settings)
    native = ac.run(two_masses(), **settings)
    assert python.done and np.allclose(python["left.x"], native["left.x"], atol=1e-6)


def test_it_may_answer_in_many_ways():
    def equations(x, v, F):
        return v, (-1e4 * x - 10 * v + F) / 5

    ways = [
        lambda t, x, u: (dict(zip("xv", equations(x.x, x["v"], u[0]))), dict(x=x.x, v=x.v)),
        lambda t, x, u: (list(equations(*x, *u)), np.array(x)),
        lambda t, x, u: (np.array(equations(*x, *u)), tuple(x)),
        lambda t, x, u: {"x": x.v, "v": np.float32(equations(*x, *u)[1]) if t < -1 else equations(*x, *u)[1]},
        lambda t, x, u: equations(*x, *u),
    ]
    results = []
    for function in ways:
        unit = ac.unit(states={"x": -1, "v": 0}, inputs={"F": -20000}, outputs=["x", "v"])(function)
        results.append(ac.run(masses_with(unit), stop=0.5, tolerance=1e-4)["left.x"])
    assert all(np.array_equal(results[0], other) for other in results)


def test_jacobians_take_the_place_of_differences():
    calls = []

    def jac(t, x, u):
        calls.append(t)
        return [[0, 1], [-2000, -2]], np.array([[0], [0.2]]), np.eye(2), [[0], [0]]

    known = ac.run(masses_with(mass_in_python(jac=jac)), stop=0.5, tolerance=1e-4)
    found = ac.run(masses_with(mass_in_python()), stop=0.5, tolerance=1e-4)
    assert calls and np.allclose(known["left.x"][-1], found["left.x"][-1], atol=1e-6)


def test_parameters_and_first_states_can_be_set():
    @ac.unit(states={"x": 1.0}, parameters={"k": 1.0})
    def shrink(t, x, u, p):
        return {"x": -p.k * x.x}

    system = ac.System().add("a", shrink).set("a.k", 2).set("a.x", 3)
    assert ac.run(system, stop=1, tolerance=1e-8)["a.x"][-1] == pytest.approx(3 * math.exp(-2), rel=1e-6)
    with pytest.raises(ValueError, match="'kk'.*did you mean 'k'"):
        system.set("a.kk", 2)


def test_feed_through_is_found():
    @ac.unit(states={"x": 0.0}, inputs={"a": 0.0, "b": 0.0}, outputs=["y", "z", "w"])
    def mixed(t, x, u):
        return {"x": u.a}, {"y": x.x * u.a, "z": max(u.b, 0.0), "w": x.x}

    assert mixed._feed_through() == [("y", "a"), ("z", "b")]
    system = ac.System().add("gain", ac.unit(inputs={"u": 0}, outputs=["y"])(lambda t, x, u: {"y": 2 * u.u}))
    system.add("source", ac.Equations(outputs={"y": "sin(t)"})).connect("source.y -> gain.u")
    r = ac.run(system, stop=1, step=0.1)
    assert np.allclose(r["gain.y"], 2 * np.sin(r.time), atol=1e-12)


@pytest.mark.parametrize("unit", [Accumulator, Integral])
@pytest.mark.parametrize("method", ["jacobi", "gauss-seidel", "iterative-jacobi", "missiles"])
def test_objects_take_part_in_methods(unit, method):
    r = ac.run(decay(unit()), stop=1, step=1e-2, method=method)
    assert r.done and r["integral.x"][-1] == pytest.approx(1 - math.exp(-1), abs=1e-2)


def test_an_object_that_cannot_go_back_is_refused_by_methods_that_repeat_steps():
    class Forward(Accumulator):
        rollback = False

    with pytest.raises(ac.ScenarioError, match="integral.*rollback|rollback.*integral|cannot"):
        ac.run(decay(Forward()), stop=1, step=1e-2, method="iterative-jacobi")
    assert ac.run(decay(Forward()), stop=1, step=1e-2, method="jacobi").done


def test_going_back_leaves_attributes_as_they_were():
    seen = []

    class Watched(Accumulator):
        def step(self, t, h, u):
            answer = super().step(t, h, u)
            self.log = [*getattr(self, "log", []), t]
            seen.append(t)
            return answer

    unit = Watched()
    r = ac.run(decay(unit), stop=1, step=0.1, method="iterative-jacobi")
    assert len(seen) > len(unit.log) == r.statistics.macro_steps, "rejected steps leave no trace"
    assert unit.x == r["integral.x"][-1]


def test_save_and_restore_of_its_own():
    class Own(Accumulator):
        rollback = False

        def save(self):
            return self.x

        def restore(self, saved):
            self.x = saved

    own, copied = (ac.run(decay(u), stop=1, step=0.1, method="iterative-jacobi") for u in (Own(), Accumulator()))
    assert np.array_equal(own["integral.x"], copied["integral.x"])


def failing(t, x, u):
    if t > 0.3:
        raise ZeroDivisionError("enough")
    return {"x": 1.0}


def test_exceptions_keep_their_traceback_and_the_rows():
    system = ac.System().add("bad", ac.unit(states={"x": 0.0})(failing))
    with pytest.warns(ac.RunFailed, match="bad"):
        r = ac.run(system, stop=1, step=0.1, method="jacobi")
    assert not r.done and r.failure.unit == "bad" and 0.1 < r.time[-1] <= 0.4 and len(r) > 2
    with pytest.raises(ac.UnitError, match="'bad'.*ZeroDivisionError: enough.*test_units.py:") as caught:
        r.raise_for_failure()
    cause = caught.value.__cause__
    assert isinstance(cause, ZeroDivisionError) and caught.value.result is r
    assert traceback.extract_tb(cause.__traceback__)[-1].name == "failing"
    with ac.open(system, stop=1, step=0.1, method="jacobi") as run:
        with pytest.raises(ac.UnitError) as caught:
            run.advance_to(1)
        assert isinstance(caught.value.__cause__, ZeroDivisionError) and caught.value.unit == "bad"
        assert run.result().failure.exception is caught.value.__cause__


def test_objects_that_cannot_start():
    class Bad(Accumulator):
        def start(self):
            raise RuntimeError("no licence")

    with pytest.raises(ac.UnitError, match="'integral' failed at its start: RuntimeError: no licence") as caught:
        ac.run(decay(Bad()), stop=1, step=0.1)
    assert isinstance(caught.value.__cause__, RuntimeError)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({"y": 1.0}, "'x' is missing; expected are 'x'"),
        ({"x": 1.0, "y": 1.0}, "there is more"),
        ([1.0, 2.0], "has 2 values; expected are 'x'"),
        ({"x": "one"}, "'x' is 'one'; it must be a number"),
        (None, "neither a dict nor a sequence"),
    ],
)
def test_wrong_answers_are_told(answer, message):
    system = ac.System().add("bad", ac.unit(states={"x": 0.0})(lambda t, x, u: answer))
    try:
        with pytest.warns(ac.RunFailed):
            ac.run(system, stop=1, step=0.1).raise_for_failure()
    except ac.UnitError as error:
        assert message in str(error)
    else:
        pytest.fail("it was taken")


def test_isolated_units_work():
    for system in (masses_with(mass_in_python()), decay(Accumulator())):
        settings = {"stop": 0.1, "step": 1e-2, "method": "jacobi"}
        here, apart = ac.run(system, **settings), ac.run(system, isolate=True, **settings)
        for name in here:
            assert np.array_equal(here[name], apart[name])


def test_threads_work():
    system = masses_with(mass_in_python())
    one, two = (ac.run(system, stop=0.2, tolerance=1e-4, threads=n) for n in (1, 2))
    assert np.array_equal(one["left.x"], two["left.x"])


def test_a_unit_may_run_a_system_of_its_own():
    class Inner(Accumulator):
        def step(self, t, h, u):
            inner = ac.run(decay(Integral()), stop=h, step=h, method="jacobi")
            self.x += inner["integral.x"][-1]
            return [self.x]

    assert ac.run(decay(Inner()), stop=0.3, step=0.1, method="jacobi").done


def test_nothing_is_left_after_runs():
    unit = mass_in_python()
    system = masses_with(unit)
    ac.run(system, stop=0.05)
    before = sys.getrefcount(unit.function)
    for _ in range(3):
        ac.run(system, stop=0.05)
    after = sys.getrefcount(unit.function)
    assert after == before
