// Switches by states and inputs: located, so that nothing is smeared over a step; what does nothing but
// switch is named.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

Report switching_run(const std::string& yaml, const std::string& method = {}, double tolerance = 0,
                     double step = 0) {
  Settings settings;
  if (!method.empty()) settings.method = method;
  if (tolerance > 0) settings.tolerance = tolerance;
  if (step > 0) settings.step = step;
  return report_of(*open_text(yaml, settings));
}

double last(const Report& report, std::size_t column) {
  return report.rows.at(report.rows.rows() - 1, column);
}

/// A mass that flies towards another at rest; the elastic contact takes 7 ms of 10 s.
const std::string kCollision =
    "units:\n"
    "  a: {equations: {states: {x: -5, v: 1}, inputs: {F: 0}, der: {x: v, v: -F}, outputs: {x: x}}}\n"
    "  b: {equations: {states: {x: 0, v: 0}, inputs: {xa: -5}, der: {x: v, v: '1e5*max(0, xa - x)'}, "
    "outputs: {F: "
    "'1e5*max(0, xa - x)'}}}\n"
    "connections: [a.x -> b.xa, b.F -> a.F]\n"
    "record: ['a.state(v)', 'b.state(v)']\n"
    "experiment: {stop: 10}\n";

TEST(Switches, AContactIsNotSteppedOver) {
  for (const std::string method : {"ifosmondi-jfm", "missiles", "monolithic"}) {
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
      const Report report = switching_run(kCollision, method, tolerance);
      ASSERT_FALSE(report.failure) << method;
      EXPECT_NEAR(last(report, 0), 0, tolerance) << method << ", " << tolerance;
      EXPECT_NEAR(last(report, 1), 1, tolerance) << method << ", " << tolerance;
    }
  }
}

// Without events a contact is seen by what it does within a step, at a price.
TEST(Switches, WithoutEventsItTakesMoreSteps) {
  const Report located = switching_run(kCollision, "ifosmondi-jfm", 1e-4);
  const Report report = switching_run(kCollision + "events: none\n", "ifosmondi-jfm", 1e-4);
  EXPECT_GT(report.statistics.macro_steps, located.statistics.macro_steps);
  EXPECT_EQ(report.statistics.events, 0);
  EXPECT_GT(located.statistics.events, 0);
}

/// An oscillator, and a force that depends on where it is.
std::string oscillator(const std::string& force, const std::string& more = {}) {
  return "units:\n"
         "  a: {equations: {states: {x: 1, v: 0}, inputs: {F: 0}, der: {x: v, v: -x + F}, outputs: {x: x, v: "
         "v}}}\n"
         "  b: {equations: {inputs: {x: 1, v: 0}, outputs: {F: '" +
         force +
         "'}}}\n"
         "connections: [a.x -> b.x, a.v -> b.v, b.F -> a.F]\n"
         "record: ['a.state(x)']\n" +
         more + "experiment: {stop: 10}\n";
}

TEST(Switches, WhatIsLocatedIsNoJump) {
  const std::string force = "if(x > 0.5, -1, 0)*(1 + 0.1*v)";
  const double exact = last(switching_run(oscillator(force), "monolithic"), 0);
  for (const std::string method : {"ifosmondi-jfm", "ifosmondi", "missiles"}) {
    for (const double tolerance : {1e-3, 1e-5}) {
      const Report report = switching_run(oscillator(force), method, tolerance);
      EXPECT_EQ(report.statistics.jumps, 0) << method;
      EXPECT_NEAR(last(report, 0), exact, 3 * tolerance) << method;
      EXPECT_EQ(report.statistics.events, 4) << method;
    }
  }
  EXPECT_GT(switching_run(oscillator(force, "events: none\n"), "ifosmondi-jfm", 1e-3).statistics.jumps, 0);
}

// Fixed steps end there, too: the order is that of the method, as if nothing switched.
TEST(Switches, LeaveTheOrderAsItIs) {
  for (const char* force :
       {"-0.2*abs(v)*v", "if(x > 0.3, -1, 0) - 0.2*v", "if(x > 0.3, -1, 0)*(1 + 0.3*v) - 0.1*v"}) {
    const double exact = last(switching_run(oscillator(force), "monolithic"), 0);
    for (const std::string method : {"ifosmondi-jfm", "missiles"}) {
      const double coarse = std::abs(last(switching_run(oscillator(force), method, 0, 0.4), 0) - exact);
      const double fine = std::abs(last(switching_run(oscillator(force), method, 0, 0.1), 0) - exact);
      EXPECT_GT(std::log2(coarse / fine) / 2, 3.7) << force << ", " << method;
    }
  }
}

