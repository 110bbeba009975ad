import accordo as ac

masses = ac.System()                                    # or ac.read("masses.yaml"), ac.read("x.ssp"), ac.read("x.fmu")
masses.add("left", ac.Fmu("left.fmu", m=5))
masses.add("right", ac.Equations(states={"y": -3, "w": 0}, inputs={"x": -1, "v": 0, "push": 0}, parameters={"m": 80, "c": 1e4, "d": 10},
                                 der={"y": "w", "w": "(-1e5*y - 40*w - c*(y - x) - d*(w - v) + push)/m"},
                                 outputs={"F": "c*(y - x) + d*(w - v)"}))
masses.connect("left.x -> right.x", "left.v -> right.v", "right.F -> left.F")

@ac.unit(states={"T": 18.0}, inputs={"q": 0.0}, outputs=["T"])       # a unit in Python: an ODE ...
def room(t, x, u):
    return {"T": (5 - x.T)/600 + u.q/100}, {"T": x.T}

class Controller(ac.Unit):                                            # ... or anything that steps
    inputs, outputs, step_size = {"T": 0.0}, ["q"], 60.0
    def start(self): self.on = False
    def step(self, t, h, u): self.on = u.T < 19.5 or (self.on and u.T < 20.5); return {"q": 5.0 * self.on}

house = ac.System()
house.add("room", room); house.add("thermostat", Controller())
house.connect("room.T -> thermostat.T", "thermostat.q -> room.q")

r = ac.run(house, stop=3600, step=60)                    # keywords as in experiment:, and method=, options=, record=, progress=
r.time, r["room.T"]                                      # numpy arrays, no copy
r.at([0, 60, 120], "room.T")                             # dense output
r.to_pandas()                                            # DataFrame indexed by time
r.verdict, r.verdict.reasons, r.statistics, r.error("room.T")
r.plot("room.T")                                         # matplotlib; a band where there is an error bar
r.save("room.csv"); r.report("room.html"); r             # in a notebook: the interactive page
r.raise_for_failure()

table = ac.sweep(masses, {"left.m": [4, 5, 6], "right.c": ac.uniform(9e3, 1.1e4)}, samples=200, stop=2, tolerance=1e-4,
                 measure={"peak": lambda r: r["left.x"].max()}, workers="auto")   # 3 x 200 runs: samples per grid point; processes; a DataFrame; failed runs are rows
comparison = ac.compare(masses, methods=["jacobi", "missiles"], steps=[1e-2, 1e-3], stop=2)

with ac.open(masses, stop=2, tolerance=1e-4) as run:     # step by step
    run.advance_to(0.5); run["left.x"]; run.set("right.push", 3.0); state = run.save(); run.advance_to(1); run.restore(state)
