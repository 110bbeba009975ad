"""When and how to run: the keywords of `run`, `open`, `sweep`, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import _core
from ._errors import suggestion, wrong_type
from ._values import number


def _whole(value: object, what: str) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise wrong_type(what, value, "a whole number")
    return value.__index__()


def _threads(value: object, what: str) -> int:
    if value == "auto":
        return 0
    count = _whole(value, what) if not isinstance(value, str) else 0
    if count < 1:
        raise ValueError(f"{what}: {value!r} is not a number of threads; give 1, 2, ... or 'auto'")
    return count


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise wrong_type(what, value, "a text")
    return value


def _flag(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise wrong_type(what, value, "True or False")
    return value


def patterns_of(value: object, what: str) -> list[str]:
    if isinstance(value, str):
        return [value]
    if not isinstance(value, Iterable):
        raise wrong_type(what, value, "a pattern such as 'left.*', or a list of them")
    return [_text(pattern, f"a pattern in {what}") for pattern in value]


def numbers_of(value: object, what: str) -> list[float]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise wrong_type(what, value, "a list of times")
    return [number(t, f"a time in {what}") for t in value]


def _options(value: object, what: str) -> list[tuple[str, str]]:
    if not isinstance(value, Mapping):
        raise wrong_type(what, value, "a dict of names and values")
    return [(_text(name, f"a name in {what}"), _option(v)) for name, v in value.items()]


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_KEYWORDS = {
    "start": number, "stop": number, "step": number, "tolerance": number, "accuracy": number,
    "output_interval": number, "output_points": numbers_of, "max_steps": _whole, "max_seconds": number,
    "method": _text, "solver": _text, "options": _options, "record": patterns_of, "error_bars": _flag,
    "dense": _flag, "threads": _threads, "isolate": _flag, "processes": _flag,
}  # fmt: skip


def make_settings(function: str, given: Mapping[str, Any]) -> _core.Settings:
    """Settings of the library; None is what is not given."""
    settings = _core.Settings()
    for name, value in given.items():
        if name not in _KEYWORDS:
            raise TypeError(f"{function}() has no argument {name!r}{suggestion(name, _KEYWORDS)}")
        if value is not None:
            setattr(settings, name, _KEYWORDS[name](value, name))
    if settings.isolate:
        settings.processes = True
    return settings
