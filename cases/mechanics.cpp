// Mechanical cases besides the two masses and the chain.
#include <fmt/format.h>

#include "cases/problems.hpp"

namespace accordo::cases {

Case damper() {
  static constexpr const char* text =
      R"(# A mass pushed by a vanishing force f_L(t) leans with its spring and damper (SD) on the massless plate of a
# second damper (D_D). Force and velocity depend on each other at once: an algebraic loop. Iterating on it
# by fixed point contracts only where D_D > D_SD = 1.

units:
  S1:
    equations:
      parameters:
        M: 1
        K_SD: 1
        D_SD: 1
      states:
        x: 0
        v: 0
      inputs:
        v_C: 0             # velocity and position of the plate
        x_C: 0
      der:
        x: v
        v: (if(t < 2, 5*exp(1)*exp(1/((t/2)^2 - 1)), 0) - D_SD*(v - v_C) - K_SD*(x - x_C))/M
      outputs:
        f_C: D_SD*(v - v_C) + K_SD*(x - x_C)

  S2:
    equations:
      parameters:
        D_D: {D_D}
      states:
        x_D: 0
      inputs:
        f_C: 0
      der:
        x_D: f_C/D_D
      outputs:
        v_C: f_C/D_D
        x_C: x_D

connections:
  - S2.v_C -> S1.v_C
  - S2.x_C -> S1.x_C
  - S1.f_C -> S2.f_C

events: none           # the force is smooth at 2; the papers do not stop there

experiment:
  start: 0
  stop: 10
  method: jacobi
  step: 0.025
)";
  return {
      .name = "damper",
      .title = "A mass on a spring, a damper and a massless plate: a feed-through loop of adjustable gain",
      .source =
          "Y. Eguillon, B. Lacabanne, D. Tromeur-Dervout: IFOSMONDI Co-simulation Algorithm with "
          "Jacobian-Free "
          "Methods in PETSc, Engineering with Computers, doi:10.1007/s00366-021-01558-6, section 5.1, table "
          "1",
      .parameters = {positive("D_D", 1, "the rating of the damper behind the plate; the paper: 0.01 to 4")},
      .write = [](const Values& v) { return fmt::format(text, fmt::arg("D_D", v.find("D_D")->second)); }};
}

Case quarter_car() {
  static constexpr const char* text =
      R"(# Everything is at rest at height 0 when the road rises to 0.1 m at the start. Heights are measured from the
# rest position, so that gravity drops out. The wheel is light and hard, the chassis heavy and soft.

units:
  wheel:
    equations:
      parameters:
        m: 40              # kg
        c: 150000          # tyre, N/m
        road: 0.1          # m
      states:
        z: 0
        v: 0
      inputs:
        F: 0               # of the suspension
      der:
        z: v
        v: (c*(road - z) + F)/m
      outputs:
        z: z
        v: v

  chassis:
    equations:
      parameters:
        m: 400             # kg
        c: 15000           # suspension, N/m
        d: 1000            # shock absorber, N/(m/s)
      states:
        z: 0
        v: 0
      inputs:
        z_w: 0             # motion of the wheel
        v_w: 0
      der:
        z: v
        v: (-c*(z - z_w) - d*(v - v_w))/m
      outputs:
        F: c*(z - z_w) + d*(v - v_w)
        z: z

connections:
  - wheel.z -> chassis.z_w
  - wheel.v -> chassis.v_w
  - chassis.F -> wheel.F

experiment:
  start: 0
  stop: 4
  method: jacobi
  step: 1e-3
)";
  return {.name = "quarter-car",
          .title = "Wheel and chassis of a quarter car on a step in the road",
          .source =
              "T. Schierz, M. Arnold, C. Clauß: Co-simulation with communication step size control in an FMI "
              "compatible master algorithm (2012), doi:10.3384/ecp12076205",
          .parameters = {},
          .write = [](const Values&) { return text; }};
}

}  // namespace accordo::cases
