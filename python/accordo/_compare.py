"""Methods by steps on one system."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _core
from ._result import framed, write_text
from ._run import claimed
from ._settings import make_settings, numbers_of, patterns_of
from ._system import System, as_system

if TYPE_CHECKING:
    import pandas


class Comparison:
    """How far each run is off, and what it cost; printed, the table of `accordo compare`."""

    def __init__(self, core: _core.Comparison) -> None:
        self._core = core

    @property
    def runs(self) -> list[_core.ComparedRun]:
        """One for each method and step: method, step, tolerance, error_percent, statistics, status, reason, best."""
        return self._core.runs

    @property
    def reference(self) -> str:
        """What errors are measured against, in words."""
        return self._core.reference

    @property
    def signals(self) -> list[str]:
        """What errors are of."""
        return self._core.signals

    @property
    def notes(self) -> list[str]:
        """What a reader of the errors should know."""
        return self._core.notes

    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame with one row per run, counters included."""
        import pandas

        rows = []
        for run in self.runs:
            counters = run.statistics.counters() if run.statistics is not None else {}
            wall = run.statistics.wall_seconds if run.statistics is not None else float("nan")
            rows.append(
                {"method": run.method, "step": run.step, "tolerance": run.tolerance, "error_percent": run.error_percent,
                 **counters, "wall_seconds": wall, "status": run.status, "reason": run.reason, "best": run.best}
            )  # fmt: skip
        return pandas.DataFrame(rows)

    def report(self, file: str | os.PathLike[str]) -> None:
        """Writes a page with plots of work and precision."""
        write_text(os.fspath(file), self._core.page)

    def _repr_html_(self) -> str:
        return framed(self._core.page)

    def __repr__(self) -> str:
        return self._core.text


def compare(
    system: System | str | os.PathLike[str],
    methods: Iterable[str] | str = (),
    steps: Iterable[float] = (),
    tolerances: Iterable[float] = (),
    *,
    reference: str | os.PathLike[str] | None = None,
    jobs: int = 0,
    run_timeout: float = 0.0,
    **settings: Any,
) -> Comparison:
    """Runs a system with several methods and steps, each in a process of its own, and compares them.

    methods             names, also with options: "missiles:corrector=off"; all that are possible where none are given
    steps, tolerances   fixed macro-steps, and tolerances; what suits the system where none are given
    reference           "monolithic", "finest" or a CSV file of results; the first that is possible
    jobs                runs at the same time; 0: as many as do not disturb each other's timing
    run_timeout         seconds that one run may take; 0: as long as it needs
    settings            other keywords of `run`
    """
    whole = as_system(system)
    wanted = _core.Comparing()
    wanted.methods = patterns_of(methods, "methods")
    wanted.steps, wanted.tolerances = numbers_of(steps, "steps"), numbers_of(tolerances, "tolerances")
    wanted.reference = "" if reference is None else os.fspath(reference)
    wanted.jobs, wanted.run_timeout = jobs, run_timeout
    made = make_settings("compare", {**settings, "processes": True})
    core, _ = whole._build()
    with claimed(whole):
        return Comparison(_core.compare(core, made, wanted))
