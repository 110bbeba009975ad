#!/usr/bin/env python3
"""usage: try_fmus_test.py PROGRAM

What scripts/try-fmus must hold: every FMU of a folder gets one line with the right status, whatever it does to the
program; references are compared by the rules that the script states.
"""

import importlib.machinery
import importlib.util
import json
import math
import re
import stat
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "try-fmus"
PROGRAM = ""

# x' = -x: the exact curve is known.
DECAY = """
units:
  {name}:
    equations:
      states: {{x: 1}}
      inputs: {{u: 0}}
      der: {{x: {der}}}
      outputs: {{y: x}}
experiment: {{stop: 1, step: 0.01}}
"""


def load():
    loader = importlib.machinery.SourceFileLoader("try_fmus", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("try_fmus", loader))
    loader.exec_module(module)
    return module


class Folder(unittest.TestCase):
    """One folder of FMUs, tried once."""

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name) / "fmus"
        (cls.folder / "deeper").mkdir(parents=True)
        cls.export("good", "u - x", "deeper/good.fmu")
        cls.export("off", "u - x", "off.fmu")
        cls.export("still", "0 * u", "still.fmu")
        cls.export("driven", "u", "driven.fmu")
        (cls.folder / "broken.fmu").write_text("this is not an archive")
        for name in ("crashes", "hangs", "lies"):
            (cls.folder / f"{name}.fmu").write_bytes((cls.folder / "off.fmu").read_bytes())
        times = [k / 50 for k in range(51)]
        cls.reference("deeper/good", times, [math.exp(-t) for t in times])
        cls.reference("off", times, [math.exp(-t) + t for t in times])
        cls.reference("driven", times, [1 + t * t / 2 for t in times])
        (cls.folder / "driven_in.csv").write_text('"time","u"\n0,0\n1,1\n')
        cls.tried = cls.try_all()
        cls.first = cls.code, cls.text, cls.errors

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def export(cls, name, der, to):
        scenario = cls.folder / f"{name}.yaml"
        scenario.write_text(DECAY.format(name=name, der=der))
        subprocess.run([PROGRAM, "export", f"{scenario}#{name}", "-o", str(cls.folder / to)], check=True,
                       capture_output=True)

    @classmethod
    def reference(cls, name, times, values):
        rows = "".join(f"{t},{v!r},7\n" for t, v in zip(times, values))
        (cls.folder / f"{name}_ref.csv").write_text('"time","y","of no such signal"\n' + rows)
        (cls.folder / f"{name}_ref.opt").write_text("StartTime, 0\nStopTime, 1.0\nStepSize, 0.01\nRelTol, 0\n")

    @classmethod
    def program(cls):
        """Stands for a program that some FMUs bring down."""
        path = Path(cls.temporary.name) / "program"
        path.write_text(f'''#!/bin/sh
case "$2" in
  *crashes.fmu) kill -SEGV $$ ;;
  *hangs.fmu) trap "" TERM; while :; do sleep 1; done ;;
  *lies.fmu) [ "$1" = info ] || exit 0 ;;
esac
exec "{PROGRAM}" "$@"
''')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    @classmethod
    def try_all(cls, *more, folder=None):
        found = Path(cls.temporary.name) / "found.json"
        result = subprocess.run([SCRIPT, folder or cls.folder, "--accordo", cls.program(), "--seconds", "5", "--json", found,
                                 *more], capture_output=True, text=True)
        cls.code, cls.text, cls.errors = result.returncode, result.stdout, result.stderr
        if not found.exists():
            raise AssertionError(result.stderr)
        return {Path(entry["fmu"]).stem: entry for entry in json.loads(found.read_text())}

    def test_every_fmu_has_one_line_and_the_right_status(self):
        code, text, errors = self.first
        self.assertEqual(code, 0, errors)
        status = {name: entry["status"] for name, entry in self.tried.items()}
        self.assertEqual(status, {"good": "ran", "off": "suspicious", "still": "suspicious", "driven": "ran",
                                  "broken": "refused", "crashes": "crashed", "hangs": "hung", "lies": "failed"})
        for name in status:
            self.assertEqual(sum(f"{name}.fmu: " in line for line in text.splitlines()), 1, text)
        self.assertIn("8 FMUs: 2 ran, 2 suspicious, 1 refused, 1 failed, 1 crashed, 1 hung", text)

    def test_references_are_compared(self):
        self.assertLess(self.tried["good"]["off"], 1e-4)
        self.assertLess(self.tried["driven"]["off"], 1e-4)
        # The difference is t, its mean square over [0, 1] 1/3; exp(-t) + t rises from 1 to 1 + 1/e.
        self.assertAlmostEqual(self.tried["off"]["off"], math.sqrt(1 / 3) * math.e, delta=0.02)
        self.assertEqual(self.tried["good"]["column"], "y")
        self.assertEqual(self.tried["good"]["not_compared"], ["of no such signal"])

    def test_reasons_are_told(self):
        self.assertIn("trustworthy", self.tried["off"]["reason"])
        self.assertIn("constant", self.tried["still"]["reason"])
        self.assertRegex(self.tried["broken"]["reason"], r"\[fmu-[a-z-]+\]$")
        self.assertEqual(self.tried["crashes"]["reason"], "SIGSEGV")

    def test_strict_fails_where_something_is_suspicious(self):
        for name, code in (("still.fmu", 1), ("deeper/good.fmu", 0)):
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "one.fmu").write_bytes((self.folder / name).read_bytes())
                self.try_all("--strict", folder=folder)
                self.assertEqual(Folder.code, code, name)


    def test_where_no_stop_time_is_named_runs_are_of_one_second(self):
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(self.folder / "off.fmu") as off, \
                zipfile.ZipFile(Path(folder) / "late.fmu", "w") as late:
            for entry in off.namelist():
                data = off.read(entry)
                if entry == "modelDescription.xml":
                    data = re.sub(rb"<DefaultExperiment[^>]*>", b'<DefaultExperiment startTime="20"/>', data)
                late.writestr(entry, data)
            late.close()
            tried = self.try_all(folder=folder)["late"]
        self.assertEqual(tried["status"], "ran", tried)


class Comparison(unittest.TestCase):
    def setUp(self):
        self.distance = load().distance

    def test_a_jump_is_right_with_either_value(self):
        times, values = [0, 1, 1, 2], [0.5, 0.5, 3.5, 3.5]
        self.assertEqual(self.distance([0, 1, 2], [0.5, 0.5, 3.5], times, values), 0)
        self.assertEqual(self.distance([0, 1, 2], [0.5, 3.5, 3.5], times, values), 0)
        self.assertEqual(self.distance([0, 1, 1, 2], [0.5, 0.5, 3.5, 3.5], times, values), 0)

    def test_curves_are_interpolated_and_whole_numbers_held(self):
        self.assertEqual(self.distance([0, 0.25, 1], [0.5, 1, 2.5], [0, 1], [0.5, 2.5]), 0)
        self.assertEqual(self.distance([0, 0.25, 1], [0, 0, 2], [0, 1], [0, 2]), 0)

    def test_differences_count_relative_to_the_range(self):
        # Off by 0.1 everywhere, over a range of 2.
        self.assertAlmostEqual(self.distance([0, 1], [0, 2], [0, 1], [0.1, 2.1]), 0.05)

    def test_constants_count_absolutely(self):
        self.assertAlmostEqual(self.distance([0, 1], [1000, 1000], [0, 1], [1000.5, 1000.5]), 0.5)

    def test_nan_is_never_right(self):
        self.assertEqual(self.distance([0, 1], [0, 2], [0, 1], [0, math.nan]), math.inf)


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=1)
