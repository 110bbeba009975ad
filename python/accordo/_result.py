"""Everything that a run has given."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core
from ._errors import Problem, make_error, suggestion, wrong_type

if TYPE_CHECKING:
    import pandas
    import xarray
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike, NDArray


class Reason(NamedTuple):
    """Why a verdict is what it is."""

    level: str
    id: str
    text: str


class Verdict(NamedTuple):
    """Whether to trust a result: trustworthy, doubtful or wrong, and why."""

    level: str
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        return f"{self.level}: {self.reasons[0].text}" if self.reasons else self.level


class SignalError(NamedTuple):
    """By how much a signal is off over the whole run."""

    largest: float
    at: float
    """when it is largest"""
    last: float
    """at the end: computed minus right"""
    rms: float
    """over time"""
    range: float
    """highest minus lowest value of the signal"""


class Failure(NamedTuple):
    """What ended a run."""

    cause: str
    id: str
    message: str
    remedy: str
    time: float
    unit: str
    """empty: nobody alone"""
    words: str
    """the unit's own"""
    exception: BaseException | None
    """of a unit in Python"""

    def __str__(self) -> str:
        return self.message + (f"\n    {self.remedy}" if self.remedy else "")


class Result:
    """Rows, statistics and verdict of a run; of one that failed up to the last accepted step.

    r.time and r["left.x"] are numpy arrays that show the library's memory: they cannot be written to.
    """

    def __init__(
        self,
        core: _core.Result,
        blueprints: Mapping[str, _core.Blueprint] = {},
        exception: BaseException | None = None,
    ) -> None:
        self._core = core
        self._exception = exception
        if (failure := core.failure()) is not None and failure[5] in blueprints:
            self._exception = blueprints[failure[5]].exception(failure[6])

    @property
    def time(self) -> NDArray[np.float64]:
        """The times of the rows; two rows of one time are the values before and after a jump."""
        return self._core.time()

    @property
    def signals(self) -> list[str]:
        """The names of what was recorded."""
        return self._core.signals()

    def keys(self) -> list[str]:
        """The same: a Result is a mapping of names to arrays."""
        return self.signals

    def __getitem__(self, signal: str) -> NDArray[np.float64]:
        """A signal's value in each row."""
        return self._core.signal(self._known(signal))

    def _known(self, signal: object) -> str:
        if not isinstance(signal, str):
            raise wrong_type("signal", signal, "a name such as 'left.x'")
        names = self.signals
        if signal not in names:
            raise KeyError(f"{signal!r} was not recorded{suggestion(signal, names)}")
        return signal

    def __iter__(self) -> Iterator[str]:
        return iter(self.signals)

    def __contains__(self, signal: object) -> bool:
        return signal in self.signals

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.time)

    def _ipython_key_completions_(self) -> list[str]:
        return self.signals

    def at(self, times: ArrayLike, signal: str) -> NDArray[np.float64]:
        """Values at any times between start and end, on cubics through values and slopes where those were kept."""
        wanted = np.asarray(times, dtype=float)
        return self._core.at(np.ascontiguousarray(wanted).ravel(), self._known(signal)).reshape(wanted.shape)

    def error(self, signal: str) -> SignalError | None:
        """By how much a signal is off; None where that is not known."""
        error = self._core.error(self._known(signal))
        return None if error is None else SignalError(*error)

    def errors(self, signal: str) -> NDArray[np.float64] | None:
        """The same in each row: computed minus right."""
        errors = self._core.errors(self._known(signal))
        return errors if len(errors) else None

    @property
    def done(self) -> bool:
        """Whether the run has reached its stop."""
        return self._core.done()

    @property
    def status(self) -> str:
        """'done', 'interrupted', or the id of what ended the run."""
        return self.statistics.status

    @property
    def failure(self) -> Failure | None:
        """What ended the run; None: nothing."""
        failure = self._core.failure()
        return None if failure is None else Failure(*failure, self._exception)

    def raise_for_failure(self) -> Result:
        """Raises what ended the run: UnitError, NoAgreement, ...; the error's `result` is this. Returns itself else."""
        failure = self.failure
        if failure is None:
            return self
        problem = Problem(failure.id, failure.message, failure.remedy, "", 0, 0)
        error = make_error(failure.cause, [problem], f"{failure} [{failure.id}]", failure.unit, failure.time)
        error.result = self
        raise error from failure.exception

    @property
    def verdict(self) -> Verdict:
        """Whether to trust this, and why."""
        level, reasons = self._core.verdict()
        return Verdict(level, tuple(Reason(*reason) for reason in reasons))

    @property
    def statistics(self) -> _core.Statistics:
        """What the run cost and how well the units agreed."""
        return self._core.statistics()

    @property
    def steps(self) -> dict[str, NDArray[Any]]:
        """The history of macro-steps, in at most some hundred pieces, by columns."""
        return {name: np.array(column) for name, column in self._core.steps().items()}

    @property
    def warnings(self) -> list[Problem]:
        """What the user should know about though nothing was wrong enough to stop."""
        return [Problem(*problem) for problem in self._core.warnings()]

    @property
    def metadata(self) -> dict[str, Any]:
        """Settings, units, connections and statistics, as the command line writes them beside a CSV."""
        return json.loads(self._core.metadata())

    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame with the signals as columns, indexed by time."""
        import pandas

        return pandas.DataFrame({name: self[name] for name in self.signals}, index=pandas.Index(self.time, name="time"))

    def to_xarray(self) -> xarray.Dataset:
        """A Dataset with one variable per signal over the dimension time."""
        import xarray

        signals = {name: ("time", self[name]) for name in self.signals}
        about = {"method": self.statistics.method, "status": self.status, "verdict": self.verdict.level}
        return xarray.Dataset(signals, coords={"time": self.time}, attrs=about)

    def plot(self, *signals: str, ax: Axes | None = None, errors: bool = True, **style: Any) -> Axes:
        """Draws signals (all, where none are named) over time, each with a band by which it may be off."""
        import matplotlib.pyplot as pyplot

        axes = pyplot.gca() if ax is None else ax
        for name in signals or self.signals:
            values, off = self[name], self.errors(name) if errors else None
            (line,) = axes.plot(self.time, values, label=name, **style)
            if off is not None:
                axes.fill_between(self.time, values - abs(off), values + abs(off), color=line.get_color(), alpha=0.3, lw=0)
        axes.set_xlabel("time")
        axes.legend()
        return axes

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the rows: .csv as the command line does, with the .json beside it that reports use; or .npz."""
        path = os.fspath(file)
        stem, extension = os.path.splitext(path)
        if extension == ".csv":
            self._core.write(path)
            write_text(stem + ".json", self._core.metadata())
        elif extension == ".npz":
            np.savez(path, time=self.time, **{name: self[name] for name in self.signals})
        else:
            raise ValueError(f"file: nothing is known of the extension of {path!r}; give .csv or .npz")

    def report(self, file: str | os.PathLike[str]) -> None:
        """Writes one HTML page to look at: signals with error bars, steps, verdict. It needs no network."""
        write_text(os.fspath(file), self._core.page())

    def _repr_html_(self) -> str:
        return framed(self._core.page())

    def __repr__(self) -> str:
        s = self.statistics
        end = "" if self.done else f" ({self.status})"
        return (
            f"<accordo.Result: t = {s.start:g} to {s.reached:g}{end}, {len(self)} rows of {len(self.signals)} signals, "
            f"{s.method}, {s.macro_steps} macro-steps, {self.verdict.level}>"
        )


def framed(page: str) -> str:
    """A page within a notebook: its scripts and styles stay apart from those around it."""
    source = html.escape(page, quote=True)
    return f'<iframe srcdoc="{source}" style="width: 100%; height: 720px; border: 1px solid #8884"></iframe>'


def write_text(file: str, text: str) -> None:
    """Writes a file, or raises OutputError."""
    try:
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        problem = Problem("cannot-write", f"cannot write {file!r}: {error.strerror}", "", file, 0, 0)
        raise make_error("output", [problem], f"{problem.message} [{problem.id}]") from error
