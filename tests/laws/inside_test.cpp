// What happens between communication points is seen: by the step control, by the verdict, and in rows. Units
// of measurement and offsets change nothing.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// Methods with smooth inputs; the last one asks nothing of units but to step.
const std::vector<std::string> kSmooth{"ifosmondi-jfm", "missiles", "f3ornits"};

Settings with(const std::string& method, double tolerance) {
  Settings settings;
  settings.method = method;
  settings.tolerance = tolerance;
  return settings;
}

Report report_of_text(const std::string& yaml, const Settings& settings) {
  const auto session = open_text(yaml, settings);
  return report_of(*session);
}

/// A mass at speed 1 meets another of the same mass, at rest, after 5 s: 7 ms of contact. Switches are not
/// located: that would do by itself.
const std::string kContact = R"yaml(
units:
  a: {equations: {states: {x: -5, v: 1}, inputs: {F: 0}, der: {x: v, v: -F}, outputs: {x: x}}}
  b: {equations: {states: {x: 0, v: 0}, inputs: {xa: -5}, der: {x: v, v: "1e5*max(0, xa - x)"},
                  outputs: {F: "1e5*max(0, xa - x)"}}}
connections: [a.x -> b.xa, b.F -> a.F]
events: none
experiment: {stop: 10}
record: ["a.state(v)", "b.state(v)"]
)yaml";

// An elastic contact of equal masses exchanges their speeds.
TEST(Inside, AContactMuchShorterThanTheStepsIsNotMissed) {
  for (const std::string& method : kSmooth) {
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
      const Report report = report_of_text(kContact, with(method, tolerance));
      ASSERT_FALSE(report.failure) << method << report.failure->what();
      const std::size_t last = report.rows.rows() - 1;
      EXPECT_NEAR(report.rows.at(last, 0), 0, 10 * tolerance) << method << ' ' << tolerance;
      EXPECT_NEAR(report.rows.at(last, 1), 1, 10 * tolerance) << method << ' ' << tolerance;
    }
  }
}

// With a fixed step nothing can be repeated, but it can be told.
TEST(Inside, AContactThatAFixedStepMissesIsNoGroundForTrust) {
  for (const std::string method : {"ifosmondi-jfm", "missiles"}) {
    Settings settings;
    settings.method = method;
    settings.step = 0.5;
    const Report report = report_of_text(kContact, settings);
    EXPECT_STRNE(report.verdict.word(), "trustworthy") << method;
  }
}

/// The Brusselator in two units; its signals times a factor, and counted from an offset.
std::string brusselator(double factor, double offset = 0) {
  const std::string x = fmt::format("((x - ({0:.17g}))/{1:.17g})", offset, factor),
                    y = fmt::format("((y - ({0:.17g}))/{1:.17g})", offset, factor);
  return fmt::format(R"yaml(
units:
  x: {{equations: {{states: {{x: {2:.17g}}}, inputs: {{y: {3:.17g}}},
       der: {{x: "{4:.17g}*(1 + {0}^2*{1} - 4*{0})"}}, outputs: {{x: x}}}}}}
  y: {{equations: {{states: {{y: {3:.17g}}}, inputs: {{x: {2:.17g}}},
       der: {{y: "{4:.17g}*(3*{0} - {0}^2*{1})"}}, outputs: {{y: y}}}}}}
connections: [x.x -> y.x, y.y -> x.y]
experiment: {{stop: 20}}
record: [x.x, y.y]
)yaml",
                     x, y, offset + 1.5 * factor, offset + 3 * factor, factor);
}

// Of a unit that shows its ends only, a trusted run says so.
TEST(Inside, WhereNothingLooksTheVerdictSaysSo) {
  const auto line = [](const std::string& more) {
    std::string yaml = brusselator(1);
    yaml.replace(yaml.find("outputs: {y: y}}") + 16, 0, more);
    return report_of_text(yaml, with("ifosmondi-jfm", 1e-4)).verdict.line();
  };
  EXPECT_EQ(line(""), "trustworthy");
  EXPECT_EQ(line(", capabilities: {evaluation: false}"), "trustworthy (not checked inside the steps of: y)");
}

/// A pulse in time of a source, smooth or not and not located, of weight 1 on x'' = -4 x - x'/2 with a lag
/// around it.
std::string pulse(const std::string& shape) {
  return "units:\n  src: {equations: {outputs: {y: \"" + shape + R"yaml("}}}
  a: {equations: {states: {x: 0, v: 0}, inputs: {u: 0, w: 0}, der: {x: v, v: -4*x - 0.5*v + u - w},
                  outputs: {x: x}}}
  b: {equations: {states: {z: 0}, inputs: {x: 0}, der: {z: 2*(x - z)}, outputs: {w: 0.5*z}}}
