// Two masses between two walls, cut at the spring between them; three papers use it with different numbers.
#include <fmt/format.h>

#include "cases/problems.hpp"

namespace accordo::cases {
namespace {

/// The numbers in which the cases differ. Springs and dampers: 1 left wall, 2 between the masses, 3 right
/// wall.
struct TwoMasses {
  std::string_view about;  ///< comment lines
  double m1 = 0, m2 = 0;
  double c1 = 0, c2 = 0, c3 = 0;
  double d1 = 0, d2 = 0, d3 = 0;
  double x1 = 0, x2 = 0;                     ///< positions at the start; both masses are at rest
  double force_start = 0, motion_start = 0;  ///< start values of the inputs F of S1 and x of S2
  std::string_view force = "c2*(x2 - x) + d2*(v2 - v)";
  std::string_view end;  ///< events and experiment
};

constexpr const char* layout = R"({about}

units:
  S1:                        # left mass: a force comes in, its motion goes out
    equations:
      parameters:
        m: {m1}
        c: {c1}
        d: {d1}
      states:
        x: {x1}
        v: 0
      inputs:
        F: {force_start}
      der:
        x: v
        v: (-c*x - d*v + F)/m
      outputs:
        x: x
        v: v

  S2:                        # right mass and the spring between them: motion in, force on S1 out
    equations:
      parameters:
        m: {m2}
        c2: {c2}
        d2: {d2}
        c3: {c3}
        d3: {d3}
      states:
        x2: {x2}
        v2: 0
      inputs:
        x: {motion_start}
        v: 0
      der:
        x2: v2
        v2: (-c3*x2 - d3*v2 - c2*(x2 - x) - d2*(v2 - v))/m
      outputs:
        F: {force}

connections:
  - S1.x -> S2.x
  - S1.v -> S2.v
  - S2.F -> S1.F

{end})";

std::string two_mass_scenario(const TwoMasses& s) {
  using fmt::arg;
  return fmt::format(layout, arg("about", s.about), arg("m1", s.m1), arg("m2", s.m2), arg("c1", s.c1),
                     arg("c2", s.c2), arg("c3", s.c3), arg("d1", s.d1), arg("d2", s.d2), arg("d3", s.d3),
                     arg("x1", s.x1), arg("x2", s.x2), arg("force_start", s.force_start),
                     arg("motion_start", s.motion_start), arg("force", s.force), arg("end", s.end));
}

}  // namespace

Case two_mass() {
  const TwoMasses numbers{
      .about =
          R"(# Springs to both walls and between the masses, each with a damper. Units: kg, N/m, N/(m/s), m, s;
# positive is to the right. S2 computes the force between the masses and sends it back to S1.)",
      .m1 = 5,
      .m2 = 80,
      .c1 = 1e4,
      .c2 = 1e4,
      .c3 = 1e5,
      .d1 = 10,
      .d2 = 10,
      .d3 = 40,
      .x1 = -1,
      .x2 = -3,
      .force_start = -20000,
      .motion_start = -1,
      .end = R"(experiment:
  start: 0
  stop: 2
  method: jacobi
  step: 1e-3
)"};
  return {.name = "two-mass",
          .title = "Two masses coupled by a spring and a damper, the classic benchmark of co-simulation",
          .source = in(missiles_paper, "table 3"),
          .parameters = {},
          .write = [text = two_mass_scenario(numbers)](const Values&) { return text; }};
}

Case tutorial() {
  const TwoMasses numbers{
      .about =
          R"(# The paper's c_c and d_c are c2 and d2 here, its c2 is c3; no damper to the right wall. The paper does
# not state start positions and duration: x1 = 1, x2 = 0 and 20 s are chosen here.)",
      .m1 = 1,
      .m2 = 1,
      .c1 = 5,
      .c2 = 1,
      .c3 = 0.1,
      .d1 = 1,
      .d2 = 1,
      .d3 = 0,
      .x1 = 1,
      .x2 = 0,
      .end = R"(experiment:
  start: 0
  stop: 20
  method: jacobi
  step: 0.05
)"};
  return {.name = "tutorial",
          .title = "Two coupled mass-spring-damper systems, a gentle one to start with",
          .source = in(tutorial_paper, "examples 2 to 4"),
          .parameters = {},
          .write = [text = two_mass_scenario(numbers)](const Values&) { return text; }};
}

Case behaviour_change() {
  const TwoMasses numbers{
      .about =
          R"(# Bodies of 10 t. After 100 s the right system becomes a constant pull of 1000 N on the left one; the event
# keeps macro-steps from crossing that instant. The sign of x1 is lost in the paper: + is chosen here.)",
      .m1 = 1e4,
      .m2 = 1e4,
      .c1 = 1e3,
      .c2 = 1e3,
      .c3 = 1e3,
      .d1 = 1e3,
      .d2 = 0,
      .d3 = 1e3,
      .x1 = 1,
      .x2 = 0,
      .force = "if(t >= 100, 1000, c2*(x2 - x) + d2*(v2 - v))",
      .end = R"(events: [100]

experiment:
  start: 0
  stop: 200
  method: jacobi
  step: 0.1
)"};
  return {.name = "behaviour-change",
          .title = "Two masses, one of which changes its behavior at a known instant",
          .source = in(costarica_paper, "section 4.2"),
          .parameters = {},
          .write = [text = two_mass_scenario(numbers)](const Values&) { return text; }};
}

}  // namespace accordo::cases
