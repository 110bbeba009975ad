"""Runs of the program, and their errors against the coupled system solved as one ODE."""

import csv
import json
import re
import subprocess
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

TIGHT = 1e-13  # of the units' own solvers, so that what is left is the error of the coupling


@dataclass(frozen=True)
class Case:
    """A built-in problem, with the states its errors are measured on."""

    name: str
    states: tuple
    parameters: tuple = ()
    stop: float = 0.0


@dataclass
class Run:
    """What one run gave; `reason` says why it ended early, if it did."""

    columns: dict = field(default_factory=dict)
    stats: dict = field(default_factory=dict)
    reason: str = ""
    errors: dict = field(default_factory=dict)

    @property
    def failed(self):
        return bool(self.reason)

    @property
    def error(self):
        """The mean over the states, relative L2."""
        return float(np.mean(list(self.errors.values()))) if self.errors else float("nan")

    @property
    def integrations_per_step(self):
        return self.stats["integrations"] / len(self.stats["units"]) / max(1, self.stats["macro_steps"])


class Laboratory:
    """Runs the program in a folder of its own and remembers what it has run."""

    def __init__(self, program, folder):
        self.program, self.folder = Path(program).resolve(), Path(folder)
        self.count = 0

    @lru_cache(maxsize=None)
    def scenario(self, case):
        path = self.folder / f"scenario{self.count}.yaml"
        self.count += 1
        command = [self.program, "cases", case.name, "-o", path]
        for parameter in case.parameters:
            command += ["--set", parameter]
        subprocess.run(command, check=True, capture_output=True)
        units, rest = path.read_text().split("\nconnections:")
        units = re.sub(r"^(  \w+:).*$", rf"\1\n    integrator_tolerance: {TIGHT}", units, flags=re.M)
        path.write_text(units + "\nconnections:" + rest)
        return path

    @lru_cache(maxsize=None)
    def run(self, case, method, step, options=(), flags=()):
        """One run at a fixed step, with its errors."""
        result = self.plain(case, method, step, options, flags)
        if not result.failed:
            result.errors = self.compare(case, step, result)
        return result

    @lru_cache(maxsize=None)
    def reference(self, case, step):
        return self.plain(case, "monolithic", step, (), ())

    def plain(self, case, method, step, options, flags):
        base = self.folder / f"run{self.count}"
        self.count += 1
        command = [self.program, "run", self.scenario(case), "--method", method, "--step", repr(step), "-q",
                   "-o", base.with_suffix(".csv"), "--stats", base.with_suffix(".stats"), "--no-sidecar",
                   "--record", ",".join(case.states)]
        if case.stop:
            command += ["--stop", repr(case.stop)]
        for option in options:
            command += ["--option", option]
        done = subprocess.run(command + list(flags), capture_output=True, text=True)
        result = Run(reason="" if done.returncode == 0 else reason_in(done.stderr))
        if base.with_suffix(".csv").exists():
            result.columns = read_csv(base.with_suffix(".csv"))
        if not result.failed:
            result.stats = json.loads(base.with_suffix(".stats").read_text())
        return result

    def compare(self, case, step, result):
        times = result.columns["time"]
        truth = self.reference(case, step).columns
        if len(times) == len(truth["time"]) and np.array_equal(times, truth["time"]):
            expected = {s: truth[s] for s in case.states}
        else:  # steps were rejected: between the points of a fine reference
            fine = self.reference(case, step / 20).columns
            expected = {s: between(fine["time"], fine[s], times) for s in case.states}
        return {s: relative(result.columns[s], expected[s]) for s in case.states}


def reason_in(text):
    found = re.search(r"\[([a-z-]+)\]", text)
    return found.group(1) if found else (text.strip().splitlines() or ["failed"])[-1]


def read_csv(path):
    with open(path, newline="") as file:
        names = next(csv.reader(file))
        table = np.loadtxt(file, delimiter=",", ndmin=2)
    return {name: table[:, i] for i, name in enumerate(names)} if table.size else {}


def relative(values, truth):
    return float(np.linalg.norm(values - truth) / np.linalg.norm(truth))


def between(times, values, at, points=6):
    """Lagrange's polynomial through the nearest points of an even grid."""
    h = times[1] - times[0]
    first = np.clip(np.floor((at - times[0]) / h).astype(int) - points // 2 + 1, 0, len(times) - points)
    s = (at - times[first]) / h
    total = np.zeros_like(at)
    for i in range(points):
        weight = np.ones_like(at)
        for j in range(points):
            if j != i:
                weight = weight * (s - j) / (i - j)
        total += weight * values[first + i]
    return total


def orders(steps, errors):
    """Observed between neighboring steps."""
    return [float(np.log(errors[i] / errors[i + 1]) / np.log(steps[i] / steps[i + 1])) for i in range(len(steps) - 1)]


TWO_MASS = Case("two-mass", ("S1.x", "S1.v", "S2.x2", "S2.v2"))
TUTORIAL = Case("tutorial", ("S1.x", "S1.v", "S2.x2", "S2.v2"))
LOTKA = Case("lotka-volterra", ("prey.x", "predator.p"))
BODIES = Case("behaviour-change", ("S1.x", "S1.v", "S2.x2", "S2.v2"))
BODIES_BEFORE = Case("behaviour-change", ("S1.x", "S1.v", "S2.x2", "S2.v2"), stop=100.0)


def damper(rating):
    return Case("damper", ("S1.x", "S1.v", "S2.x_D"), (f"D_D={rating!r}",))