connections: [src.y -> a.u, a.x -> b.x, b.w -> a.w]
events: none
experiment: {stop: 10}
record: ["a.state(x)"]
)yaml";
}

TEST(Inside, PulsesMuchShorterThanTheStepsAreNotMissed) {
  for (const std::string shape : {"if(t >= 4.2 and t < 4.3, 10, 0)", "20*exp(-((t - 4.2)/0.03)^2)"}) {
    const Report exact = report_of_text(pulse(shape), [] {
      Settings s = with("monolithic", 0);
      s.tolerance.reset();
      s.step = 0.01;
      return s;
    }());
    const double x = exact.rows.at(exact.rows.rows() - 1, 0);
    EXPECT_GT(std::abs(x), 0.05);
    for (const std::string& method : kSmooth) {
      for (const double tolerance : {1e-2, 1e-4}) {
        const Report report = report_of_text(pulse(shape), with(method, tolerance));
        ASSERT_FALSE(report.failure) << method << report.failure->what();
        EXPECT_NEAR(report.rows.at(report.rows.rows() - 1, 0), x, 10 * tolerance) << method << ' ' << shape;
      }
    }
  }
}

double relative_end(const Report& report, double factor, double offset) {
  return (report.rows.at(report.rows.rows() - 1, 0) - offset) / factor;
}

TEST(Sizes, UnitsOfMeasurementChangeNothing) {
  for (const std::string& method : kSmooth) {
    const Report one = report_of_text(brusselator(1), with(method, 1e-4));
    const auto steps = double(one.statistics.macro_steps);
    for (const double factor : {std::ldexp(1, -50), 1e-15, 1e-6, 1e12}) {
      const Report other = report_of_text(brusselator(factor), with(method, 1e-4));
      ASSERT_FALSE(other.failure) << method << ' ' << factor << other.failure->what();
      EXPECT_NEAR(double(other.statistics.macro_steps), steps, 0.1 * steps) << method << ' ' << factor;
      EXPECT_NEAR(relative_end(other, factor, 0), relative_end(one, 1, 0), 1e-4) << method << ' ' << factor;
      EXPECT_STREQ(other.verdict.word(), one.verdict.word()) << method << ' ' << factor;
    }
  }
}

TEST(Sizes, PowersOfTwoChangeNoBit) {
  const Report one = report_of_text(brusselator(1), with("ifosmondi-jfm", 1e-4));
  const double factor = std::ldexp(1, 20);
  const Report other = report_of_text(brusselator(factor), with("ifosmondi-jfm", 1e-4));
  ASSERT_EQ(other.rows.rows(), one.rows.rows());
  for (std::size_t i = 0; i < one.rows.rows(); ++i)
    EXPECT_EQ(other.rows.at(i, 0), factor * one.rows.at(i, 0)) << i;
}

TEST(Sizes, OffsetsChangeNothing) {
  for (const std::string method : {"ifosmondi-jfm", "missiles"}) {
    const Report one = report_of_text(brusselator(1), with(method, 1e-4));
    const auto steps = double(one.statistics.macro_steps);
    for (const double offset : {1e3, 1e6}) {
      const Report other = report_of_text(brusselator(1, offset), with(method, 1e-4));
      ASSERT_FALSE(other.failure) << method << ' ' << offset << other.failure->what();
      EXPECT_NEAR(double(other.statistics.macro_steps), steps, 0.1 * steps) << method << ' ' << offset;
      EXPECT_NEAR(relative_end(other, 1, offset), relative_end(one, 1, 0), 1e-4) << method << ' ' << offset;
    }
  }
}

// Two pendulums, released at rest, that feel each other's acceleration: in steps so short that nothing but
// rounding moves, they agree to rounding.
TEST(Sizes, NoiseIsNothingToDisagreeOn) {
  const std::string yaml = R"yaml(
units:
  a: {equations: {states: {x: 2, v: 0}, inputs: {b: 0}, der: {x: v, v: "-9.8*sin(x) - 0.3*b"},
                  outputs: {acc: "-9.8*sin(x) - 0.3*b"}}}
  b: {equations: {states: {x: 2.4, v: 0}, inputs: {a: 0}, der: {x: v, v: "-4.9*sin(x) - 0.5*a"},
                  outputs: {acc: "-4.9*sin(x) - 0.5*a"}}}
connections: [a.acc -> b.a, b.acc -> a.b]
experiment: {stop: 1e-11, step: 1e-12}
)yaml";
  for (const std::string method : {"ifosmondi-jfm", "missiles"}) {
    Settings settings;
    settings.method = method;
    const Report report = report_of_text(yaml, settings);
    ASSERT_FALSE(report.failure) << method << report.failure->what();
    EXPECT_EQ(report.statistics.rejected_steps, 0) << method;
  }
}

