"""Which values a sweep takes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ._errors import wrong_type
from ._values import number


class Distribution:
    """Random values; made by `uniform`, `loguniform` and `normal`."""

    def __init__(self, kind: str, a: float, b: float) -> None:
        self.kind, self.a, self.b = kind, number(a, f"{kind}: first argument"), number(b, f"{kind}: second argument")
        if kind != "normal" and not self.a < self.b:
            raise ValueError(f"{kind}({a!r}, {b!r}): the first must be less than the second")
        if kind == "loguniform" and self.a <= 0:
            raise ValueError(f"loguniform({a!r}, {b!r}): both must be greater than 0")
        if kind == "normal" and self.b < 0:
            raise ValueError(f"normal({a!r}, {b!r}): the standard deviation must not be negative")

    def __repr__(self) -> str:
        return f"{self.kind}({self.a:g}, {self.b:g})"

    def at(self, quantiles: np.ndarray) -> np.ndarray:
        """The values below which these parts of all are."""
        if self.kind == "uniform":
            return self.a + quantiles * (self.b - self.a)
        if self.kind == "loguniform":
            return np.exp(np.log(self.a) + quantiles * np.log(self.b / self.a))
        from statistics import NormalDist

        standard = NormalDist()
        inside = np.clip(quantiles, 1e-16, 1 - 1e-16)
        return self.a + self.b * np.array([standard.inv_cdf(q) for q in inside])


def uniform(low: float, high: float) -> Distribution:
    """Any value between low and high, all as likely."""
    return Distribution("uniform", low, high)


def loguniform(low: float, high: float) -> Distribution:
    """Any value between low and high, every order of magnitude as likely."""
    return Distribution("loguniform", low, high)


def normal(mean: float, deviation: float) -> Distribution:
    """Normally distributed values."""
    return Distribution("normal", mean, deviation)


def _quantiles(rng: np.random.Generator, samples: int, columns: int, sampling: str) -> np.ndarray:
    """Numbers from 0 to 1; in a Latin hypercube each column has one in each of as many equal parts."""
    drawn = rng.random((samples, columns))
    if sampling == "random":
        return drawn
    order = np.array([rng.permutation(samples) for _ in range(columns)]).reshape(columns, samples).T
    return (order + drawn) / samples


def draw(vary: Mapping[str, Any], samples: int | None, seed: int, sampling: str) -> list[dict[str, float]]:
    """One dict of values per run: the grid of all lists, and so many samples of the distributions per grid point.

    Lists of the same values as ranges and arrays do. What is drawn depends on the seed alone.
    """
    if not isinstance(vary, Mapping) or not vary:
        raise wrong_type("vary", vary, "a dict of names and lists or distributions, such as {'left.m': [4, 5, 6]}")
    if sampling not in ("random", "latin"):
        raise ValueError(f"sampling: {sampling!r} is not known; give 'random' or 'latin'")
    random = {name: values for name, values in vary.items() if isinstance(values, Distribution)}
    grid = {name: _grid(name, values) for name, values in vary.items() if name not in random}
    if random and samples is None:
        raise ValueError(f"samples: {next(iter(random))!r} is random; give the number of samples per grid point")
    if samples is not None and (not isinstance(samples, int) or samples < 1):
        raise wrong_type("samples", samples, "a whole number, at least 1")
    rng = np.random.default_rng(seed)
    runs = []
    for point in itertools.product(*grid.values()):
        values = dict(zip(grid, point))
        if not random:
            runs += [dict(values) for _ in range(samples or 1)]
            continue
        parts = _quantiles(rng, samples or 1, len(random), sampling)
        columns = [distribution.at(parts[:, i]) for i, distribution in enumerate(random.values())]
        for row in zip(*columns):
            drawn = {**values, **dict(zip(random, map(float, row)))}
            runs.append({name: drawn[name] for name in vary})
    return runs


def _grid(name: str, values: object) -> list[float]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        values = [values]
    listed = [number(value, f"a value of {name!r}") for value in values]
    if not listed:
        raise ValueError(f"vary: there are no values for {name!r}")
    return listed
