// Nothing that is narrow hides from an integrator: pulses in time, hills in space.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "unit/ode/build.hpp"
#include "unit/ode/driven_system.hpp"

namespace accordo {
namespace {

class EveryIntegratorSees : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryIntegratorSees, testing::Values("auto", "dopri5", "rosenbrock", "rk4"));

using Named = std::vector<std::pair<std::string, std::string>>;

std::vector<Definition> definitions(const Named& list) {
  std::vector<Definition> all;
  for (const auto& [name, value] : list) all.push_back({{name, {}}, {value, {}}});
  return all;
}

struct Equations {
  Named states, der, outputs = {}, inputs = {};
};

std::unique_ptr<Unit> unit_of(const Equations& e, const std::string& integrator, double stop,
                              double start = 0) {
  auto body = std::make_shared<EquationsSpec>();
  body->states = definitions(e.states);
  body->der = definitions(e.der);
  body->outputs = definitions(e.outputs);
  body->inputs = definitions(e.inputs);
  UnitSpec spec;
  spec.name.text = "a";
  spec.body = std::shared_ptr<const EquationsSpec>(body);
  spec.integrator = integrator;
  Problems problems;
  const BuiltUnit built = UnitBuilder(1e-8, {.start = start, .stop = stop}).build(spec, problems);
  EXPECT_TRUE(problems.list().empty());
  return built.make();
}

/// The states after equal macro-steps from start to stop, without inputs.
std::vector<double> states_after(Unit& unit, double start, double stop, int steps) {
  for (int k = 0; k < steps; ++k) {
    const double h = (stop - start) / steps;
    unit.step({.t = start + k * h, .h = h, .end = start + (k + 1) * h}, {}, nullptr, nullptr);
  }
  std::vector<double> x(unit.info().ports.states.size());
  unit.states(x.data());
  return x;
}

std::string number(double v) {
  return "(" + std::to_string(v) + ")";
}

std::string scientific(double v) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "(%.17g)", v);
  return text.data();
}

/// Places in [0, 1] that have nothing to do with the points of any step.
double place(int k) {
  return std::fmod(0.37 + 0.61803398874989484 * k, 1.0) * 0.8 + 0.1;
}

/// Fixed micro-steps know no tolerance: they must see it, which without a guard they do not at all.
void expect_seen(double share, double tolerance, const std::string& integrator, const std::string& what) {
  if (integrator != "rk4") {
    EXPECT_NEAR(share, 1, tolerance) << what;
  } else {
    EXPECT_GT(share, 0.3) << what;
    EXPECT_LT(share, 3) << what;
  }
}

// x' = c exp(-((t - t0)/w)²): the integral c w √π, whatever the width, the place and the size.
TEST_P(EveryIntegratorSees, PulsesOfEveryWidth) {
  int k = 0;
  for (const double share : {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2}) {
    for (const double c : {1.0, 1e12, 1e-12}) {
      for (const double start : {0.0, -3.0, 1e4}) {
        const double w = 10 * share, t0 = start + 10 * place(k++);
        const std::string f = scientific(c) + "*exp(-((t - " + scientific(t0) + ")/" + scientific(w) + ")^2)";
        const auto unit = unit_of({.states = {{"x", "0"}}, .der = {{"x", f}}}, GetParam(), start + 10, start);
        const double x = states_after(*unit, start, start + 10, 3)[0];
        const double exact = c * w * std::sqrt(std::numbers::pi);
        // The absolute tolerance of integrators is 1e-10: what is smaller need not be right, but be seen.
        expect_seen(x / exact, c < 1 ? 0.9 : 1e-5, GetParam(), f);
      }
    }
  }
}

