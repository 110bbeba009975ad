"""Units in Python: functions that give derivatives, and objects that step."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from . import _core
from ._errors import suggestion, wrong_type
from ._steps import Steps
from ._values import named_numbers, values_type

Names = Mapping[str, float] | Sequence[str]
FeedThrough = Mapping[str, Sequence[str]] | bool


def pairs_of(given: FeedThrough, outputs: Iterable[str], inputs: Iterable[str], what: str) -> list[tuple[str, str]]:
    """Feed-through as pairs of output and input, names checked."""
    outputs, inputs = list(outputs), list(inputs)
    if given is True:
        return [(y, u) for y in outputs for u in inputs]
    if not given:
        return []
    if not isinstance(given, Mapping):
        raise wrong_type(what, given, "True, or a dict of outputs and lists of inputs")
    pairs = []
    for y, row in given.items():
        if y not in outputs:
            raise ValueError(f"{what}: there is no output {y!r}{suggestion(y, outputs)}")
        for u in [row] if isinstance(row, str) else row:
            if u not in inputs:
                raise ValueError(f"{what}[{y!r}]: there is no input {u!r}{suggestion(u, inputs)}")
            pairs.append((y, u))
    return pairs


class FunctionUnit:
    """A unit given by a function of t, x and u; made by the decorator `accordo.unit`. It can still be called."""

    def __init__(
        self,
        function: Callable[..., Any],
        states: Names | None = None,
        inputs: Names | None = None,
        outputs: Sequence[str] | None = None,
        parameters: Mapping[str, float] | None = None,
        feedthrough: FeedThrough | None = None,
        jac: Callable[..., Any] | None = None,
    ) -> None:
        if not callable(function):
            raise wrong_type("function", function, "a function of t, x and u")
        if jac is not None and not callable(jac):
            raise wrong_type("jac", jac, "a function of t, x and u that returns the matrices A, B, C and D")
        self.function, self.jac = function, jac
        self.states = named_numbers(states, "states")
        self.inputs = named_numbers(inputs, "inputs")
        self.outputs = list(named_numbers(self.states if outputs is None else outputs, "outputs"))
        self.parameters = named_numbers(parameters, "parameters")
        self._types = values_type(self.states), values_type(self.inputs), values_type(self.parameters)
        self._pairs: list[tuple[str, str]] | None = None
        if feedthrough is not None:
            self._pairs = pairs_of(feedthrough, self.outputs, self.inputs, "feedthrough")
        self.__doc__ = function.__doc__
        self.__name__ = getattr(function, "__name__", "unit")
        self.__wrapped__ = function

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)

    def __repr__(self) -> str:
        return f"<accordo.unit {self.__name__}: states {list(self.states)}, inputs {list(self.inputs)}, outputs {self.outputs}>"

    def blueprint(self, values: Mapping[str, float]) -> _core.Blueprint:
        """What a system is given; `values` stand instead of parameters and first states."""
        x, u, p = self._types
        states = {name: values.get(name, start) for name, start in self.states.items()}
        parameters = p(values.get(name, value) for name, value in self.parameters.items())
        return _core.function_unit(
            self.function, x, u, parameters if self.parameters else None, self.jac,
            list(states.items()), list(self.inputs.items()), self.outputs, self._feed_through(),
        )  # fmt: skip

    def _feed_through(self) -> list[tuple[str, str]]:
        if self._pairs is None:
            self._pairs = self._probe()
        return self._pairs

    def _probe(self) -> list[tuple[str, str]]:
        """Which outputs change when an input does, tried out at the start. NaN finds what a factor of zero hides."""
        before = self._outputs_under(self.inputs) if self.inputs else None
        if before is None:
            return []
        found = []
        for name, start in self.inputs.items():
            moved = [
                self._outputs_under({**self.inputs, name: value})
                for value in (math.nan, start + 1, start - 1, 2 * start + 0.1, 1e3, -1e3)
            ]
            for i, y in enumerate(self.outputs):
                if any(after is not None and after[i] != before[i] for after in moved):
                    found.append((y, name))
        return found

    def _outputs_under(self, inputs: Mapping[str, float]) -> tuple[Any, ...] | None:
        """None: that is not possible, which the run will tell of."""
        x, u, p = self._types
        arguments: list[Any] = [0.0, x(self.states.values()), u(inputs.values())]
        if self.parameters:
            arguments.append(p(self.parameters.values()))
        try:
            answer = self.function(*arguments)
            both = isinstance(answer, tuple) and len(answer) == 2 and not isinstance(answer[0], (float, int))
            if self.states and not both:
                return tuple(0.0 for _ in self.outputs)  # outputs are states
            y = answer[1] if both else answer
            if isinstance(y, Mapping):
                return tuple(float(y[name]) for name in self.outputs)
            return tuple(float(value) for value in y) if hasattr(y, "__len__") else (float(y),)
        except Exception:  # noqa: BLE001: whatever it is, the run meets it again
            return None


def unit(
    *,
    states: Names | None = None,
    inputs: Names | None = None,
    outputs: Sequence[str] | None = None,
    parameters: Mapping[str, float] | None = None,
    feedthrough: FeedThrough | None = None,
    jac: Callable[..., Any] | None = None,
) -> Callable[[Callable[..., Any]], FunctionUnit]:
    """Makes a unit of a function: x' and y of t, x and u. Accordo integrates it.

    states, inputs: names and first values. outputs: names; states where none are given.
    parameters: names and values; the function then has a fourth argument with them.
    feedthrough: {output: [inputs]} that an output depends on at the same instant; found by trying where not given.
    jac: a function of the same arguments that returns the matrices df/dx, df/du, dg/dx, dg/du; differences else.

    The function returns derivatives and outputs, each as a dict or a sequence in the order of the names, or the
    derivatives alone where all outputs are states. It must depend on nothing but its arguments:

        @accordo.unit(states={"T": 18.0}, inputs={"q": 0.0}, outputs=["T"])
        def room(t, x, u):
            return {"T": (5 - x.T)/600 + u.q/100}, {"T": x.T}
    """
    return lambda function: FunctionUnit(function, states, inputs, outputs, parameters, feedthrough, jac)


class Unit:
    """Base of units that step by themselves.

    Class attributes say what the unit has; methods what it does:

    inputs, outputs     names, or names and first values
    step_size           the only length of its steps; 0: any
    parameters          names and values: attributes that are set before start(), which sweeps and System.set change
    states              attributes that are all that it remembers: such a unit can go back and be saved
    rollback            True: its attributes are all that it remembers, and copies of them take it back
    feedthrough         {output: [inputs]} that output() depends on at the same instant
    input_degree        of the polynomials that step() follows, by u.at(s) with s from 0 to 1; 0: it takes one value

    start(self)         at the beginning of each run; may return first outputs
    step(self, t, h, u) moves on from t to t + h and returns the outputs there
    output(self, t, u)  the outputs at the present instant, where step() does not return them
    save(self), restore(self, saved)   instead of rollback = True

        class Controller(accordo.Unit):
            inputs, outputs, step_size = {"T": 0.0}, ["q"], 60.0
            def start(self): self.on = False
            def step(self, t, h, u):
                self.on = u.T < 19.5 or (self.on and u.T < 20.5)
                return {"q": 5.0 * self.on}
    """

    inputs: Any = {}
    outputs: Any = []
    states: Any = {}
    parameters: Any = {}
    step_size: float = 0.0
    input_degree: int = 0
    rollback: bool = False
    feedthrough: Any = {}

    def start(self) -> Any:
        """At the beginning of each run."""

    def step(self, t: float, h: float, u: Any) -> Any:
        """Moves on from t to t + h and returns the outputs there."""
        raise NotImplementedError(f"{type(self).__name__} has no step(self, t, h, u)")


def object_blueprint(unit: Unit, values: Mapping[str, float]) -> _core.Blueprint:
    """What a system is given for an object that steps."""
    steps = Steps(unit, Unit, values)
    pairs = pairs_of(unit.feedthrough, steps.outputs, steps.inputs, f"{type(unit).__name__}.feedthrough")
    return _core.object_unit(
        steps, values_type(steps.inputs), steps.computes_outputs, steps.can_go_back, steps.input_degree, steps.step_size,
        list(steps.first_states.items()), list(steps.inputs.items()), list(steps.outputs), pairs,
    )  # fmt: skip


def own_copy(unit: Unit) -> Unit:
    """For a copy of a system."""
    return copy.deepcopy(unit)
