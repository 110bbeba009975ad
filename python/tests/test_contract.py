"""The package as it was promised: contract.py, word for word. What is there is kept."""

import shutil
from pathlib import Path

import pytest

import accordo as ac


def test_the_contract(left_fmu, tmp_path, monkeypatch):
    for needed in ("pandas", "matplotlib"):
        pytest.importorskip(needed)
    shutil.copy(left_fmu, tmp_path)
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "contract"}
    exec(compile((Path(__file__).parent / "contract.py").read_text(), "contract.py", "exec"), names)
    assert names["r"].done and len(names["r"].time) == 61
    assert (tmp_path / "room.csv").exists() and (tmp_path / "room.html").exists()
    table = names["table"]
    assert len(table) == 600 and (table["status"] == "done").all() and table["peak"].nunique() == 600
    assert table.groupby("left.m")["peak"].count().tolist() == [200, 200, 200]
    assert [run.status for run in names["comparison"].runs if run.method == "missiles"] == ["done", "done"]
    assert isinstance(names["state"], ac.Snapshot)
