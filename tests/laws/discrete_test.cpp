// Integers, booleans, enumerations, texts and bytes between units: what arrives, and when.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/relay_scenarios.hpp"

namespace accordo::testing::relays {
namespace {

class Discrete : public ::testing::TestWithParam<Flavor> {};

/// a counts its steps; b and c pass the count on.
std::string chain(const Flavor& flavor, const std::string& experiment = "method: jacobi",
                  const std::string& more_connections = "") {
  return scenario(unit("a", kStepping2) + unit("b", flavor) + unit("c", flavor),
                  "a.steps -> b.n, b.n_out -> c.n" + more_connections, experiment);
}

TEST_P(Discrete, ArrivesOneMacroStepLater) {
  const Trajectory rows = run(chain(GetParam()));
  const auto a = column(rows, "a.steps"), b = column(rows, "b.n_out"), c = column(rows, "c.n_out");
  ASSERT_EQ(rows.rows(), kSteps + 1);
  // Before the first step there is no delay.
  EXPECT_EQ(b[0], a[0] + 1);
  EXPECT_EQ(c[0], b[0] + 1);
  for (std::size_t k = 1; k <= kSteps; ++k) {
    EXPECT_EQ(a[k], double(k));
    EXPECT_EQ(b[k], a[k - 1] + 1) << k;
    EXPECT_EQ(c[k], b[k - 1] + 1) << k;
  }
}

TEST_P(Discrete, IsHeldOverTheStep) {
  const Trajectory rows = run(chain(GetParam()));
  const auto a = column(rows, "a.steps"), y = column(rows, "b.y");
  double x = 0;  // x' = n
  for (std::size_t k = 1; k <= kSteps; ++k) {
    x += kStep * a[k - 1];
    EXPECT_NEAR(y[k], x, 1e-12) << k;
  }
}

TEST_P(Discrete, RolledBackStepsLeaveNoTrace) {
  const std::string feedback = ", b.y -> c.u, c.y -> b.u";
  const Trajectory once = run(chain(GetParam(), "method: jacobi", feedback));
  const auto session = open_text(
      chain(GetParam(), "method: iterative-jacobi, options: {coupling_tolerance: none, max_iterations: 3}",
            feedback));
  const Report repeated = report_of(*session);
  ASSERT_FALSE(repeated.failure);
  EXPECT_GT(repeated.statistics.integrations, 3 * static_cast<long long>(kSteps));  // it did roll back
  for (const char* name : {"a.steps", "b.n_out", "c.n_out"}) {
    EXPECT_EQ(column(repeated.rows, name), column(once, name)) << name;
  }
}

TEST_P(Discrete, EveryTypeArrivesAsItWasSent) {
  const bool three = GetParam().version == fmi::Version::fmi3;
  std::string given = "n: 7, flag: true, mode: 2, text: hello",
              links =
                  "a.n_out -> b.n, a.flag_out -> b.flag, "
                  "a.mode_out -> b.mode, a.text_out -> b.text";
  if (three) {
    given += ", small: -100, big: 18446744073709551615, list: '3 4', single: 0.1, bytes: 00ff10";
    links +=
        ", a.small_out -> b.small, a.big_out -> b.big, 'a.list_out[1] -> b.list[1]', "
        "'a.list_out[2] -> b.list[2]', a.single_out -> b.single, a.bytes_out -> b.bytes";
  }
  const auto session = open_text(scenario(unit("a", GetParam(), given) + unit("b", GetParam()), links));
  const Trajectory rows = run_session(*session);
  const auto arrived = [&](const std::string& name) {
    const auto& ports = session->units()[1].ports.discrete_inputs;
    const auto found =
        std::find_if(ports.begin(), ports.end(), [&](const DiscretePort& p) { return p.name == name; });
    return session->ensemble()
        .discrete_inputs()[ports.size() + static_cast<std::size_t>(found - ports.begin())];
  };
  EXPECT_EQ(arrived("n"), Token(std::int64_t{8}));
  EXPECT_EQ(arrived("flag"), Token(std::int64_t{0}));
  EXPECT_EQ(arrived("mode"), Token(std::int64_t{2}));
  EXPECT_EQ(arrived("text"), Token(std::string("hello!")));
  EXPECT_EQ(column(rows, "b.flag_out"), std::vector<double>(kSteps + 1, 1));
  if (!three) return;
  EXPECT_EQ(arrived("small"), Token(std::int64_t{-101}));
  EXPECT_EQ(arrived("big"), Token(~std::uint64_t{0}));
  EXPECT_EQ(arrived("list[1]"), Token(std::int64_t{4}));
  EXPECT_EQ(arrived("list[2]"), Token(std::int64_t{3}));
  EXPECT_EQ(arrived("single"), Token(double(0.1F / 2)));
  EXPECT_EQ(arrived("bytes"), Token(std::string("\x10\xff\x00", 3)));
  EXPECT_EQ(column(rows, "b.list_out[1]"), std::vector<double>(kSteps + 1, 3));
  EXPECT_EQ(column(rows, "b.single_out"), std::vector<double>(kSteps + 1, double(0.1F / 4)));
}

TEST_P(Discrete, ProcessesOfTheirOwnChangeNothing) {
  const auto session_with = [&](bool isolate) {
    return open_text(scenario(unit("a", kStepping2, "text: hello", isolate) +
                                  unit("b", GetParam(), "", isolate) + unit("c", GetParam(), "", isolate),
                              "a.steps -> b.n, b.n_out -> c.n, a.text_out -> b.text, b.text_out -> c.text"));
  };
  const auto here = session_with(false), apart = session_with(true);
  const Trajectory expected = run_session(*here), rows = run_session(*apart);
  for (const std::string& name : expected.names) EXPECT_EQ(column(rows, name), column(expected, name));
  const auto inputs = apart->ensemble().discrete_inputs();
  EXPECT_EQ(std::vector<Token>(inputs.begin(), inputs.end()),
            std::vector<Token>(here->ensemble().discrete_inputs().begin(),
                               here->ensemble().discrete_inputs().end()));
  EXPECT_EQ(std::count(inputs.begin(), inputs.end(), Token(std::string("hello!!"))), 1);
}

TEST_P(Discrete, EveryNumberIsRecordedAndNoText) {
  const Trajectory rows = run(scenario(unit("a", GetParam()), ""));
  const auto has = [&](const std::string& name) {
    return std::count(rows.names.begin(), rows.names.end(), name) == 1;
  };
  for (const char* name : {"a.y", "a.n_out", "a.steps", "a.flag_out", "a.mode_out"}) EXPECT_TRUE(has(name));
  EXPECT_FALSE(has("a.text_out"));
  EXPECT_EQ(has("a.list_out[2]"), GetParam().version == fmi::Version::fmi3);
  EXPECT_EQ(failure_of(scenario(unit("a", GetParam()), "", "method: jacobi", "record: [a.text_out]\n")),
            "not-recordable: 'a.text_out' (String) cannot be recorded: results hold numbers only");
}

TEST_P(Discrete, MapsWholeNumbers) {
  std::string table;  // k to k², in no order
  for (const std::size_t k : {4, 0, 7, 1, 6, 2, 5, 3, 8}) table += fmt::format("{}: {}, ", k, k * k);
  const Trajectory rows = run(scenario(unit("a", kStepping2, "mode: 2") + unit("b", GetParam()),
                                       "{from: a.steps, to: b.n, map: {" + table + "}}, " +
                                           "{from: a.mode_out, to: b.flag, map: {1: true, 2: false}}, "
                                           "{from: a.flag_out, to: b.mode, map: {true: 2, false: 1}}"));
  const auto a = column(rows, "a.steps"), b = column(rows, "b.n_out");
  for (std::size_t k = 1; k <= kSteps; ++k) EXPECT_EQ(b[k], a[k - 1] * a[k - 1] + 1) << k;
  EXPECT_EQ(column(rows, "b.flag_out").back(), 1);
  EXPECT_EQ(column(rows, "b.mode_out").back(), 2);
}

TEST_P(Discrete, AMapOfWholeNumbersToTheirScaledOnesIsTheScale) {
  const auto with = [&](const std::string& connection) {
    return run(scenario(unit("a", kStepping2) + unit("b", GetParam()), connection));
  };
  const Trajectory scaled = with("a.steps * -3 + 1 -> b.n");
  std::string table;
  for (int k = 0; k <= int(kSteps); ++k) table += fmt::format("{}: {}, ", k, 1 - 3 * k);
  const Trajectory mapped = with("{from: a.steps, to: b.n, map: {" + table + "}}");
  for (const std::string& name : scaled.names) EXPECT_EQ(column(mapped, name), column(scaled, name)) << name;
}

TEST_P(Discrete, OnlyValuesThatHaveSettledMustBeInAMap) {
  // Before b knows what a gives, its output is 0 + 1.
  const std::string units = unit("a", GetParam(), "n: 41") + unit("b", GetParam()) + unit("c", GetParam());
  const std::string connections = "a.n_out -> b.n, {from: b.n_out, to: c.n, map: {43: 7}}";
  EXPECT_EQ(column(run(scenario(units, connections)), "c.n_out"), std::vector<double>(kSteps + 1, 8));
}

TEST_P(Discrete, OtherVariablesAreRecordedByTheirNames) {
  const bool two = GetParam().version == fmi::Version::fmi2;
  for (const bool isolate : {false, true}) {
    const Trajectory rows =
        run(scenario(unit("a", GetParam(), "n: 3, k: 2", isolate), "", "method: jacobi",
                     fmt::format("record: [a.der(x), a.k{}, a.y]\n", two ? ", a.copy" : "")));
    ASSERT_EQ(rows.names[0], "a.der(x)");
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      EXPECT_EQ(column(rows, "a.der(x)")[i], 6) << i;
      EXPECT_EQ(column(rows, "a.k")[i], 2) << i;
      if (two) {
        EXPECT_EQ(column(rows, "a.copy")[i], 4) << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Flavors, Discrete, flavors(), [](const auto& one) { return name_of(one.param); });

/// A native unit x' = u.
const std::string kIntegral =
    "  i: {equations: {inputs: {u: 0}, states: {x: 0}, der: {x: u}, outputs: {x: x}}}\n";

TEST(DiscreteToReal, IsHeldWhateverTheMethod) {
  for (const std::string method : {"jacobi", "gauss-seidel", "ifosmondi-jfm", "f3ornits", "missiles"}) {
    const Trajectory rows = run(scenario(unit("a", kStepping2) + kIntegral, "a.steps * 2 + 1 -> i.u",
                                         "method: " + method, "record: [a.steps, i.*]\n"));
    const auto a = column(rows, "a.steps"), x = column(rows, "i.x"), u = column(rows, "i.u");
    double sum = 0;
    EXPECT_EQ(u[0], 1);
    for (std::size_t k = 1; k <= kSteps; ++k) {
      EXPECT_EQ(a[k], double(k)) << method;
      EXPECT_EQ(u[k], 2 * a[k - 1] + 1) << method << k;
      sum += kStep * u[k];
      EXPECT_NEAR(x[k], sum, 1e-12) << method << k;
    }
  }
}

TEST(DiscreteToReal, JumpsAreEventsOfWhatIsIntegratedTogether) {
  // Two relays that feed each other count up, by one in each macro-step.
  const Trajectory rows =
      run(scenario(unit("b", kExchanging3) + unit("c", kExchanging2) + kIntegral,
                   "b.n_out -> c.n, c.n_out -> b.n, c.n_out -> i.u", "method: monolithic"));
  const auto b = column(rows, "b.n_out"), c = column(rows, "c.n_out"), y = column(rows, "c.y"),
             x = column(rows, "i.x");
  ASSERT_EQ(rows.rows(), kSteps + 1);
  for (std::size_t k = 1; k <= kSteps; ++k) {
    EXPECT_EQ(c[k], b[k - 1] + 1);
    if (k > 1) {
      EXPECT_EQ(c[k], c[k - 1] + 1);
    }
    EXPECT_NEAR(y[k] - y[k - 1], kStep * b[k - 1], 1e-12) << k;
    EXPECT_NEAR(x[k] - x[k - 1], kStep * c[k - 1], 1e-12) << k;
  }
}

TEST(RealToFloat32, IsSampled) {
  const std::string ramp = "  r: {equations: {states: {x: 0.1}, der: {x: 1}, outputs: {y: x}}}\n";
  const Trajectory rows = run(scenario(ramp + unit("b", kStepping3), "r.y * 4 -> b.single"));
  const auto y = column(rows, "r.y"), out = column(rows, "b.single_out");
  for (std::size_t k = 1; k <= kSteps; ++k) EXPECT_EQ(out[k], double(static_cast<float>(4 * y[k - 1]) / 2));
}

TEST(DiscreteRecording, StaysBetweenCommunicationPoints) {
  const Trajectory rows = run(
      scenario(unit("a", kStepping2), "", "method: jacobi, output_interval: 0.03125", "record: [a.steps]\n"));
  const auto a = column(rows, "a.steps");
  ASSERT_EQ(a.size(), 4 * kSteps + 1);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i], double(i / 4)) << i;
}

TEST(OtherVariables, AreNotAmongPatternsAndMisspelledOnesGetASuggestion) {
  const std::string units = unit("a", kStepping2);
  const Trajectory rows = run(scenario(units, "", "method: jacobi", "record: [a.*]\n"));
  for (const std::string& name : rows.names) EXPECT_TRUE(name != "a.copy" && name != "a.der(x)") << name;
  EXPECT_EQ(failure_of(scenario(units, "", "method: jacobi", "record: [a.note]\n")),
            "not-recordable: 'a.note' cannot be recorded: results hold numbers only");
  EXPECT_EQ(failure_of(scenario(units, "", "method: jacobi", "record: [a.copi]\n")),
            "unknown-signal: unit 'a' has no variable 'copi'");
}

}  // namespace
}  // namespace accordo::testing::relays
