"""What a result gives, and that it is what the command line gives."""

import gc

import numpy as np
import pytest

import accordo as ac


def test_the_command_line_gives_the_same_rows(program, masses, tmp_path):
    import subprocess

    (tmp_path / "masses.yaml").write_text("""units:
  left: {equations: {parameters: {m: 5, c: 1e4, d: 10}, states: {x: -1, v: 0}, inputs: {F: -20000},
    der: {x: v, v: (-c*x - d*v + F)/m}, outputs: {x: x, v: v}}}
  right: {equations: {parameters: {m: 80, c: 1e4, d: 10}, states: {y: -3, w: 0}, inputs: {x: -1, v: 0, push: 0},
    der: {y: w, w: (-1e5*y - 40*w - c*(y - x) - d*(w - v) + push)/m}, outputs: {F: c*(y - x) + d*(w - v)}}}
connections: [left.x -> right.x, left.v -> right.v, right.F -> left.F]
experiment: {stop: 2, tolerance: 1e-4}
""")
    subprocess.run([program, "run", "-q", "masses.yaml"], cwd=tmp_path, check=True)
    written = np.genfromtxt(tmp_path / "masses.csv", delimiter=",", names=True, deletechars="")
    for r in (ac.run(masses, stop=2, tolerance=1e-4), ac.run(tmp_path / "masses.yaml")):
        assert np.array_equal(r.time, written["time"])
        for name in r:
            assert np.array_equal(r[name], written[name]), name
        r.save(tmp_path / "again.csv")
        assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "masses.csv").read_bytes()


def test_arrays_are_the_librarys_memory_and_outlive_the_result(masses):
    r = ac.run(masses, stop=2)
    x, again = r["left.x"], r["left.x"]
    assert np.shares_memory(x, again) and not x.flags.writeable and not x.flags.owndata
    before = x.copy()
    del r, again
    gc.collect()
    assert np.array_equal(x, before)


def test_values_between_rows(masses):
    r = ac.run(masses, stop=2, tolerance=1e-6)
    fine = ac.run(masses, stop=2, tolerance=1e-10, output_points=[0.1234, 1.7])
    assert np.allclose(r.at([0.1234, 1.7], "left.x"), fine["left.x"], atol=1e-5)
    assert np.array_equal(r.at(r.time, "left.x"), r["left.x"])
    assert r.at(1.0, "left.x").shape == () and r.at([[0, 1], [1, 2]], "left.x").shape == (2, 2)
    with pytest.raises(ac.ScenarioError, match="3.*outside.*\n.*0 to 2"):
        r.at(3, "left.x")


def test_errors_of_signals(masses):
    r = ac.run(masses, stop=2, tolerance=1e-4)
    exact = ac.run(masses, stop=2, tolerance=1e-10)
    off = r.at(r.time, "left.x") - exact.at(r.time, "left.x")
    assert r.error("left.x").largest == abs(r.errors("left.x")).max()
    assert abs(off - r.errors("left.x")).max() < 0.5 * abs(off).max()
    unknown = ac.run(masses, stop=0.1, step=1e-3, method="jacobi")
    assert unknown.error("left.x") is None and unknown.errors("left.x") is None


def test_other_tools(masses, tmp_path):
    pandas = pytest.importorskip("pandas")
    xarray = pytest.importorskip("xarray")
    r = ac.run(masses, stop=1)
    frame = r.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame) == r.signals and frame.index.name == "time"
    data = r.to_xarray()
    assert isinstance(data, xarray.Dataset) and np.array_equal(data["left.x"], r["left.x"])
    r.save(tmp_path / "r.npz")
    assert np.array_equal(np.load(tmp_path / "r.npz")["left.x"], r["left.x"])


def test_plots_have_bands_where_errors_are_known(masses):
    pytest.importorskip("matplotlib").use("Agg")
    import matplotlib.pyplot as pyplot

    r = ac.run(masses, stop=1)
    _, axes = pyplot.subplots()
    assert r.plot("left.x", ax=axes) is axes and len(axes.lines) == 1 and len(axes.collections) == 1
    _, axes = pyplot.subplots()
    assert len(r.plot(ax=axes, errors=False).lines) == 3 and not axes.collections
    pyplot.close("all")


def test_pages(masses, tmp_path):
    r = ac.run(masses, stop=1)
    r.report(tmp_path / "r.html")
    assert "left.x" in (tmp_path / "r.html").read_text()
    assert r._repr_html_().startswith("<iframe srcdoc=") and "<script" not in r._repr_html_()
    with pytest.raises(ac.OutputError, match="cannot write"):
        r.report(tmp_path / "none" / "r.html")


def test_what_is_known_about_a_run(masses):
    r = ac.run(masses, stop=2, tolerance=1e-4)
    assert r.done and r.status == "done" and r.failure is None and r.raise_for_failure() is r
    assert r.verdict.level == "trustworthy" and isinstance(r.verdict.reasons[0], ac.Reason)
    assert r.statistics.macro_steps + 1 == len(r) == r.steps["steps"].sum() + 1
    assert r.statistics.counters()["macro_steps"] == r.statistics.macro_steps
    assert r.metadata["settings"]["tolerance"] == 1e-4
    assert "left.x" in r and "left.y" not in r and dict(r).keys() == set(r.signals)
    assert repr(r).startswith("<accordo.Result: t = 0 to 2, ")


def test_a_wrong_name_is_told_with_the_right_one(masses):
    r = ac.run(masses, stop=0.1)
    with pytest.raises(KeyError, match="'left.y' was not recorded; did you mean 'left.[xv]'"):
        r["left.y"]
    with pytest.raises(TypeError, match="signal: 3 is of type int"):
        r[3]
