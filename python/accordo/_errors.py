"""Exceptions. All are derived from Error."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from . import _core

if TYPE_CHECKING:
    from ._result import Result


class Problem(NamedTuple):
    """One thing that is wrong."""

    id: str
    """stable: see the chapter on errors in the book"""
    message: str
    remedy: str
    file: str
    line: int
    column: int


class Error(Exception):
    """What went wrong; str() is what the command line prints.

    `problems` has all of them, `unit` and `time` say who failed and when, `result` has the rows up to then
    where there was a run.
    """

    def __init__(self, text: str, problems: tuple[Problem, ...] = (), unit: str = "", time: float = 0.0) -> None:
        super().__init__(text)
        self.problems = problems
        self.unit = unit
        self.time = time
        self.result: Result | None = None


class ScenarioError(Error):
    """The system or the settings are wrong: `problems` has everything that is, at once."""


class UnitError(Error):
    """A unit reported an error, crashed or hung. An exception of a unit in Python is its __cause__."""


class NoAgreement(Error):
    """No convergence, steps too short, or values that are not numbers."""


class OutputError(Error):
    """Results could not be written."""


class RunFailed(UserWarning):
    """A run has ended before its stop; `Result.raise_for_failure()` makes it an exception."""


_CLASSES: dict[str, type[Error]] = {
    "usage": ScenarioError,
    "unit": UnitError,
    "no-agreement": NoAgreement,
    "output": OutputError,
}


def make_error(cause: str, problems: Iterable[tuple], text: str, unit: str = "", time: float = 0.0) -> Error:
    """The exception for an error of the library."""
    return _CLASSES.get(cause, Error)(text, tuple(Problem(*p) for p in problems), unit, time)


_core.set_error_factory(make_error)


def suggestion(word: object, known: Iterable[str]) -> str:
    """'; did you mean ...?', or what there is."""
    names = [str(name) for name in known]
    close = difflib.get_close_matches(str(word), names, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; known are {', '.join(map(repr, names))}" if names else ""


def wrong_type(what: str, value: object, expected: str) -> TypeError:
    """An argument of a wrong type: names the argument, the value and what would be right."""
    return TypeError(f"{what}: {value!r} is of type {type(value).__name__}; give {expected}")