TEST_P(EveryIntegratorSees, PulsesOfEveryKind) {
  struct Pulse {
    const char* z;  ///< in terms of z
    double integral;
  };
  const double pi = std::numbers::pi;
  for (const Pulse& p :
       {Pulse{"5 + 1/(1 + Z^2)^4", 5 * pi / 16}, Pulse{"tanh(Z + 9) - tanh(Z - 9)", 36},
        Pulse{"(1 + tanh(Z + 5))*(1 - tanh(Z - 5))", 40}, Pulse{"if(Z > -1 and Z < 1, 3, 0)", 6},
        Pulse{"3*(Z > -1)*(Z < 1)", 6}, Pulse{"max(0, min(1 + Z, 1 - Z))", 1},
        Pulse{"exp(-Z^2) + exp(-(Z - 100)^2)", 2 * std::sqrt(pi)}, Pulse{"exp(-abs(Z))", 2}}) {
    for (int k = 0; k < 4; ++k) {
      const double w = 0.004, t0 = 9 * place(k);
      std::string f = p.z;
      const std::string z = "((t - " + number(t0) + ")/" + number(w) + ")";
      for (std::size_t at = f.find('Z'); at != std::string::npos; at = f.find('Z', at + z.size()))
        f.replace(at, 1, z);
      const auto unit = unit_of({.states = {{"x", "0"}}, .der = {{"x", f}}}, GetParam(), 10);
      const double offset = p.z[0] == '5' ? 50 : 0;
      const double x = states_after(*unit, 0, 10, 2)[0] - offset;
      // Ten internal steps at the pulse, each to 1e-8 of the state.
      const double tolerance = std::max(1e-4, 10 * 1e-8 * offset / (w * p.integral));
      expect_seen(x / (w * p.integral), tolerance, GetParam(), f);
    }
  }
}

// What happens in a narrow place is felt by whoever flies through it, however fast.
TEST_P(EveryIntegratorSees, HillsInSpace) {
  for (const double w : {1e-3, 1e-2, 0.1}) {
    const std::string z = "(x/" + number(w) + ")";
    const auto unit =
        unit_of({.states = {{"x", "-4"}, {"q", "0"}}, .der = {{"x", "1.3"}, {"q", "exp(-" + z + "^2)"}}},
                GetParam(), 10);
    const double q = states_after(*unit, 0, 10, 2)[1];
    const double exact = w * std::sqrt(std::numbers::pi) / 1.3;
    expect_seen(q / exact, 1e-4, GetParam(), z);
  }
}

/// Counts evaluations of a unit's equations under one integrator, guarded or not.
struct Counted {
  Counted(const Equations& e, const char* kind, bool guarded) {
    EquationsSpec body;
    body.states = definitions(e.states);
    body.der = definitions(e.der);
    Problems problems;
    auto equations = std::make_shared<CompiledEquations>(*compile(body, problems));
    if (!guarded) {
      equations->watched = {};
      equations->timed = {};
    }
    EquationsDynamics dynamics(equations, {}, {.start = 0, .stop = 10});
    DrivenSystem system(dynamics, equations->states, 0);
    const auto integrator =
        make_integrator(kind, equations->states, IntegratorSettings::with_tolerance(1e-8));
    for (const Definition& d : body.states) x.push_back(std::stod(d.value.text));
    for (int k = 0; k < 5; ++k) {
      const Step step{.t = 2.0 * k, .h = 2, .end = 2.0 * k + 2};
      system.open(step, {});
      integrator->advance(system, step, k > 0, x.data());
    }
    evaluations = integrator->evaluations();
  }
  std::vector<double> x;
  long long evaluations = 0;
};

// Where nothing is narrow the guards change nothing, not a bit: parallel flight (distances stay what they
// are, however far both fly), a circular orbit (so does the radius), a pendulum, growth, rhythm.
TEST_P(EveryIntegratorSees, NothingWhereThereIsNothing) {
  const std::string cubed = "(x^2 + y^2)^1.5";
  for (const Equations& e : {Equations{{{"x", "0"}, {"y", "1"}, {"q", "0"}},
                                       {{"x", "7"}, {"y", "7"}, {"q", "exp(-1000*(y - x)^2) - q"}}},
                             Equations{{{"x", "1"}, {"y", "0"}, {"v", "0"}, {"w", "1"}},
                                       {{"x", "v"}, {"y", "w"}, {"v", "-x/" + cubed}, {"w", "-y/" + cubed}}},
                             Equations{{{"p", "1"}, {"v", "0"}}, {{"p", "v"}, {"v", "-sin(p)"}}},
                             Equations{{{"x", "1"}}, {{"x", "x/(1 + x) - log(1 + x) + tanh(x)"}}},
                             Equations{{{"x", "1"}}, {{"x", "sin(3*t) - x + exp(-t)"}}}}) {
    const Counted with(e, GetParam(), true), without(e, GetParam(), false);
    EXPECT_EQ(with.evaluations, without.evaluations) << e.der.back().second;
    EXPECT_EQ(with.x, without.x) << e.der.back().second;
  }
}

