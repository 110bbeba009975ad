"""A room and a thermostat that looks at it once a minute: a unit that steps by itself, run by hand."""

import accordo as ac


class Thermostat(ac.Unit):
    """On below `low`, off above `high`."""

    inputs, outputs, step_size = {"T": 18.0}, {"q": 5.0}, 60.0
    parameters = {"low": 19.5, "high": 20.5}

    def start(self):
        self.on = True

    def step(self, t, h, u):
        self.on = u.T < self.low or (self.on and u.T < self.high)
        return {"q": 5.0 * self.on}


house = ac.System()
house.add("room", ac.Equations(states={"T": 18}, inputs={"q": 5}, der={"T": "(5 - T)/600 + q/100"}, outputs=["T"]))
house.add("thermostat", Thermostat())
house.connect("room.T -> thermostat.T", "thermostat.q -> room.q")

with ac.open(house, stop=3600, step=60, method="jacobi") as run:
    for minute in range(10, 61, 10):
        run.advance_to(60 * minute)
        print(f"{minute:2} min: {run['room.T']:5.2f} degrees, heating {'on' if run['thermostat.q'] else 'off'}")