const std::string kRelay =
    "units:\n"
    "  plant: {equations: {states: {T: 18}, inputs: {q: 0}, der: {T: (5 - T)/600 + q/100}, outputs: {T: "
    "T}}}\n"
    "  relay: {equations: {inputs: {T: 0}, outputs: {q: 'if(T < 20, 5, 0)'}}}\n"
    "connections: [plant.T -> relay.T, relay.q -> plant.q]\n"
    "experiment: {stop: 600}\n";
const std::string kSlide =
    "units:\n"
    "  a: {equations: {states: {x: 1}, inputs: {f: 1, z: 0}, der: {x: 0.5 - f - 0.2*z}, outputs: {x: x}}}\n"
    "  relay: {equations: {inputs: {x: 1}, outputs: {f: sign(x)}}}\n"
    "  b: {equations: {states: {z: 0}, inputs: {x: 1}, der: {z: x - z}, outputs: {z: z}}}\n"
    "connections: [a.x -> relay.x, relay.f -> a.f, a.x -> b.x, b.z -> a.z]\n"
    "experiment: {stop: 5}\n";

TEST(Switches, ThatChatterAreNamed) {
  const auto expect_named = [](const Report& report, const std::string& text, double t) {
    ASSERT_TRUE(report.failure);
    const Problem& problem = report.failure->problems().front();
    EXPECT_EQ(report.failure->code(), Exit::no_agreement);
    EXPECT_EQ(problem.id, "chattering");
    EXPECT_NE(problem.what.find("unit 'relay': '" + text), std::string::npos) << problem.what;
    EXPECT_EQ(problem.place.line, 3);
    EXPECT_FALSE(problem.remedy.empty());
    EXPECT_NEAR(report.statistics.reached, t, 0.01 * t);
    EXPECT_LT(report.statistics.macro_steps, 1000);
  };
  // T reaches 20 from 18 with T' = (5 - T)/600 + 0.05.
  const double warm = 600 * std::log(17.0 / 15.0);
  for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
    for (const std::string method : {"ifosmondi-jfm", "missiles", "monolithic"}) {
      expect_named(switching_run(kRelay, method, tolerance), "T - 20", warm);
      expect_named(switching_run(kSlide, method, tolerance), "x", 1.7633);
    }
  }
  expect_named(switching_run(kSlide, "ifosmondi-jfm", 0, 0.05), "x", 1.7633);
}

TEST(Switches, ThatOnlySwitchOftenAreNotAccused) {
  // A signal against a carrier: 400 switches that carry all there is.
  const Report modulated = switching_run(
      oscillator("if(0.4*v > t/0.05 - floor(t/0.05) - 0.5, -1, 1) - 0.2*v"), "ifosmondi-jfm", 1e-3);
  EXPECT_FALSE(modulated.failure);
  EXPECT_GT(modulated.statistics.events, 100);
  // An oscillation that has died down to nothing and still goes through its switch.
  std::string dying = oscillator("-if(x > 0, 3, 1)*x - 0.8*v");
  dying.replace(dying.find("stop: 10"), 8, "stop: 100");
  const Report died = switching_run(dying, "ifosmondi-jfm", 1e-3);
  EXPECT_FALSE(died.failure);
  EXPECT_GT(died.statistics.events, 30);
}

TEST(Switches, ThatAreNeverCrossedCostNothing) {
  const Report without = switching_run(oscillator("-0.5*x"), "ifosmondi-jfm", 1e-5);
  const Report with = switching_run(oscillator("min(100, max(-100, -0.5*x))"), "ifosmondi-jfm", 1e-5);
  // One unit is integrated, the other stepped exactly: what is measured within steps differs in its digits.
  EXPECT_NEAR(double(with.statistics.integrations), double(without.statistics.integrations),
              0.15 * double(without.statistics.integrations));
  EXPECT_EQ(with.statistics.events, 0);
}