// Branches that are not taken have no poles; nor do guards crawl where enclosures tell nothing.
TEST_P(EveryIntegratorSees, NoBranchThatIsNotTaken) {
  const std::string bump = "if(t < 4, exp(1/((t/4)^2 - 1)), 0)";
  for (const Equations& e : {Equations{{{"x", "0"}}, {{"x", bump}}},
                             Equations{{{"x", "1"}}, {{"x", "if(x > 0.1, 0.01/x, 0.1) - 0.3"}}},
                             Equations{{{"x", "1"}}, {{"x", "(t - 5)^(2 + 0*sin(t))"}}}}) {
    const Counted with(e, GetParam(), true), without(e, GetParam(), false);
    EXPECT_LT(with.evaluations, 2 * without.evaluations + 10000) << e.der[0].second;
    EXPECT_NEAR(with.x[0], without.x[0], 1e-5 * (1 + std::abs(with.x[0]))) << e.der[0].second;
  }
}

// A trial that is taken back leaves no trace in the guards.
TEST_P(EveryIntegratorSees, TrialsLeaveNoTraceInGuards) {
  const Equations e{.states = {{"x", "-4"}, {"q", "0"}},
                    .der = {{"x", "1.3"}, {"q", "exp(-(x/0.05)^2) + exp(-((t - 7.7)/0.01)^2)"}}};
  const auto with = unit_of(e, GetParam(), 10), without = unit_of(e, GetParam(), 10);
  std::array<double, 2> x{}, y{};
  for (int k = 0; k < 5; ++k) {
    const Step step{.t = 2.0 * k, .h = 2, .end = 2.0 * k + 2};
    with->save();
    with->step({.t = 2.0 * k, .h = 1.3, .end = 2.0 * k + 1.3}, {}, nullptr, nullptr);
    with->restore();
    with->step(step, {}, nullptr, nullptr);
    without->step(step, {}, nullptr, nullptr);
    with->states(x.data());
    without->states(y.data());
    EXPECT_EQ(x, y) << k;
  }
}

/// The pieces of a macro-step from 0 to 10 of a unit without states.
std::vector<double> pieces_of(const std::string& output) {
  const auto unit = unit_of({.states = {}, .der = {}, .outputs = {{"y", output}}}, "auto", 10);
  constexpr std::array points{0.0, 0.25, 0.5, 0.75, 1.0};
  GuardedPieces pieces(unit->guard(), {.t = 0, .h = 10, .end = 10}, points);
  std::vector<double> ends{0};
  while (pieces.next()) {
    EXPECT_EQ(pieces.begin(), ends.back());
    ends.push_back(pieces.end());
  }
  return ends;
}

TEST(GuardedPieces, CoverTheStep) {
  EXPECT_EQ(pieces_of("3*t + 1"), (std::vector<double>{0, 2.5, 5, 7.5, 10}));
  EXPECT_EQ(pieces_of("sin(t/4)"), (std::vector<double>{0, 2.5, 5, 7.5, 10}));
  EXPECT_EQ(pieces_of("5"), (std::vector<double>{0, 2.5, 5, 7.5, 10}));
}

TEST(GuardedPieces, ShowPulses) {
  for (int k = 0; k < 20; ++k) {
    const double w = std::pow(10, -1 - k % 4), t0 = 10 * place(k);
    const auto ends = pieces_of("7 + 1e-9*exp(-((t - " + scientific(t0) + ")/" + scientific(w) + ")^2)");
    double seen = 0;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      for (const double c : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const double z = (ends[i] + c * (ends[i + 1] - ends[i]) - t0) / w;
        seen = std::max(seen, std::exp(-z * z));
      }
    }
    EXPECT_EQ(ends.back(), 10);
    EXPECT_GT(seen, 0.2) << "width " << w << " at " << t0;
    EXPECT_LT(ends.size(), 100U);
  }
}

}  // namespace
}  // namespace accordo
