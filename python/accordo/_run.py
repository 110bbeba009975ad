"""Runs, whole and by hand."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from . import _core
from ._errors import Error, RunFailed, wrong_type
from ._result import Result
from ._settings import make_settings
from ._system import System, as_system
from ._units import Unit
from ._values import number

_busy: set[int] = set()  # objects that a run steps


@contextlib.contextmanager
def claimed(system: System) -> Iterator[None]:
    """An object that steps is for one run at a time."""
    objects = {id(unit): name for name, unit in system._units.items() if isinstance(unit, Unit)}
    for key, name in objects.items():
        if key in _busy:
            raise ValueError(f"unit {name!r} is in use by another run; give that one a copy: system.copy()")
    _busy.update(objects)
    try:
        yield
    finally:
        _busy.difference_update(objects)


def with_cause(error: Error, blueprints: Mapping[str, _core.Blueprint]) -> Error:
    """The same, with the exception of the unit's code behind it."""
    blueprint = blueprints.get(error.unit)
    cause = blueprint.exception(str(error)) if blueprint is not None else None
    if cause is not None:
        error.__cause__ = cause
    return error


def forget(blueprints: Mapping[str, _core.Blueprint]) -> None:
    """What units have raised is told, and the library holds on to it no longer."""
    for blueprint in blueprints.values():
        blueprint.forget()