// What rests at its switch stays there.
TEST(Switches, RestIsNoCrossing) {
  std::string yaml = oscillator("-sign(v) - sign(x)");
  yaml.replace(yaml.find("x: 1, v: 0}, inputs: {F"), 10, "x: 0, v: 0");
  const Report report = switching_run(yaml, "ifosmondi-jfm", 1e-4);
  EXPECT_FALSE(report.failure);
  EXPECT_EQ(report.statistics.events, 0);
  EXPECT_EQ(last(report, 0), 0);
}

// Beyond its switch a held branch is not defined: the root of a level that is no longer there.
TEST(Switches, BranchesNeedNotBeDefinedElsewhere) {
  const std::string yaml =
      "units:\n"
      "  tank: {equations: {states: {h: 1}, inputs: {q: 0}, der: {h: 'q - sqrt(max(h, 0))'}, outputs: {h: "
      "h}}}\n"
      "  pump: {equations: {states: {s: 0}, inputs: {h: 1}, der: {s: h - s}, outputs: {q: 'if(s < 0.05, 0, "
      "0)*s'}}}\n"
      "connections: [tank.h -> pump.h, pump.q -> tank.q]\n"
      "record: ['tank.state(h)']\n"
      "experiment: {stop: 4}\n";
  for (const std::string method : {"ifosmondi-jfm", "monolithic", "jacobi"}) {
    const Report report = switching_run(yaml, method, 1e-4);
    ASSERT_FALSE(report.failure) << method;
    EXPECT_NEAR(last(report, 0), 0, 1e-4) << method;  // empty at t = 2
  }
}

// Clocks that have run for long: the same course.
TEST(Switches, AreLocatedAtLargeTimes) {
  const auto shifted = [](double start) {
    std::string yaml = oscillator("if(x > 0.5, -1, 0) + 0.3*abs(x)");
    yaml.replace(yaml.find("stop: 10"), 8,
                 "start: " + std::to_string(start) + ", stop: " + std::to_string(start + 10));
    return switching_run(yaml, "ifosmondi-jfm", 1e-4);
  };
  const Report first = shifted(0);
  for (const double start : {86400.0, 1e9}) {
    const Report later = shifted(start);
    ASSERT_FALSE(later.failure) << start;
    EXPECT_NEAR(last(later, 0), last(first, 0), 1e-4) << start;
    // The first steps, from rest, are fewer where time is coarser.
    EXPECT_LE(later.statistics.macro_steps, first.statistics.macro_steps + 20) << start;
  }
}

// Where nobody locates them, integrators go over them: time has no finer steps than those they tried.
TEST(Switches, AreSteppedOverWhereTimeIsNoFiner) {
  for (const std::string kind : {"dopri5", "rosenbrock"}) {
    const Report report = switching_run(
        "units: {a: {equations: {states: {x: 0}, der: {x: 'if(x < 0.5, 1, 1e4)'}, outputs: {y: x}}, "
        "integrator: " +
        kind + "}}\nexperiment: {start: 1e6, stop: 1000001, step: 0.1, method: jacobi}\n");
    ASSERT_FALSE(report.failure) << kind << report.failure->what();
    EXPECT_NEAR(last(report, 0), 0.5 + 1e4 * 0.5, 1e-3) << kind;
  }
}

// A ramp through the threshold of a switch: late by a thousandth of the tolerance of the step at most,
// whatever the step.
TEST(Switches, AreAsLateAsTheToleranceAllows) {
  const std::string yaml = R"yaml(
units:
  ramp: {equations: {states: {x: 0}, inputs: {u: 0}, der: {x: 1 + 0*u}, outputs: {x: x}}}
  counter: {equations: {states: {n: 0}, inputs: {x: 0}, der: {n: "if(x > pi, 1, 0)"}, outputs: {n: n}}}
connections: [ramp.x -> counter.x, counter.n -> ramp.u]
experiment: {stop: 10}
record: ["counter.state(n)"]
)yaml";
  const double right = 10 - std::acos(-1.0);
  for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) {
    const Report report = switching_run(yaml, "ifosmondi-jfm", tolerance);
    EXPECT_NEAR(last(report, 0), right, 0.1 * tolerance) << tolerance;
  }
}

