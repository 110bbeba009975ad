// The small cases of one state per unit.
#include <fmt/format.h>

#include "cases/problems.hpp"

namespace accordo::cases {

Case cruise() {
  static constexpr const char* text =
      R"(# The controller has no states: its force follows the speed at once. The speed tends to
# k*v_d/(k + c_f) with the time constant m/(k + c_f). The duration of 10 s is chosen here.

units:
  car:
    equations:
      parameters:
        m: 1576            # kg
        c_f: 0.5           # friction, N/(m/s)
      states:
        v: 0               # m/s
      inputs:
        F: 0
      der:
        v: (F - c_f*v)/m
      outputs:
        v: v

  controller:
    equations:
      parameters:
        k: 1000            # N/(m/s)
        v_d: 40            # desired speed, m/s
      inputs:
        v: 0
      outputs:
        F: k*(v_d - v)

connections:
  - car.v -> controller.v
  - controller.F -> car.F

experiment:
  start: 0
  stop: 10
  method: jacobi
  step: 0.1
)";
  return {.name = "cruise",
          .title = "A car under cruise control: a dynamic unit and a static one",
          .source = in(tutorial_paper, "example 1"),
          .parameters = {},
          .write = [](const Values&) { return text; }};
}

Case lotka_volterra() {
  static constexpr const char* text =
      R"(# Each unit is one species and sees the other's number as its input: small, smooth and nonlinear.

units:
  prey:
    equations:
      parameters:
        alpha: 2/3
        beta: 4/3
      states:
        x: 1
      inputs:
        p: 1               # number of predators
      der:
        x: x*(alpha - beta*p)
      outputs:
        x: x

  predator:
    equations:
      parameters:
        gamma: 1
        delta: 1
      states:
        p: 1
      inputs:
        x: 1               # number of prey
      der:
        p: p*(delta*x - gamma)
      outputs:
        p: p

connections:
  - predator.p -> prey.p
  - prey.x -> predator.x

experiment:
  start: 0
  stop: 20
  method: jacobi
  step: 0.025
)";
  return {.name = "lotka-volterra",
          .title = "Prey and predator, one unit each",
          .source = in(missiles_paper, "section 4.2"),
          .parameters = {},
          .write = [](const Values&) { return text; }};
}

Case tough() {
  static constexpr const char* text =
      R"(# The source depends on time alone, so its linearization says nothing about where it goes. The paper leaves
# a(t) and b(t) open: cos t and sin(2t)/2 are chosen here, and a listener for which the output matters.

units:
  source:
    equations:
      states:
        x: 0
      der:
        x: cos(t)
      outputs:
        y: x + sin(2*t)/2

  listener:
    equations:
      states:
        z: 0
      inputs:
        u: 0
      der:
        z: u - z
      outputs:
        z: z

connections:
  - source.y -> listener.u

experiment:
  start: 0
  stop: 10
  method: jacobi
  step: 0.05
)";
  return {.name = "tough",
          .title = "A signal of time alone, invisible to a linearization",
          .source = in(costarica_paper, "section 4.1"),
          .parameters = {},
          .write = [](const Values&) { return text; }};
}

Case van_der_pol() {
  static constexpr const char* text =
      R"(# x'' = mu*(1 - x^2)*x' - x, split between x' and v'. For large mu it rests for long and then jumps: stiff
# and strongly nonlinear, and hard on every step control.

units:
  position:
    equations:
      states:
        x: 2
      inputs:
        v: 0
      der:
        x: v
      outputs:
        x: x

  velocity:
    equations:
      parameters:
        mu: {mu}
      states:
        v: 0
      inputs:
        x: 0
      der:
        v: mu*(1 - x^2)*v - x
      outputs:
        v: v

connections:
  - velocity.v -> position.v
  - position.x -> velocity.x

experiment:
  start: 0
  stop: 20
  method: jacobi
  step: 0.0025
)";
  return {.name = "van-der-pol",
          .title = "The relaxation oscillator of van der Pol, position and velocity in two units",
          .source = "B. van der Pol: On relaxation oscillations (1926); split in two and mu = 10 chosen here",
          .parameters = {positive("mu", 10, "the strength of the nonlinear damping")},
          .write = [](const Values& v) { return fmt::format(text, fmt::arg("mu", v.find("mu")->second)); }};
}

}  // namespace accordo::cases
