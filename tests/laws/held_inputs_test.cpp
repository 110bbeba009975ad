// FMUs that hold their inputs over their own steps, which few do not: constants or lines with the moments of
// the cubic keep the order that docs/book/methods.md derives, with as many doSteps as it says.

#include <gtest/gtest.h>

#include <cmath>

#include "io/scenario/scenario_reader.hpp"
#include "kinds/fmu/fmu_body.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// Two units in a loop, and a step at which their orders show.
struct System {
  const char* name;
  const char* yaml;
  double step;

  friend std::ostream& operator<<(std::ostream& out, const System& s) { return out << s.name; }
};

/// Inputs enter linearly, states do not.
constexpr System kAffine{"affine", R"(units:
  a:
    equations:
      states: {x: 1, v: 0}
      inputs: {u: 0.3}
      der: {x: v, v: -x - x*x*x - 0.2*v + u}
      outputs: {y: x}
  b:
    equations:
      states: {z: 0.3, w: 0}
      inputs: {u: 1}
      der: {z: w, w: -2*z - 0.3*w + 0.5*u}
      outputs: {y: z}
connections: [a.y -> b.u, b.y -> a.u]
experiment: {stop: 3.2}
)",
                         0.2};

/// Inputs times states.
constexpr System kBilinear{"bilinear", R"(units:
  a:
    equations:
      states: {x: 1, v: 0}
      inputs: {u: 0.3}
      der: {x: v + 0.3*x*u, v: -x - 0.2*v + v*u}
      outputs: {y: x}
  b:
    equations:
      states: {z: 0.3, w: 0}
      inputs: {u: 1}
      der: {z: w, w: -2*z - 0.3*w + z*u}
      outputs: {y: z}
connections: [a.y -> b.u, b.y -> a.u]
experiment: {stop: 3.2}
)",
                           0.1};

/// One unit's output depends on its inputs directly, linearly.
constexpr System kFeedThrough{"feed_through", R"(units:
  a:
    equations:
      states: {x: 1, v: 0}
      inputs: {F: 0}
      der: {x: v, v: -x - 0.2*v + F}
      outputs: {x: x, v: v}
  b:
    equations:
      states: {z: 0.3, w: 0}
      inputs: {x: 1, v: 0}
      der: {z: w, w: -2*z - 0.3*w - (z - x) - 0.4*(w - v)}
      outputs: {F: (z - x) + 0.4*(w - v)}
connections: [a.x -> b.x, a.v -> b.v, b.F -> a.F]
experiment: {stop: 3.2}
)",
                              0.2};

/// The same, nonlinearly.
constexpr System kBentOutput{"bent_output", R"(units:
  a:
    equations:
      states: {x: 1, v: 0}
      inputs: {F: 0}
      der: {x: v, v: -x - 0.2*v + F}
      outputs: {x: x}
  b:
    equations:
      states: {z: 0.3, w: 0}
      inputs: {x: 1}
      der: {z: w, w: -2*z - 0.3*w + 0.5*x}
      outputs: {F: 0.4*z + 0.3*x*x}
connections: [a.x -> b.x, b.F -> a.F]
experiment: {stop: 3.2}
)",
                             0.2};

/// Inputs enter the equations nonlinearly.
constexpr System kNonlinear{"nonlinear", R"(units:
  a:
    equations:
      states: {x: 1, v: 0}
      inputs: {u: 0.3}
      der: {x: v, v: -x - 0.2*v + 0.8*x*u*u + 0.3*u}
      outputs: {y: x}
  b:
    equations:
      states: {z: 0.3, w: 0}
      inputs: {u: 1}
      der: {z: w, w: -2*z - 0.3*w + sin(z - 2*u)}
      outputs: {y: z}
connections: [a.y -> b.u, b.y -> a.u]
experiment: {stop: 3.2}
)",
                            0.2};

