"""An object that steps, as the library uses it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from ._errors import wrong_type
from ._values import Values, named_numbers, number


class Course:
    """Inputs over one step: `u.T` at its start, `u.at(s).T` at s from 0 (its start) to 1 (its end)."""

    __slots__ = ("_nodes",)

    def __init__(self, nodes: list[Values]) -> None:
        self._nodes = nodes

    def at(self, s: float) -> Values:
        """Lagrange's polynomial through the nodes, which is the input itself."""
        n = len(self._nodes) - 1
        sums = [0.0] * len(self._nodes[0])
        for i, node in enumerate(self._nodes):
            weight = 1.0
            for j in range(n + 1):
                if j != i:
                    weight *= (n * s - j) / (i - j)
            for k, value in enumerate(node):
                sums[k] += weight * value
        return type(self._nodes[0])(sums)

    def __getattr__(self, name: str) -> float:
        return getattr(self._nodes[0], name)

    def __getitem__(self, key: Any) -> Any:
        return self._nodes[0][key]


class Steps:
    """Adapts an accordo.Unit: attributes that are states or parameters, outputs of the latest step, going back."""

    def __init__(self, unit: Any, base: type, values: Mapping[str, float]) -> None:
        name = type(unit).__name__
        self.unit = unit
        self.inputs = named_numbers(unit.inputs, f"{name}.inputs")
        self.outputs = named_numbers(unit.outputs, f"{name}.outputs")
        states = named_numbers(unit.states, f"{name}.states")
        self.first_states = {key: values.get(key, value) for key, value in states.items()}
        parameters = named_numbers(unit.parameters, f"{name}.parameters")
        self.parameters = {key: values.get(key, value) for key, value in parameters.items()}
        self.step_size = number(unit.step_size, f"{name}.step_size")
        if self.step_size < 0:
            raise ValueError(f"{name}.step_size: {unit.step_size!r} is negative; give the length of its steps, or 0 for any")
        if not isinstance(unit.input_degree, int) or unit.input_degree < 0:
            raise wrong_type(f"{name}.input_degree", unit.input_degree, "a degree: 0, 1, 2 or 3")
        self.input_degree = unit.input_degree
        self._output = getattr(unit, "output", None)
        if self._output is None and states and all(y in states for y in self.outputs):
            self._output = lambda t, u: [getattr(unit, y) for y in self.outputs]
        self.computes_outputs = self._output is not None
        if states and not self.computes_outputs:
            raise TypeError(f"{name} has states, so that it can go back: it needs output(self, t, u) to give its outputs there")
        self._own_save = hasattr(unit, "save") and hasattr(unit, "restore")
        self.can_go_back = bool(states) or bool(unit.rollback) or self._own_save
        self._saved: Any = None

    def start(self, t: float) -> Any:
        for name, value in (*self.parameters.items(), *self.first_states.items()):
            setattr(self.unit, name, value)
        first = self.unit.start()
        if first is None or self.computes_outputs:
            return list(self.outputs.values())
        return first

    def step(self, t: float, h: float, u: Any) -> Any:
        return self.unit.step(t, h, Course(u) if self.input_degree else u)

    def output(self, t: float, u: Values) -> Any:
        return self._output(t, u)  # type: ignore[misc]

    def states(self) -> list[float]:
        return [getattr(self.unit, name) for name in self.first_states]

    def set_states(self, x: list[float]) -> None:
        for name, value in zip(self.first_states, x):
            setattr(self.unit, name, value)

    def save(self) -> None:
        self._saved = self.unit.save() if self._own_save else copy.deepcopy(self.unit.__dict__)

    def restore(self) -> None:
        if self._own_save:
            self.unit.restore(self._saved)
        else:
            self.unit.__dict__.clear()
            self.unit.__dict__.update(copy.deepcopy(self._saved))
