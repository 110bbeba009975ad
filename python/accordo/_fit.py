"""Parameters from data."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ._errors import suggestion, wrong_type
from ._result import Result
from ._run import run_with
from ._settings import make_settings
from ._system import System, as_system
from ._values import number


class Fit(NamedTuple):
    """Parameters that fit data best, and how well they are known."""

    parameters: dict[str, float]
    deviations: dict[str, float]
    """standard deviations, if the model is right and the errors of the data are independent"""
    intervals: dict[str, tuple[float, float]]
    """in which each parameter lies with the confidence that was asked for"""
    correlation: np.ndarray
    """of the parameters, in their order"""
    residuals: dict[str, np.ndarray]
    """of each signal: model minus data"""
    result: Result
    """the run with these parameters, at the times of the data"""
    runs: int
    """that were made"""
    converged: bool
    message: str

    def __str__(self) -> str:
        lines = [f"{n} = {v:.6g}  ({self.intervals[n][0]:.6g} to {self.intervals[n][1]:.6g})" for n, v in self.parameters.items()]
        return "\n".join([*lines, f"{self.runs} runs; {self.message}"])


def _columns(data: Any) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Times and signals of a DataFrame indexed by time, of a Result, or of a mapping with 'time'."""
    if isinstance(data, Result):
        return data.time, {name: data[name] for name in data}
    if hasattr(data, "columns") and hasattr(data, "index"):
        if "time" not in data.columns:
            return np.asarray(data.index, float), {str(name): np.asarray(data[name], float) for name in data.columns}
        data = {str(name): data[name] for name in data.columns}
    if not isinstance(data, Mapping) or "time" not in data:
        raise wrong_type("data", data, "a DataFrame indexed by time, a Result, or a dict with 'time' and signals")
    times = np.asarray(data["time"], float)
    signals = {name: np.asarray(values, float) for name, values in data.items() if name != "time"}
    for name, values in signals.items():
        if values.shape != times.shape:
            raise ValueError(f"data[{name!r}]: it has {values.size} values, and there are {times.size} times")
    return times, signals


def _starts(system: System, parameters: Any) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
    """Names, first values, and bounds."""
    if isinstance(parameters, str) or not isinstance(parameters, Iterable):
        raise wrong_type("parameters", parameters, "a list of names, or a dict of names and first values or (first, low, high)")
    given = parameters if isinstance(parameters, Mapping) else dict.fromkeys(parameters)
    names, rows = list(given), []
    for name, value in given.items():
        system._check_settable(name)
        if value is None:
            value = system._value_of(name)
        if value is None:
            raise ValueError(f"parameters: the present value of {name!r} is not known here; give {{{name!r}: first value}}")
        three = value if isinstance(value, (tuple, list)) else (value, -np.inf, np.inf)
        if len(three) != 3:
            raise ValueError(f"parameters[{name!r}]: {value!r} is neither a first value nor (first, low, high)")
        rows.append([number(v, f"parameters[{name!r}]") for v in three])
    if not names:
        raise ValueError("parameters: there are none; name some")
    first, low, high = np.array(rows).T
    return names, first, low, high


def fit(
    system: System | str | os.PathLike[str],
    data: Any,
    parameters: Iterable[str] | Mapping[str, Any],
    *,
    sigma: Mapping[str, float] | None = None,
    confidence: float = 0.95,
    **settings: Any,
) -> Fit:
    """Finds parameters with which the system follows measured signals best, by least squares (SciPy's).

    data         a DataFrame indexed by time, a Result, or a dict with 'time' and signals such as 'left.x'
    parameters   names of parameters or first states, which start from their present values; or a dict of first values,
                 or of (first, low, high)
    sigma        standard deviations of the signals' errors, by which they are weighted; else by their ranges
    confidence   of the intervals
    settings     keywords of `run`: the tolerance is 1e-7 where none is given, since derivatives are differences of runs

    A run that fails while parameters are tried raises what it failed with.
    """
    from scipy.optimize import least_squares
    from scipy.stats import t as student

    whole = as_system(system)
    times, signals = _columns(data)
    names, first, low, high = _starts(whole, parameters)
    if not signals:
        raise ValueError("data: there are no signals; name columns as 'unit.output'")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: {confidence!r} is not between 0 and 1")
    for name in sigma or {}:
        if name not in signals:
            raise ValueError(f"sigma: there is no signal {name!r} in the data{suggestion(name, signals)}")
    if not any(key in settings for key in ("step", "tolerance", "accuracy")):
        settings["tolerance"] = 1e-7
    settings.setdefault("stop", float(times.max()))
    order, back = np.unique(times, return_inverse=True)
    made = make_settings("fit", {**settings, "record": list(signals), "output_points": order, "dense": False})
    scales = {name: (sigma or {}).get(name) or float(np.ptp(values)) or 1.0 for name, values in signals.items()}
    runs = 0

    def attempt(values: np.ndarray) -> Result:
        nonlocal runs
        runs += 1
        changed = dict(zip(names, map(float, values)))
        return run_with(whole, made, changed=changed, warn=False).raise_for_failure()

    def off(result: Result) -> dict[str, np.ndarray]:
        last = np.searchsorted(result.time, order, side="right") - 1  # at a jump the value after it
        return {name: result[name][last][back] - values for name, values in signals.items()}

    def residuals(values: np.ndarray) -> np.ndarray:
        return np.concatenate([r / scales[name] for name, r in off(attempt(values)).items()])

    scale = np.where(first != 0, abs(first), 1.0)
    found = least_squares(residuals, first, bounds=(low, high), x_scale=scale, diff_step=1e-4, xtol=1e-10, ftol=1e-10)
    free = max(1, found.fun.size - len(names))
    covariance = np.linalg.pinv(found.jac.T @ found.jac) * (1.0 if sigma else 2 * found.cost / free)
    deviations = np.sqrt(np.diag(covariance))
    reach = deviations * student.ppf((1 + confidence) / 2, free)
    best = attempt(found.x)
    with np.errstate(invalid="ignore"):
        correlation = covariance / np.outer(deviations, deviations)
    return Fit(
        dict(zip(names, map(float, found.x))), dict(zip(names, map(float, deviations))),
        {name: (float(x - r), float(x + r)) for name, x, r in zip(names, found.x, reach)},
        correlation, off(best), best, runs, bool(found.success), str(found.message),
    )  # fmt: skip
