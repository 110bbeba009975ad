"""Systems that the tests share, and the program beside the package."""

import os
import subprocess

import pytest

import accordo as ac


def two_masses():
    """The two masses of the README; with Python's words."""
    masses = ac.System()
    masses.add("left", ac.Equations(states={"x": -1, "v": 0}, inputs={"F": -20000}, parameters={"m": 5, "c": 1e4, "d": 10},
                                    der={"x": "v", "v": "(-c*x - d*v + F)/m"}, outputs=["x", "v"]))  # fmt: skip
    masses.add("right", ac.Equations(states={"y": -3, "w": 0}, inputs={"x": -1, "v": 0, "push": 0},
                                     parameters={"m": 80, "c": 1e4, "d": 10},
                                     der={"y": "w", "w": "(-1e5*y - 40*w - c*(y - x) - d*(w - v) + push)/m"},
                                     outputs={"F": "c*(y - x) + d*(w - v)"}))  # fmt: skip
    masses.connect("left.x -> right.x", "left.v -> right.v", "right.F -> left.F")
    return masses


def mass_in_python(**more):
    """The left mass as a function."""

    @ac.unit(states={"x": -1, "v": 0}, inputs={"F": -20000}, outputs=["x", "v"], **more)
    def left(t, x, u):
        return {"x": x.v, "v": (-1e4 * x.x - 10 * x.v + u.F) / 5}, {"x": x.x, "v": x.v}

    return left


def masses_with(left):
    """The same system with another left mass."""
    masses = two_masses()
    masses._units = {"left": left, "right": masses._units["right"]}
    return masses


@pytest.fixture
def masses():
    return two_masses()


@pytest.fixture(scope="session")
def program():
    """The command line, which the tests of the whole project hand over."""
    if "ACCORDO_PROGRAM" not in os.environ:
        pytest.skip("ACCORDO_PROGRAM is not set")
    return os.environ["ACCORDO_PROGRAM"]


@pytest.fixture(scope="session")
def left_fmu(program, tmp_path_factory):
    """left.fmu: a mass at a wall with the parameter m."""
    folder = tmp_path_factory.mktemp("fmu")
    (folder / "left.yaml").write_text("""units:
  left:
    equations:
      parameters: {m: 5, c: 1e4, d: 10}
      states: {x: -1, v: 0}
      inputs: {F: -20000}
      der: {x: v, v: (-c*x - d*v + F)/m}
      outputs: {x: x, v: v}
experiment: {stop: 1}
""")
    subprocess.run([program, "export", "left.yaml#left", "-o", "left.fmu"], cwd=folder, check=True, capture_output=True)
    return folder / "left.fmu"
