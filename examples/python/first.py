"""Two masses that push and pull each other: the left one is a Python function, the right one equations."""

import accordo as ac


@ac.unit(states={"x": -1, "v": 0}, inputs={"F": -20000}, outputs=["x", "v"])
def left(t, x, u):
    """5 kg, held by a spring: force in, motion out."""
    return {"x": x.v, "v": (-1e4 * x.x - 10 * x.v + u.F) / 5}


right = ac.Equations(  # 80 kg and the spring between them: motion in, force out
    states={"y": -3, "w": 0},
    inputs={"x": -1, "v": 0},
    parameters={"m": 80, "c": 1e4, "d": 10},
    der={"y": "w", "w": "(-1e5*y - 40*w - c*(y - x) - d*(w - v))/m"},
    outputs={"F": "c*(y - x) + d*(w - v)"},
)

masses = ac.System()
masses.add("left", left)
masses.add("right", right)
masses.connect("left.x -> right.x", "left.v -> right.v", "right.F -> left.F")

r = ac.run(masses, stop=2, tolerance=1e-4)

print(r)
print("verdict:", r.verdict)
for t, x in zip([0.5, 1, 1.5, 2], r.at([0.5, 1, 1.5, 2], "left.x")):
    print(f"t = {t:<4} left.x = {x:.4f}")

r.report("masses.html")
print("masses.html: the page with everything about this run")
try:
    r.plot("left.x").figure.savefig("masses.png")
    print("masses.png: the left mass over time")
except ImportError:
    print("install matplotlib for a picture, too")
