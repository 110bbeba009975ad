"""The extension module: a thin layer over include/accordo. Not for use by itself."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Named = list[tuple[str, float]]
Texts = list[tuple[str, str]]
Column = NDArray[np.float64]

def set_error_factory(factory: Callable[[str, tuple, str, str, float], BaseException]) -> None: ...
def version() -> str: ...

class Blueprint:
    def exception(self, words: str) -> BaseException | None: ...
    def forget(self) -> None: ...

def function_unit(
    function: Callable[..., Any],
    x_type: type,
    u_type: type,
    parameters: Any,
    jac: Callable[..., Any] | None,
    states: Named,
    inputs: Named,
    outputs: list[str],
    feed_through: Texts,
) -> Blueprint: ...
def object_unit(
    object: Any,
    u_type: type,
    computes_outputs: bool,
    rollback: bool,
    input_degree: int,
    step_size: float,
    states: Named,
    inputs: Named,
    outputs: list[str],
    feed_through: Texts,
) -> Blueprint: ...

class System:
    def __init__(self) -> None: ...
    @staticmethod
    def read(file: str) -> System: ...
    def copy(self) -> System: ...
    def add_fmu(self, name: str, file: str, kind: str, values: Texts) -> None: ...
    def add_equations(
        self, name: str, states: Named, inputs: Named, parameters: Named, der: Texts, outputs: Texts
    ) -> None: ...
    def add_unit(self, name: str, unit: Blueprint) -> None: ...
    def connect(self, text: str) -> None: ...
    def event(self, t: float) -> None: ...
    def set(self, name: str, value: float) -> None: ...
    def units(self) -> list[str]: ...

class Settings:
    start: float | None
    stop: float | None
    step: float | None
    tolerance: float | None
    accuracy: float | None
    output_interval: float | None
    output_points: Iterable[float]
    method: str
    solver: str
    options: Texts
    record: list[str]
    error_bars: bool | None
    dense: bool
    threads: int
    isolate: bool
    max_steps: int | None
    max_seconds: float | None
    processes: bool

class UnitStatistics:
    name: str
    kind: str
    integrations: int
    wall_seconds: float

class Statistics:
    """All figures of a run, failed ones included."""

    method: str
    status: str
    start: float
    stop: float
    reached: float
    max_coupling_residual: float
    error_estimate: float | None
    startup_seconds: float
    wall_seconds: float
    units: list[UnitStatistics]
    macro_steps: int
    rejected_steps: int
    iterations: int
    integrations: int
    do_steps: int
    estimates: int
    linear_solves: int
    linear_iterations: int
    evaluations: int
    factorizations: int
    linearizations: int
    operator_updates: int
    jumps: int
    handled_events: int
    idle_events: int
    def counters(self) -> dict[str, int]: ...

class Result:
    def done(self) -> bool: ...
    def failure(self) -> tuple[str, str, str, str, float, str, str] | None: ...
    def signals(self) -> list[str]: ...
    def time(self) -> Column: ...
    def signal(self, name: str) -> Column: ...
    def errors(self, name: str) -> Column: ...
    def at(self, times: Column, signal: str) -> Column: ...
    def error(self, signal: str) -> tuple[float, float, float, float, float] | None: ...
    def statistics(self) -> Statistics: ...
    def verdict(self) -> tuple[str, tuple[tuple[str, str, str], ...]]: ...
    def warnings(self) -> list[tuple[str, str, str, str, int, int]]: ...
    def steps(self) -> dict[str, list[float]]: ...
    def write(self, file: str) -> None: ...
    def metadata(self) -> str: ...
    def page(self) -> str: ...

class Comparing:
    methods: list[str]
    steps: list[float]
    tolerances: list[float]
    reference: str
    jobs: int
    run_timeout: float

class ComparedRun:
    """One run of a comparison; one that failed, too."""

    method: str
    step: float | None
    tolerance: float | None
    error_percent: float | None
    statistics: Statistics | None
    status: str
    reason: str
    best: bool

class Comparison:
    reference: str
    signals: list[str]
    notes: list[str]
    runs: list[ComparedRun]
    text: str
    page: str

def compare(system: System, settings: Settings, comparing: Comparing) -> Comparison: ...

class Snapshot:
    def time(self) -> float: ...

class Run:
    def __init__(self, system: System, settings: Settings) -> None: ...
    def advance_to(self, t: float) -> bool: ...
    def set(self, input: str, value: float) -> None: ...
    def save(self) -> Snapshot: ...
    def restore(self, snapshot: Snapshot) -> None: ...
    def value(self, signal: str) -> float: ...
    def result(self) -> Result: ...
    def time(self) -> float: ...

def run(system: System, settings: Settings, progress: Callable[[float], Any] | None) -> Result: ...