class Progress:
    """A line on standard error that tells how far the run is."""

    def __init__(self, start: float, stop: float) -> None:
        self.start, self.stop, self.width = start, stop, 0

    def __call__(self, t: float) -> None:
        part = (t - self.start) / (self.stop - self.start) if self.stop > self.start else 1.0
        line = f"t = {t:.6g} of {self.stop:.6g}  [{'#' * round(30 * part):<30}] {100 * part:3.0f} %"
        self.width = max(self.width, len(line))
        print(f"\r{line}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.width:
            print(f"\r{' ' * self.width}\r", end="", file=sys.stderr, flush=True)


def _progress(wanted: object, settings: _core.Settings) -> Callable[[float], Any] | None:
    if wanted is None or wanted is False:
        return None
    if wanted is True:
        return Progress(settings.start or 0.0, settings.stop) if settings.stop is not None else None
    if not callable(wanted):
        raise wrong_type("progress", wanted, "True, or a function of the time")
    return wanted


def run(
    system: System | str | os.PathLike[str],
    *,
    start: float | None = None,
    stop: float | None = None,
    step: float | None = None,
    tolerance: float | None = None,
    accuracy: float | None = None,
    output_interval: float | None = None,
    output_points: Iterable[float] | None = None,
    method: str | None = None,
    solver: str | None = None,
    options: Mapping[str, Any] | None = None,
    record: str | Iterable[str] | None = None,
    error_bars: bool | None = None,
    max_steps: int | None = None,
    max_seconds: float | None = None,
    threads: int | str | None = None,
    isolate: bool | None = None,
    processes: bool | None = None,
    dense: bool = True,
    progress: bool | Callable[[float], Any] = False,
    **unknown: Any,
) -> Result:
    """Runs a system from start to stop and returns everything that the run has given.

    What is not given is as in the file that the system is from, or as is customary: a tolerance of 1e-4, the method
    chosen by what the units can do.

    start, stop                     when
    step | tolerance | accuracy     fixed macro-steps; or a bound on the error of each; or a bound on the error of the
                                    recorded signals along the run, as a part of their range
    output_interval, output_points  rows at multiples of it, or at these instants; else at every communication point
    method, solver, options         how units are coupled; `accordo methods` lists them
    record                          "left.*", or a list; every output where it is not given
    error_bars                      errors are carried along (True), or not (False)
    max_steps, max_seconds          the run ends then, with the rows up to there
    threads                         a number, or "auto"
    isolate                         every unit in a process of its own
    processes                       child processes are allowed, to test what FMUs declare; it is believed else
    dense                           keeps slopes, for Result.at()
    progress                        True, or a function that is called with the time, some times per second

    A run that fails is a Result, too, with the rows up to then and a warning (RunFailed): raise_for_failure() makes it an
    exception. Raises ScenarioError, with all problems, where system or settings are wrong. KeyboardInterrupt ends the
    run and returns its rows.
    """
    given = {k: v for k, v in locals().items() if k not in ("system", "progress", "unknown")}
    settings = make_settings("run", {**given, **unknown})
    return run_with(as_system(system), settings, _progress(progress, settings))


def run_with(
    system: System,
    settings: _core.Settings,
    progress: Callable[[float], Any] | None = None,
    changed: Mapping[str, float] = {},
    warn: bool = True,
) -> Result:
    """A run with settings that were checked; `changed`: other values for parameters and states."""
    core, blueprints = system._build(changed)
    with claimed(system):
        try:
            result = Result(_core.run(core, settings, progress), blueprints)
        except Error as error:
            raise with_cause(error, blueprints)
        finally:
            forget(blueprints)
            if isinstance(progress, Progress):
                progress.clear()
    if warn and result.failure is not None:
        warnings.warn(f"the run has ended early: {result.failure.message}", RunFailed, stacklevel=3)
    return result


class Snapshot:
    """A state of a run to come back to."""

    def __init__(self, core: _core.Snapshot) -> None:
        self._core = core

    @property
    def time(self) -> float:
        """Of the run, when it was saved."""
        return self._core.time()

    def __repr__(self) -> str:
        return f"<accordo.Snapshot: t = {self.time:g}>"


class Run:
    """A run that goes on by hand; made by `accordo.open`, to be closed, or used in a with statement."""

    def __init__(self, system: System, settings: _core.Settings) -> None:
        core, self._blueprints = system._build()
        self._exception: BaseException | None = None
        self._claim = contextlib.ExitStack()
        self._claim.enter_context(claimed(system))
        self._core: _core.Run | None = None
        try:
            self._core = self._call(_core.Run, core, settings)
        except BaseException:
            self._claim.close()
            raise

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Error as error:
            self._exception = with_cause(error, self._blueprints).__cause__
            raise
        finally:
            forget(self._blueprints)

    def _open(self) -> _core.Run:
        if self._core is None:
            raise ValueError("this run is closed")
        return self._core

    @property
    def time(self) -> float:
        """Where the run stands."""
        return self._open().time()

    def advance_to(self, t: float) -> None:
        """Goes on until t, at most until the stop. Raises an Error where the run fails; it is over then."""
        if not self._call(self._open().advance_to, number(t, "t")):
            raise KeyboardInterrupt

    def __getitem__(self, signal: str) -> float:
        """The present value of an output, an input or a state."""
        if not isinstance(signal, str):
            raise wrong_type("signal", signal, "a name such as 'left.x'")
        return self._call(self._open().value, signal)

    def set(self, input: str, value: float) -> None:
        """An input that nothing drives has this value from now on."""
        if not isinstance(input, str):
            raise wrong_type("input", input, "a name such as 'right.push'")
        self._call(self._open().set, input, number(value, "value"))

    def save(self) -> Snapshot:
        """Remembers where the run is; an Error names the units that cannot be saved."""
        return Snapshot(self._call(self._open().save))

    def restore(self, snapshot: Snapshot) -> None:
        """Goes back, or forth; as often as need be."""
        if not isinstance(snapshot, Snapshot):
            raise wrong_type("snapshot", snapshot, "what save() has returned")
        self._call(self._open().restore, snapshot._core)

    def result(self) -> Result:
        """What there is so far."""
        return Result(self._call(self._open().result), exception=self._exception)

    def close(self) -> None:
        """Ends the run."""
        self._core = None
        self._claim.close()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_claim"):
            self._claim.close()


def open(system: System | str | os.PathLike[str], **settings: Any) -> Run:
    """Prepares a run that is stepped by hand; it stands at its start. Keywords are those of `run`.

    with accordo.open(masses, stop=2, tolerance=1e-4) as run:
        run.advance_to(0.5)
        run["left.x"]
        run.set("right.push", 3.0)
    """
    return Run(as_system(system), make_settings("open", settings))
