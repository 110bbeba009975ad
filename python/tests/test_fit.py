"""Fits find the parameters that data were made with, and say how well they are known."""

import numpy as np
import pytest

import accordo as ac

pytest.importorskip("scipy")
TIMES = np.linspace(0.01, 0.3, 30)  # short: over many periods there are many minima


@pytest.fixture
def measured(masses):
    r = ac.run(masses, stop=0.3, tolerance=1e-9, output_points=TIMES)
    return {"time": r.time, "left.x": r["left.x"], "right.F": r["right.F"]}


def start(masses):
    return masses.copy().set("left.m", 5.3).set("right.c", 0.95e4)


def test_exact_data_give_the_parameters(masses, measured):
    found = ac.fit(start(masses), measured, ["left.m", "right.c"])
    assert found.converged and found.parameters == pytest.approx({"left.m": 5, "right.c": 1e4}, rel=1e-4)
    assert abs(found.residuals["left.x"]).max() < 1e-4 and "left.m = 5" in str(found)
    assert len(found.result) == len(TIMES)


def test_intervals_hold_as_often_as_they_say(masses, measured):
    rng, held, tries = np.random.default_rng(1), 0, 12
    for _ in range(tries):
        noisy = {**measured, "left.x": measured["left.x"] + rng.normal(0, 0.05, len(TIMES))}
        del noisy["right.F"]
        found = ac.fit(masses, noisy, {"left.m": (5.3, 1, 10)}, confidence=0.8, tolerance=1e-6)
        low, high = found.intervals["left.m"]
        assert low < found.parameters["left.m"] < high and found.deviations["left.m"] < 0.1
        held += low < 5 < high
    assert 6 <= held <= 12, "80 % of 12 are 9.6; fewer than 6 come in less than one of 200 cases"


def test_data_in_other_shapes(masses, measured):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(measured)
    by_index = frame.set_index("time")
    fits = [ac.fit(start(masses), data, {"left.m": 5.2}, sigma={"left.x": 0.1, "right.F": 100}) for data in (measured, frame, by_index)]
    assert fits[0].parameters == fits[1].parameters == fits[2].parameters


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"data": {"left.x": [1]}}, "data:.*'time'"),
        ({"data": {"time": [1, 2], "left.x": [1]}}, r"'left.x'.*1 values.*2 times"),
        ({"data": {"time": [1, 2]}}, "no signals"),
        ({"parameters": "left.m"}, "parameters: 'left.m'"),
        ({"parameters": ["left.k"]}, "'k'"),
        ({"parameters": {"left.m": (1, 2)}}, "neither a first value"),
        ({"parameters": []}, "there are none"),
        ({"sigma": {"left.y": 1}}, "did you mean 'left.x'"),
        ({"confidence": 95}, "confidence: 95"),
    ],
)
def test_wrong_arguments(masses, change, message):
    right = {"data": {"time": [1.0], "left.x": [0.0]}, "parameters": ["left.m"]}
    with pytest.raises((TypeError, ValueError), match=message):
        ac.fit(masses, **{**right, **change})