/// One unit follows its input within a hundredth of a step.
constexpr System kStiff{"stiff", R"(units:
  a:
    equations:
      states: {x: 1, v: 0}
      inputs: {u: 0.3}
      der: {x: v, v: -x - 0.2*v + 0.5*u}
      outputs: {y: x}
  b:
    equations:
      states: {z: 1}
      inputs: {u: 1}
      der: {z: 1000*(u - z)}
      outputs: {y: z}
connections: [a.y -> b.u, b.y -> a.u]
experiment: {stop: 3.2}
)",
                        0.1};

/// How units are used; nothing: natively.
struct Use {
  std::optional<AsFmus> fmus = {};
  std::string method = "ifosmondi-jfm";
  std::optional<int> substeps = {};
  int ticks = 0;  ///< FMUs with steps of one length, so many in a macro-step; 0: of any length
};

AsFmus holding(fmi::Version version = fmi::Version::fmi2) {
  AsFmus how{.version = version, .kind = FmuBody::Kind::co_simulation};
  how.features.model_exchange = false;
  how.features.input_order = 0;
  return how;
}

Result run_system(const System& system, const Use& use, double step, double tolerance = 0) {
  Problems problems;
  auto scenario = read_scenario_text(system.yaml, "held.yaml", problems);
  problems.throw_if_any();
  std::string name = std::string("held-") + system.name;
  if (use.ticks > 0) {
    scenario->experiment.step = step / use.ticks;
    name += std::to_string(step / use.ticks);
  }
  if (use.fmus) export_units(*use.fmus, name, *scenario);
  scenario->experiment.step.reset();
  for (UnitSpec& unit : scenario->units) {
    unit.integrator_tolerance = 1e-12;
    if (!use.fmus || !use.substeps) continue;
    auto body = std::make_shared<FmuBody>(*unit.as<FmuBody>());
    body->substeps = use.substeps;
    unit.body = std::move(body);
  }
  Settings settings;
  settings.method = use.method;
  if (tolerance > 0) {
    settings.tolerance = tolerance;
  } else {
    settings.step = step;
  }
  settings.record = {"*.state(*)"};
  if (use.method == "ifosmondi-jfm") settings.options = {"coupling_tolerance=1e-12", "refresh=0"};
  if (use.method == "missiles") settings.options = {"refresh=0"};
  apply(settings, *scenario, problems);
  auto session = Session::open(std::move(*scenario), problems);
  problems.throw_if_any();
  Result result = run(*session);
  if (result.failure) throw Error(*result.failure);
  return result;
}

double error_of(const System& system, const Use& use, double step) {
  const Trajectory reference = run_system(system, {.method = "monolithic"}, step).rows;
  return relative_error(run_system(system, use, step).rows, reference);
}

double order_of(const System& system, const Use& use) {
  return std::log2(error_of(system, use, system.step / 2) / error_of(system, use, system.step / 4));
}

/// Of both units together, in a macro-step that each integrates once.
double do_steps_per_integration(const Statistics& s) {
  return static_cast<double>(s.do_steps) / static_cast<double>(s.integrations);
}

class HeldInputs : public ::testing::TestWithParam<std::tuple<System, fmi::Version>> {};

TEST_P(HeldInputs, KeepTheOrderOfTheMethod) {
  const auto& [system, version] = GetParam();
  const double native = order_of(system, {});
  EXPECT_NEAR(native, 4, 0.3);
  EXPECT_NEAR(order_of(system, {holding(version)}), native, 0.4);
}

INSTANTIATE_TEST_SUITE_P(Linear, HeldInputs,
                         ::testing::Combine(::testing::Values(kAffine, kBilinear, kFeedThrough, kBentOutput),
                                            ::testing::Values(fmi::Version::fmi2, fmi::Version::fmi3)),
                         [](const auto& one) {
                           return std::string(std::get<0>(one.param).name) +
                                  (std::get<1>(one.param) == fmi::Version::fmi2 ? "_fmi2" : "_fmi3");
                         });

TEST(HeldInputs, AreAsGoodAsTheCubicItself) {
  for (const System& system : {kAffine, kBilinear, kFeedThrough}) {
    const double held = error_of(system, {holding()}, system.step / 2);
    EXPECT_LT(held, 3 * error_of(system, {}, system.step / 2)) << system;
  }
}

