"""Comparisons are those of the command line, of systems built in Python, too."""

import math

import pytest

import accordo as ac
from conftest import mass_in_python, masses_with


def test_methods_by_steps(masses, tmp_path):
    table = ac.compare(masses, methods=["jacobi", "missiles"], steps=[2e-3, 1e-3], stop=0.5)
    errors = {(run.method, run.step): run.error_percent for run in table.runs}
    assert errors["jacobi", 2e-3] / errors["jacobi", 1e-3] == pytest.approx(2, rel=0.2), "order 1"
    assert math.log2(errors["missiles", 2e-3] / errors["missiles", 1e-3]) > 3, "order 4"
    assert "missiles" in repr(table) and table.reference and "left.x" in table.signals
    table.report(tmp_path / "table.html")
    assert (tmp_path / "table.html").stat().st_size > 1e4 and table._repr_html_().startswith("<iframe")
    frame = pytest.importorskip("pandas") and table.to_pandas()
    assert len(frame) == 4 and (frame["macro_steps"] > 0).all()


def test_units_in_python_are_compared():
    table = ac.compare(masses_with(mass_in_python()), "jacobi", [1e-3], stop=0.1)
    assert [run.status for run in table.runs] == ["done"]


def test_wrong_arguments(masses):
    with pytest.raises(ac.ScenarioError, match="jacoby"):
        ac.compare(masses, ["jacoby"], [1e-3], stop=1)
    with pytest.raises(TypeError, match="a time in steps|steps"):
        ac.compare(masses, ["jacobi"], ["1e-3"], stop=1)
