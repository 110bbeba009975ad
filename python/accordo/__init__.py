"""Accordo couples simulators: units with inputs, outputs and solvers of their own become one trajectory.

    import accordo as ac

    house = ac.System()                 # or ac.read("masses.yaml"), ac.read("x.ssp"), ac.read("x.fmu")
    house.add("room", room)             # ac.Fmu, ac.Equations, a function made a unit, an object derived from ac.Unit
    house.connect("room.T -> thermostat.T", "thermostat.q -> room.q")
    r = ac.run(house, stop=3600)
    r["room.T"]                         # a numpy array

help(accordo.run) tells of settings, help(accordo.unit) and help(accordo.Unit) of units in Python.
"""

from . import _core
from ._compare import Comparison, compare
from ._errors import Error, NoAgreement, OutputError, Problem, RunFailed, ScenarioError, UnitError
from ._fit import Fit, fit
from ._result import Failure, Reason, Result, SignalError, Verdict
from ._run import Run, Snapshot, open, run
from ._samples import Distribution, loguniform, normal, uniform
from ._sweep import sweep
from ._system import Equations, Fmu, System, read
from ._units import FunctionUnit, Unit, unit
from ._values import Values

__version__: str = _core.version()

__all__ = [
    "Comparison", "Distribution", "Equations", "Error", "Failure", "Fit", "Fmu", "FunctionUnit", "NoAgreement", "OutputError", "Problem", "Reason", "Result",
    "Run", "RunFailed", "ScenarioError", "SignalError", "Snapshot", "System", "Unit", "UnitError", "Values", "Verdict",
    "compare", "fit", "loguniform", "normal", "open", "read", "run", "sweep", "uniform", "unit",
]  # fmt: skip
