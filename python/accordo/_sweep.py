"""Many runs of one system with other values."""

from __future__ import annotations

import math
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import Error, wrong_type
from ._measures import Measure, make_measures
from ._run import run_with
from ._samples import draw
from ._settings import make_settings
from ._system import System, as_system

if TYPE_CHECKING:
    import pandas

Row = dict[str, Any]


class _Job:
    """What all runs of a sweep share; processes have it from the fork that made them."""

    def __init__(
        self, system: System, runs: list[dict[str, float]], settings: _core.Settings, measures: Mapping[str, Callable]
    ) -> None:
        self.system, self.runs, self.settings, self.measures = system, runs, settings, measures

    def row(self, index: int) -> Row:
        """One run, whatever becomes of it."""
        row: Row = {**self.runs[index], **{name: math.nan for name in self.measures}}
        row.update(verdict="", status="", error="", wall_seconds=math.nan)
        try:
            result = run_with(self.system, self.settings, changed=self.runs[index], warn=False)
            row.update(verdict=result.verdict.level, status=result.status, wall_seconds=result.statistics.wall_seconds)
            if result.failure is not None:
                row["error"] = str(result.failure)
            elif result.status != "interrupted":
                row.update({name: measure(result) for name, measure in self.measures.items()})
        except Error as error:
            row.update(status=error.problems[0].id if error.problems else "failed", error=str(error))
        except Exception as error:  # noqa: BLE001: of a measure, or of a unit; the other runs go on
            row.update(status="measure-failed", error=f"{type(error).__name__}: {error}")
        return row

    def rows(self, indices: Sequence[int]) -> list[tuple[int, Row]]:
        return [(index, self.row(index)) for index in indices]

    def crashed(self, index: int) -> Row:
        nothing = {name: math.nan for name in self.measures}
        end = {"verdict": "", "status": "crashed", "error": "the process of this run has ended", "wall_seconds": math.nan}
        return {**self.runs[index], **nothing, **end}


_job: _Job | None = None  # in the processes of a pool


def _begin(job: _Job) -> None:
    global _job
    _job = job
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that they work for ends them


def _work(indices: Sequence[int]) -> list[tuple[int, Row]]:
    assert _job is not None
    return _job.rows(indices)


def _pool(job: _Job, workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=get_context("fork"), initializer=_begin, initargs=(job,))


def _in_processes(job: _Job, workers: int) -> Iterator[tuple[int, Row]]:
    """In pieces: large enough to cost little, small enough for all to end at about the same time."""
    size = max(1, min(50, len(job.runs) // (8 * workers)))
    pieces = [range(i, min(i + size, len(job.runs))) for i in range(0, len(job.runs), size)]
    left: set[int] = set()
    pool = _pool(job, workers)
    try:
        futures: dict[Future, Sequence[int]] = {pool.submit(_work, piece): piece for piece in pieces}
        for future in as_completed(futures):
            try:
                yield from future.result()
            except BrokenProcessPool:
                left.update(futures[future])
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    yield from _one_by_one(job, sorted(left))


def _one_by_one(job: _Job, indices: Sequence[int]) -> Iterator[tuple[int, Row]]:
    """After a process has died: which run it was."""
    pool = _pool(job, 1)
    for index in indices:
        try:
            yield from pool.submit(_work, [index]).result()
        except BrokenProcessPool:
            yield index, job.crashed(index)
            pool.shutdown()
            pool = _pool(job, 1)
    pool.shutdown()


def _count(workers: object) -> int:
    if workers == "auto":
        return len(os.sched_getaffinity(0))
    if not isinstance(workers, int) or isinstance(workers, bool) or workers < 1:
        raise ValueError(f"workers: {workers!r} is not a number of processes; give 1, 2, ... or 'auto'")
    return workers


def sweep(
    system: System | str | os.PathLike[str],
    vary: Mapping[str, Any],
    *,
    samples: int | None = None,
    measure: Mapping[str, Measure] | Measure | list[str] | None = None,
    workers: int | str = "auto",
    seed: int = 0,
    sampling: str = "random",
    progress: bool | Callable[[int, int], Any] = False,
    **settings: Any,
) -> pandas.DataFrame:
    """Runs a system many times and returns a table with one row per run.

    vary        {"left.m": [4, 5, 6], "right.c": uniform(9e3, 1.1e4)}: parameters and first values of states. Lists make
                a grid; distributions (uniform, loguniform, normal) are drawn from
    samples     so many per point of the grid
    measure     columns: {"peak": lambda r: r["left.x"].max()}, or texts such as "max(left.x)" with max, min, mean,
                final, rms, integral, argmax
    workers     processes, "auto" for one per core, 1 for none
    seed        of what is drawn: the same seed, the same values, with any number of workers
    sampling    "random", or "latin" for a Latin hypercube
    progress    True, or a function of the number of runs that are done, and of all
    settings    keywords of `run`

    The columns are what was varied, the measures, verdict, status, error and wall_seconds. A run that fails is a row with
    its error, and a process that dies is no more than that. KeyboardInterrupt ends the sweep and returns what is done.
    """
    try:
        import pandas
    except ImportError:
        raise ImportError("a sweep returns a DataFrame: install pandas (Debian: python3-pandas)") from None

    whole = as_system(system)
    for name in vary if isinstance(vary, Mapping) else ():
        whole._check_settable(name)
    settings.setdefault("dense", False)
    job = _Job(whole, draw(vary, samples, seed, sampling), make_settings("sweep", settings), make_measures(measure))
    if not isinstance(progress, bool) and not callable(progress):
        raise wrong_type("progress", progress, "True, or a function of two numbers")
    tell = _tell if progress is True else progress or None
    count = min(_count(workers), len(job.runs))
    rows: dict[int, Row] = {}
    source = _in_processes(job, count) if count > 1 else ((i, job.row(i)) for i in range(len(job.runs)))
    try:
        for index, row in source:
            if row["status"] == "interrupted":
                break
            rows[index] = row
            if tell is not None:
                tell(len(rows), len(job.runs))
    except KeyboardInterrupt:
        pass
    finally:
        getattr(source, "close", lambda: None)()
    return pandas.DataFrame([rows[index] for index in sorted(rows)], index=sorted(rows))


def _tell(done: int, of: int) -> None:
    print(f"\r{done} of {of} runs", end="\n" if done == of else "", file=sys.stderr, flush=True)
