"""Numbers that a sweep takes from each run."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ._errors import suggestion, wrong_type
from ._result import Result

Measure = Callable[[Result], float] | str


def _integral(t: np.ndarray, x: np.ndarray) -> float:
    return float(np.sum(np.diff(t) * (x[1:] + x[:-1]) / 2))


def _over_time(t: np.ndarray, x: np.ndarray) -> float:
    return _integral(t, x) / (t[-1] - t[0]) if t[-1] > t[0] else float(x[-1])


_REDUCTIONS: dict[str, Callable[[np.ndarray, np.ndarray], float]] = {
    "max": lambda t, x: float(x.max()),
    "min": lambda t, x: float(x.min()),
    "final": lambda t, x: float(x[-1]),
    "mean": _over_time,
    "rms": lambda t, x: float(np.sqrt(_over_time(t, x * x))),
    "integral": _integral,
    "argmax": lambda t, x: float(t[x.argmax()]),
}


def reduction(text: str) -> Callable[[Result], float]:
    """'max(left.x)' as a function of a result; mean, rms and integral are over time, argmax is when."""
    match = re.fullmatch(r"\s*(\w+)\s*\(\s*(.+?)\s*\)\s*", text)
    if match is None:
        raise ValueError(f"measure: {text!r} is not of the form 'max(left.x)'")
    name, signal = match.groups()
    if name not in _REDUCTIONS:
        raise ValueError(f"measure: nothing is known of {name!r} in {text!r}{suggestion(name, _REDUCTIONS)}")
    reduce = _REDUCTIONS[name]
    return lambda r: reduce(r.time, r[signal])


def make_measures(given: Mapping[str, Measure] | Measure | list[str] | None) -> dict[str, Callable[[Result], Any]]:
    """Functions by the names of their columns."""
    if given is None:
        return {}
    if isinstance(given, str):
        given = {given: given}
    if isinstance(given, list):
        given = {text: text for text in given}
    if callable(given):
        given = {getattr(given, "__name__", "measure"): given}
    if not isinstance(given, Mapping):
        raise wrong_type("measure", given, "a dict of names and functions of a Result, or texts such as 'max(left.x)'")
    measures = {}
    for name, measure in given.items():
        if isinstance(measure, str):
            measures[name] = reduction(measure)
        elif callable(measure):
            measures[name] = measure
        else:
            raise wrong_type(f"measure[{name!r}]", measure, "a function of a Result, or a text such as 'max(left.x)'")
    return measures