// x passes zero, so x³ touches the threshold on its way through: once is enough.
TEST(Switches, ThatAreTouchedAreTurnedOnce) {
  const std::string yaml = R"yaml(
units:
  a: {equations: {states: {x: 1, v: 0}, inputs: {F: 0}, der: {x: v, v: -x + 0.1*F}, outputs: {y: "x^3/(1 + x^2)", x: x}}}
  b: {equations: {states: {z: 0}, inputs: {u: 0, x: 1}, der: {z: "-z + max(u, 0) + if(u > 0, u, 0.2*u)"}, outputs: {z: z}}}
connections: [a.y -> b.u, a.x -> b.x, b.z -> a.F]
experiment: {stop: 20}
)yaml";
  for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
    Settings settings;
    settings.method = "ifosmondi-jfm";
    settings.tolerance = tolerance;
    settings.max_steps = 5000;
    const Report report = report_of(*open_text(yaml, settings));
    ASSERT_FALSE(report.failure) << report.failure->what();
    EXPECT_LE(report.statistics.events, 40)
        << tolerance;  // two switches, seven times through zero, some twice
  }
}

// A saturated controller of a level that is counted from far away: where sides are a matter of rounding at
// the end of a step, nobody goes on along the other branch untold.
TEST(Switches, AmongOffsetsTurnForAll) {
  const auto text = [](double offset) {
    return fmt::format(R"yaml(
units:
  ctl: {{equations: {{states: {{i: 0}}, inputs: {{u: {0}}}, der: {{i: "1 - (u - {0})"}},
                    outputs: {{y: "max(-0.41, min(0.41, 7.5*(1 - (u - {0})) + i))"}}}}}}
  plant: {{equations: {{states: {{x: 0, v: 0}}, inputs: {{u: 0}}, der: {{x: v, v: -0.3*x - 0.587*v + u}}, outputs: {{y: x + {0}}}}}}}
connections: [ctl.y -> plant.u, plant.y -> ctl.u]
experiment: {{stop: 20, output_interval: 0.5}}
record: ["plant.state(x)"]
)yaml",
                       offset);
  };
  const Report reference = switching_run(text(0), "ifosmondi-jfm", 1e-9);
  for (double tolerance = 1e-2; tolerance > 1e-5; tolerance /= 1.7) {
    const Report report = switching_run(text(1e5), "ifosmondi-jfm", tolerance);
    ASSERT_EQ(report.rows.rows(), reference.rows.rows());
    for (std::size_t i = 0; i < report.rows.rows(); ++i)
      ASSERT_NEAR(report.rows.at(i, 0), reference.rows.at(i, 0), 5 * tolerance) << tolerance << ' ' << i;
  }
}

/// A relay that drives an oscillator, and what drives that besides; counted from far away, or from zero.
std::string driven_relay(double far) {
  return fmt::format(R"yaml(
units:
  osc: {{equations: {{states: {{x: {1} - 0.1, v: -1.26}}, inputs: {{u: 0, d: 0}},
                    der: {{x: v, v: "-1.4393*(x - {1}) - 0.247*v + u + d"}}, outputs: {{x: x - {1} + {2}}}}}}}
  rel: {{equations: {{inputs: {{x: 0}}, outputs: {{y: "if(x > -0.2438, 0.1064, -0.0751)"}}}}}}
  drv: {{equations: {{states: {{p: {3} + 1, q: 0}}, der: {{p: 1.66947*q, q: "-1.66947*(p - {3})"}}, outputs: {{d: "2.275*(p - {3})"}}}}}}
connections: [{{from: osc.x, to: rel.x, offset: {0}}}, rel.y -> osc.u, drv.d -> osc.d]
experiment: {{stop: 17.67}}
record: ["osc.state(x)"]
)yaml",
                     -4e4 * far, 3e3 * far, 4e4 * far, 7.6e6 * far);
}

// Inputs scatter by more than a switch knows of: a step up to it may end before it, and the next one begin
// after it.
TEST(Switches, AreNotLostBetweenSteps) {
  const double right = last(switching_run(driven_relay(0), "ifosmondi-jfm", 1e-10), 0);
  for (double tolerance = 1e-4; tolerance > 1e-8; tolerance /= 1.9)
    EXPECT_NEAR(last(switching_run(driven_relay(1), "ifosmondi-jfm", tolerance), 0) - 3e3, right,
                1e-7 + 3 * tolerance)
        << tolerance;
}

}  // namespace
}  // namespace accordo::testing
