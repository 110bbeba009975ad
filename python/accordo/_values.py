"""Numbers with names, as units get them: `u.T`, `u["T"]` or `u[0]`."""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any

from ._errors import suggestion, wrong_type

try:
    from _collections import _tuplegetter as getter  # type: ignore[import]  # what namedtuple uses
except ImportError:  # another interpreter

    def getter(index: int, doc: str) -> Any:
        return property(itemgetter(index), doc=doc)


class Values(tuple):
    """A tuple with names, made anew for each call."""

    __slots__ = ()
    _index: Mapping[str, int] = {}

    def __getitem__(self, key: Any) -> Any:
        if type(key) is str:
            try:
                return tuple.__getitem__(self, self._index[key])
            except KeyError:
                raise KeyError(f"there is no {key!r} here{suggestion(key, self._index)}") from None
        return tuple.__getitem__(self, key)

    def __getattr__(self, name: str) -> float:
        raise AttributeError(f"there is no {name!r} here{suggestion(name, self._index)}")

    def _asdict(self) -> dict[str, float]:
        return dict(zip(self._index, self))

    def __repr__(self) -> str:
        return "Values(" + ", ".join(f"{name}={value!r}" for name, value in self._asdict().items()) + ")"


def values_type(names: Iterable[str]) -> type[Values]:
    """A type of Values with these names."""
    index = {name: i for i, name in enumerate(names)}
    body: dict[str, Any] = {"__slots__": (), "_index": index}
    for name, i in index.items():
        if name.isidentifier() and not name.startswith("_"):
            body[name] = getter(i, name)
    return type("Values", (Values,), body)


def number(value: object, what: str) -> float:
    """The value as a float; anything else than a real number is an error that names it."""
    if isinstance(value, numbers.Real) or hasattr(value, "__float__") and not isinstance(value, str):
        try:
            return float(value)
        except (TypeError, ValueError):
            pass
    raise wrong_type(what, value, "a number")


def named_numbers(given: object, what: str) -> dict[str, float]:
    """A mapping of names to numbers; names alone have zeros."""
    if given is None:
        return {}
    if isinstance(given, str):
        raise wrong_type(what, given, "a list of names, or a dict of names and numbers")
    if not isinstance(given, Mapping):
        try:
            given = {name: 0.0 for name in given}  # type: ignore[attr-defined]
        except TypeError:
            raise wrong_type(what, given, "a list of names, or a dict of names and numbers") from None
    for name in given:
        if not isinstance(name, str):
            raise wrong_type(f"a name in {what}", name, "a text")
    return {name: number(value, f"{what}[{name!r}]") for name, value in given.items()}