// A heated room, all temperatures alike at first: heat flows are differences of large numbers, and noise
// until something has moved. Nobody grinds on it, and what is left of it does not count.
TEST(Sizes, NoiseOfARestAmongLargeValuesIsLeftBehind) {
  const std::string yaml = R"yaml(
units:
  room: {equations: {states: {T: 1e5}, inputs: {q: 0, w: 1e5}, der: {T: "(q + 5*(w - T))/10"},
                     outputs: {T: T, Q: "5*(T - w)"}}}
  wall: {equations: {states: {T: 1e5}, inputs: {Q: 0}, der: {T: "(Q - (T - 1e5))/50"}, outputs: {T: T}}}
  heater: {equations: {states: {q: 0}, inputs: {T: 1e5}, der: {q: "2*(100002 - T) - q"}, outputs: {q: q}}}
connections: [room.T -> heater.T, heater.q -> room.q, room.Q -> wall.Q, wall.T -> room.w]
experiment: {stop: 50}
record: ["room.state(T)"]
)yaml";
  Settings exact;
  exact.method = "monolithic";
  exact.step = 1;
  const Report reference = report_of_text(yaml, exact);
  Settings settings = with("ifosmondi-jfm", 1e-6);
  settings.max_steps = 20000;
  const Report report = report_of_text(yaml, settings);
  ASSERT_FALSE(report.failure) << report.failure->what();
  EXPECT_STREQ(report.verdict.word(), "trustworthy");
  EXPECT_NEAR(report.rows.at(report.rows.rows() - 1, 0), reference.rows.at(reference.rows.rows() - 1, 0),
              2e-5);
}

// cos(20 t), in steps as long as its slow neighbor allows.
TEST(Rows, BetweenPointsAreAsGoodAsAtThem) {
  const std::string yaml = R"yaml(
units:
  osc: {equations: {states: {x: 1, v: 0}, inputs: {u: 0}, der: {x: v, v: -400*x + 0*u},
                    outputs: {x: x, slow: "sin(t)", power: "x^2"}}}
  lag: {equations: {states: {z: 0}, inputs: {u: 0}, der: {z: u - z}, outputs: {z: z}}}
connections: [osc.slow -> lag.u, lag.z -> osc.u]
experiment: {stop: 10}
record: [osc.x, osc.power, lag.u, "osc.state(v)"]
)yaml";
  for (const std::string method : {"ifosmondi-jfm", "missiles", "jacobi", "monolithic"}) {
    Settings settings;
    settings.method = method;
    settings.step = 0.5;
    settings.output_interval = 0.01;
    const Report report = report_of_text(yaml, settings);
    ASSERT_EQ(report.rows.rows(), 1001U) << method;
    for (std::size_t i = 0; i < report.rows.rows(); ++i) {
      const double t = report.rows.times[i], x = std::cos(20 * t);
      ASSERT_NEAR(report.rows.at(i, 0), x, 1e-5) << method << ' ' << t;
      ASSERT_NEAR(report.rows.at(i, 1), x * x, 1e-5) << method << ' ' << t;
      ASSERT_NEAR(report.rows.at(i, 2), std::sin(t), 1e-6) << method << ' ' << t;
      ASSERT_NEAR(report.rows.at(i, 3), -20 * std::sin(20 * t), 2e-4) << method << ' ' << t;
    }
  }
}

// Two oscillators released at rest: how long the run is says nothing of how long the first step may be.
TEST(Inside, TheFirstStepDoesNotDependOnTheDuration) {
  const std::string yaml = R"yaml(
units:
  a: {equations: {states: {x: 1, v: 0}, inputs: {u: 0}, der: {x: v, v: -9.4*x + 0.5*(u - x)}, outputs: {x: x}}}
  b: {equations: {states: {y: 0, w: 0}, inputs: {u: 0}, der: {y: w, w: -2.2*y + 0.5*(u - y)}, outputs: {y: y}}}
connections: [a.x -> b.u, b.y -> a.u]
record: [a.x, b.y]
)yaml";
  // Normal modes of (9.9, -0.5; -0.5, 2.7).
  const double mean = 6.3, half = std::hypot(3.6, 0.5);
  const double fast = std::sqrt(mean + half), slow = std::sqrt(mean - half);
  const auto exact = [&](double t) {
    const double share = 0.5 + 3.6 / (2 * half);  // of the fast mode in a
    return share * std::cos(fast * t) + (1 - share) * std::cos(slow * t);
  };
  for (const double stop : {100.0, 3000.0}) {
    Settings settings = with("ifosmondi-jfm", 1e-4);
    settings.stop = stop;
    const Report report = report_of_text(yaml, settings);
    for (std::size_t i = 0; i < report.rows.rows() && report.rows.times[i] < 20; ++i)
      ASSERT_NEAR(report.rows.at(i, 0), exact(report.rows.times[i]), 20 * 1e-4) << stop << ' ' << i;
  }
}

}  // namespace
}  // namespace accordo::testing