TEST(HeldInputs, KeepTheOrderWithoutDerivativesOfTheFmu) {
  AsFmus how = holding();
  how.features.derivatives = how.features.output_derivatives = false;
  // Slopes come from communication points then: an order is lost by that, natively too.
  for (const System& system : {kAffine, kFeedThrough}) EXPECT_GT(order_of(system, {how}), 2.7) << system;
}

/// Few ticks in a macro-step: two or three pieces, neither more nor fewer.
TEST(HeldInputs, OverTicksHaveOrderFourOrTwoAsTheyEnter) {
  AsFmus how = holding();
  how.features.variable_step = false;
  for (const int ticks : {2, 3}) {
    const Use use{.fmus = how, .ticks = ticks};
    EXPECT_NEAR(order_of(kAffine, use), 4, 0.4) << ticks;
    EXPECT_NEAR(order_of(kBilinear, use), 4, 0.4) << ticks;
    EXPECT_NEAR(order_of(kNonlinear, use), 2, 0.3) << ticks;
  }
}

/// Where nothing limits the number of pieces but what is wanted, that is kept.
TEST(HeldInputs, ThatEnterNonlinearlyTakeMorePieces) {
  const Result few = run_system(kAffine, {holding()}, 0.1), more = run_system(kNonlinear, {holding()}, 0.1);
  EXPECT_GT(do_steps_per_integration(more.statistics), 2 * do_steps_per_integration(few.statistics));
  EXPECT_LT(error_of(kNonlinear, {holding()}, 0.1), 1.5 * error_of(kNonlinear, {}, 0.1) + 1e-5);
}

TEST(HeldInputs, AsLinesHaveOrderFourHoweverTheyEnter) {
  AsFmus how = holding();
  how.features.input_order = 1;
  for (const System& system : {kAffine, kNonlinear, kFeedThrough}) {
    EXPECT_NEAR(order_of(system, {how}), 4, 0.4) << system;
    const Statistics s = run_system(system, {how}, system.step).statistics;
    EXPECT_EQ(s.do_steps, s.integrations) << "one line per step";
  }
}

TEST(HeldInputs, TakeAsManyDoStepsAsDerived) {
  // Two halves, and thirds to compare with, less and less often.
  const Statistics halves = run_system(kAffine, {holding()}, 0.02).statistics;
  EXPECT_GE(do_steps_per_integration(halves), 2);
  EXPECT_LT(do_steps_per_integration(halves), 2.5);
  const Statistics without = run_system(kAffine, {holding(), "jacobi"}, 0.02).statistics;
  EXPECT_EQ(without.do_steps, without.integrations) << "nothing is gained by more";
  const Statistics asked = run_system(kAffine, {holding(), "ifosmondi-jfm", 7}, 0.02).statistics;
  EXPECT_EQ(asked.do_steps, 7 * asked.integrations) << "as the user says";
}

TEST(HeldInputs, OfStiffUnitsAreNotWorseThanByMeans) {
  const double means = error_of(kStiff, {holding(), "ifosmondi-jfm", 20}, kStiff.step);
  EXPECT_LT(error_of(kStiff, {holding()}, kStiff.step), 1.5 * means);
}

/// The error at communication points that the run has chosen, against a far finer run there.
TEST(HeldInputs, KeepATolerance) {
  constexpr double tolerance = 1e-6;
  for (const System& system : {kAffine, kBilinear, kFeedThrough, kNonlinear}) {
    const Result result = run_system(system, {holding()}, 0, tolerance);
    const Result reference = run_system(system, {.method = "monolithic"}, 0, 1e-10);
    const std::size_t last = result.rows.rows() - 1, end = reference.rows.rows() - 1;
    for (std::size_t c = 0; c < result.rows.names.size(); ++c)
      EXPECT_NEAR(result.rows.at(last, c), reference.rows.at(end, c), 10 * tolerance)
          << system << ", " << result.rows.names[c];
    ASSERT_TRUE(result.statistics.error_estimate) << system;
    EXPECT_LT(*result.statistics.error_estimate, 3 * tolerance) << system;
  }
}

}  // namespace
}  // namespace accordo::testing
