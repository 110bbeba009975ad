"""What the documentation shows in Python works, and so do the examples."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", ["docs/book/python.md", "README.md"])
def test_pages(page, tmp_path, monkeypatch):
    for needed in ("pandas", "matplotlib", "scipy"):
        pytest.importorskip(needed)
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page"}
    text = (ROOT / page).read_text()
    if scenario := re.search(r"^`masses.yaml`.*?^```yaml\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        Path("masses.yaml").write_text(scenario.group(1))
    blocks = BLOCK.findall(text)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), names)


@pytest.mark.parametrize("file", sorted((ROOT / "examples/python").glob("*.py")), ids=lambda file: file.stem)
def test_examples(file, tmp_path):
    for needed in ("pandas", "matplotlib", "scipy"):
        pytest.importorskip(needed)
    done = subprocess.run([sys.executable, "-B", file], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr and done.stdout, done.stderr
