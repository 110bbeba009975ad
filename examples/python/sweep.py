"""How high the left mass swings, over its mass and an uncertain spring; then both found again from a measurement."""

import numpy as np

import accordo as ac

masses = ac.System()
masses.add("left", ac.Equations(states={"x": -1, "v": 0}, inputs={"F": -20000}, parameters={"m": 5},
                                der={"x": "v", "v": "(-1e4*x - 10*v + F)/m"}, outputs=["x", "v"]))  # fmt: skip
masses.add("right", ac.Equations(states={"y": -3, "w": 0}, inputs={"x": -1, "v": 0}, parameters={"c": 1e4, "d": 10},
                                 der={"y": "w", "w": "(-1e5*y - 40*w - c*(y - x) - d*(w - v))/80"},
                                 outputs={"F": "c*(y - x) + d*(w - v)"}))  # fmt: skip
masses.connect("left.x -> right.x", "left.v -> right.v", "right.F -> left.F")

table = ac.sweep(masses, {"left.m": [4, 5, 6], "right.c": ac.uniform(9e3, 1.1e4)}, samples=20, sampling="latin",
                 measure={"peak": "max(left.x)"}, stop=2)  # fmt: skip
print(table.groupby("left.m")["peak"].agg(["min", "mean", "max"]))

times = np.linspace(0.01, 0.4, 40)
measured = ac.run(masses, stop=0.4, tolerance=1e-8, output_points=times).to_pandas()[["left.x"]]
measured["left.x"] += np.random.default_rng(0).normal(0, 0.02, len(times))
guess = masses.copy().set("left.m", 5.3).set("right.c", 9500)
print(ac.fit(guess, measured, parameters=["left.m", "right.c"]))
