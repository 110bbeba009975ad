"""Systems: units and what connects them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from . import _core
from ._errors import suggestion, wrong_type
from ._units import FunctionUnit, Unit, object_blueprint, own_copy
from ._values import named_numbers, number


class Fmu:
    """A unit that is an FMU: its file, the kind to use where it has both, values of parameters and inputs.

    Values whose names are no identifiers come as a dict: Fmu("a.fmu", values={"mass[1]": 5}).
    """

    def __init__(
        self,
        file: str | os.PathLike[str],
        kind: str | None = None,
        values: Mapping[str, float | str] | None = None,
        **more: float | str,
    ) -> None:
        if kind not in (None, "co-simulation", "model-exchange"):
            raise ValueError(f"kind: {kind!r} is not a kind of FMU; give 'co-simulation' or 'model-exchange'")
        try:
            self.file = os.fspath(file)
        except TypeError:
            raise wrong_type("file", file, "the path of an .fmu") from None
        self.kind = kind
        self.values = {**(values or {}), **more}
        for name, value in self.values.items():
            if not isinstance(value, str):
                number(value, f"value of {name!r}")

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Fmu({self.file!r}{values})"

    def _add_to(self, core: _core.System, name: str, changed: Mapping[str, float]) -> None:
        values = [(key, _text(value)) for key, value in {**self.values, **changed}.items()]
        core.add_fmu(name, self.file, self.kind or "", values)


class Equations:
    """A unit given by equations, as in a scenario file.

    states, inputs, parameters: names and (first) values. der, outputs: names and expressions; outputs may also be a
    list of states.
    """

    def __init__(
        self,
        states: Mapping[str, float] | None = None,
        inputs: Mapping[str, float] | Iterable[str] | None = None,
        parameters: Mapping[str, float] | None = None,
        der: Mapping[str, str | float] | None = None,
        outputs: Mapping[str, str | float] | Iterable[str] | None = None,
    ) -> None:
        self.states = named_numbers(states, "states")
        self.inputs = named_numbers(inputs, "inputs")
        self.parameters = named_numbers(parameters, "parameters")
        self.der = _expressions(der, "der")
        self.outputs = _expressions(outputs, "outputs")

    def __repr__(self) -> str:
        return f"Equations(states={list(self.states)}, inputs={list(self.inputs)}, outputs={list(self.outputs)})"

    def _add_to(self, core: _core.System, name: str, changed: Mapping[str, float]) -> None:
        states, inputs, parameters = (
            [(key, changed.get(key, value)) for key, value in group.items()]
            for group in (self.states, self.inputs, self.parameters)
        )
        core.add_equations(name, states, inputs, parameters, list(self.der.items()), list(self.outputs.items()))


def _text(value: float | str) -> str:
    return value if isinstance(value, str) else repr(float(value)) if isinstance(value, float) else str(value)


def _expressions(given: Any, what: str) -> dict[str, str]:
    if given is None:
        return {}
    if isinstance(given, str):
        raise wrong_type(what, given, "a dict of names and expressions")
    if not isinstance(given, Mapping):
        given = {name: name for name in given}
    for name, value in given.items():
        if not isinstance(value, str):
            number(value, f"{what}[{name!r}]")
    return {name: _text(value) for name, value in given.items()}


AnyUnit = Fmu | Equations | FunctionUnit | Unit


class System:
    """Units and connections. What is wrong with them is found when a run begins, all at once.

    masses = System()
    masses.add("left", Fmu("left.fmu", m=5))
    masses.add("right", Equations(...))
    masses.connect("left.x -> right.x", "right.F -> left.F")
    """

    def __init__(self) -> None:
        self._base: _core.System | None = None
        self._file: str | None = None
        self._units: dict[str, AnyUnit] = {}
        self._connections: list[str] = []
        self._events: list[float] = []
        self._values: dict[str, float] = {}

    @property
    def units(self) -> list[str]:
        """Names, in the order of their coming."""
        return [*(self._base.units() if self._base is not None else []), *self._units]

    def add(self, name: str, unit: AnyUnit | type[Unit]) -> System:
        """Adds an Fmu, Equations, a function decorated with `accordo.unit`, or an object (or class) derived from Unit."""
        if not isinstance(name, str):
            raise wrong_type("name", name, "a text")
        if name in self.units:
            raise ValueError(f"name: there is a unit called {name!r}; each needs a name of its own")
        if isinstance(unit, type) and issubclass(unit, Unit):
            unit = unit()
        if not isinstance(unit, (Fmu, Equations, FunctionUnit, Unit)):
            hint = " (decorate the function with accordo.unit)" if callable(unit) else ""
            raise wrong_type("unit", unit, f"an Fmu, Equations, a function made a unit, or an accordo.Unit{hint}")
        for other, known in self._units.items():
            if known is unit and isinstance(unit, Unit):
                raise ValueError(f"unit: this object is unit {other!r} already; each needs an object of its own")
        self._units[name] = unit
        return self

    def connect(self, *connections: str) -> System:
        """Connects outputs to inputs: "left.x -> right.x", also scaled: "a.y * 0.001 + 273.15 -> b.u"."""
        for connection in connections:
            if not isinstance(connection, str):
                raise wrong_type("connection", connection, "a text such as 'left.x -> right.x'")
        self._connections += connections
        return self

    def event(self, t: float) -> System:
        """Something jumps at this time: a step ends there, and everything starts again."""
        self._events.append(number(t, "t"))
        return self

    def set(self, name: str, value: float) -> System:
        """Gives a parameter, the first value of a state or the start value of an input: set("left.m", 5)."""
        self._check_settable(name)
        self._values[name] = number(value, name)
        return self

    def copy(self) -> System:
        """Another system with the same units, to be changed by itself; objects derived from Unit are copied."""
        other = System()
        other._base, other._file = self._base, self._file
        other._units = {n: own_copy(u) if isinstance(u, Unit) else u for n, u in self._units.items()}
        other._connections, other._events = list(self._connections), list(self._events)
        other._values = dict(self._values)
        return other

    def __repr__(self) -> str:
        source = f" of {self._file}" if self._file else ""
        return f"<accordo.System{source}: units {', '.join(self.units) or 'none'}; {len(self._connections)} connections added>"

    def _check_settable(self, name: str) -> None:
        if not isinstance(name, str) or "." not in name:
            raise ValueError(f"name: {name!r} is not of the form 'unit.parameter'")
        unit, _, variable = name.partition(".")
        if unit not in self.units:
            raise ValueError(f"name: there is no unit {unit!r}{suggestion(unit, self.units)}")
        added = self._units.get(unit)
        if added is None or isinstance(added, Fmu):
            return  # their own names are known when a run begins
        known: list[str] = [*added.parameters, *added.states]
        if isinstance(added, Equations):
            known += added.inputs
        if variable not in known:
            raise ValueError(f"name: nothing of unit {unit!r} that can be set is called {variable!r}{suggestion(variable, known)}")

    def _value_of(self, name: str) -> float | None:
        """Of a parameter, state or input; None where only the file of the unit has it."""
        if name in self._values:
            return self._values[name]
        unit, _, variable = name.partition(".")
        added = self._units.get(unit)
        if isinstance(added, Fmu):
            value = added.values.get(variable)
            return None if isinstance(value, str) else value
        groups = [getattr(added, group, {}) for group in ("parameters", "states", "inputs")]
        return next((number(group[variable], name) for group in groups if variable in group), None)

    def _build(self, changed: Mapping[str, float] = {}) -> tuple[_core.System, dict[str, _core.Blueprint]]:
        """The system of the library, and what knows the exceptions of units in Python."""
        core = self._base.copy() if self._base is not None else _core.System()
        values = {**self._values, **changed}
        blueprints = {}
        for name, unit in self._units.items():
            own = {key.partition(".")[2]: v for key, v in values.items() if key.partition(".")[0] == name}
            if isinstance(unit, (Fmu, Equations)):
                unit._add_to(core, name, own)
                continue
            blueprint = unit.blueprint(own) if isinstance(unit, FunctionUnit) else object_blueprint(unit, own)
            blueprints[name] = blueprint
            core.add_unit(name, blueprint)
        for key, value in values.items():
            if key.partition(".")[0] not in self._units:
                core.set(key, value)
        for connection in self._connections:
            core.connect(connection)
        for t in self._events:
            core.event(t)
        return core, blueprints


def read(file: str | os.PathLike[str]) -> System:
    """Reads a scenario (.yaml), a system structure (.ssp, .ssd) or a single .fmu.

    Raises ScenarioError with all problems of the file.
    """
    try:
        path = os.fspath(file)
    except TypeError:
        raise wrong_type("file", file, "the path of a .yaml, .ssp, .ssd or .fmu") from None
    system = System()
    system._file = path
    system._base = _core.System.read(path)
    return system


def as_system(system: object) -> System:
    """A system, or one read from a file."""
    if isinstance(system, System):
        return system
    if isinstance(system, (str, os.PathLike)):
        return read(system)
    raise wrong_type("system", system, "an accordo.System, or the path of a file")
