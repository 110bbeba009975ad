// Every case as FMUs of ours: what comes back through FMI must be as good as the native units. Co-simulation
// FMUs take cubic inputs (FMI 2: input derivatives to order 3, FMI 3: intermediate update), so that nothing
// of the methods' order is lost.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "cases/cases.hpp"
#include "io/scenario/scenario_reader.hpp"
#include "kinds/fmu/fmu_body.hpp"
#include "tests/support/reference.hpp"

namespace accordo::testing {
namespace {

constexpr auto kStepping = FmuBody::Kind::co_simulation;
constexpr auto kExchanging = FmuBody::Kind::model_exchange;

/// A case at a step, and the methods that converge there.
struct Problem {
  RunOf run;
  std::vector<std::string> methods;
};

const std::vector<Problem>& problems() {
  static const std::vector<std::string> all{"jacobi", "ifosmondi-jfm", "missiles"},
      implicit{"ifosmondi-jfm", "missiles"};
  static const std::vector<Problem> list{
      {{.name = "cruise", .step = 0.1}, all},
      {{.name = "tutorial", .step = 0.1}, all},
      {{.name = "two-mass", .step = 2e-3}, all},
      {{.name = "lotka-volterra", .step = 0.05}, all},
      {{.name = "behaviour-change", .step = 0.2}, all},
      {{.name = "tough", .step = 0.1}, all},
      {{.name = "damper", .step = 0.05, .parameters = {{"D_D", 4}}}, implicit},
      {{.name = "damper", .step = 0.05, .parameters = {{"D_D", 0.01}}}, implicit},
      {{.name = "chain", .step = 0.01, .parameters = {{"N", 8}}}, all},
      {{.name = "van-der-pol", .step = 1e-3}, all},
      {{.name = "quarter-car", .step = 5e-4}, all}};
  return list;
}

std::vector<RunOf> runs(fmi::Version version, FmuBody::Kind kind) {
  std::vector<RunOf> list;
  for (const Problem& problem : problems()) {
    for (const std::string& method : problem.methods) {
      RunOf run = problem.run;
      run.method = method;
      run.fmus = AsFmus{.version = version, .kind = kind};
      run.integrator_tolerance = 1e-12;
      if (method != "jacobi") run.options = {"refresh=0"};
      if (method == "missiles") run.options.emplace_back("corrector=off");  // it needs f at any point
      list.push_back(run);
    }
  }
  return list;
}

class FmuRoundTrip : public ::testing::TestWithParam<RunOf> {};

TEST_P(FmuRoundTrip, IsAsAccurateAsTheNativeUnits) {
  RunOf through_fmi = GetParam();
  RunOf native = through_fmi;
  native.fmus.reset();
  constexpr double rounding = 1e-10;
  const double error = case_error(through_fmi), expected = case_error(native);
  EXPECT_LE(error, 1.5 * expected + rounding);
  EXPECT_GE(error, expected / 1.5 - rounding);
  through_fmi.step /= 2;
  native.step /= 2;
  const double finer = case_error(through_fmi), expected_finer = case_error(native);
  if (expected_finer > 100 * rounding) {
    EXPECT_NEAR(std::log2(error / finer), std::log2(expected / expected_finer), 0.15);
  }
}

std::string title(const ::testing::TestParamInfo<RunOf>& info) {
  std::string text = info.param.name;
  for (const auto& [name, value] : info.param.parameters) text += "_" + name + std::to_string(value);
  text += "_" + info.param.method;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return text;
}

INSTANTIATE_TEST_SUITE_P(Fmi2CoSimulation, FmuRoundTrip,
                         ::testing::ValuesIn(runs(fmi::Version::fmi2, kStepping)), title);
INSTANTIATE_TEST_SUITE_P(Fmi2ModelExchange, FmuRoundTrip,
                         ::testing::ValuesIn(runs(fmi::Version::fmi2, kExchanging)), title);
INSTANTIATE_TEST_SUITE_P(Fmi3CoSimulation, FmuRoundTrip,
                         ::testing::ValuesIn(runs(fmi::Version::fmi3, kStepping)), title);
INSTANTIATE_TEST_SUITE_P(Fmi3ModelExchange, FmuRoundTrip,
                         ::testing::ValuesIn(runs(fmi::Version::fmi3, kExchanging)), title);

/// An FMU for co-simulation that lacks something, and what `auto` makes of two of them.
struct Poorer {
  const char* name;
  void (*lack)(exporter::Features&);
  const char* method;
  const char* why;
};

class AutoOnFmus : public ::testing::TestWithParam<std::tuple<fmi::Version, Poorer>> {};

TEST_P(AutoOnFmus, ChoosesWhatTheyCanDoAndSaysSo) {
  const auto& [version, poorer] = GetParam();
  RunOf run{.name = "lotka-volterra", .method = "auto", .stop = 5, .tolerance = 1e-4};
  run.fmus = AsFmus{.version = version};
  run.fmus->features.model_exchange = false;
  poorer.lack(run.fmus->features);
  if (!run.fmus->features.states) run.record = {"*"};
  const auto session = open_case(run);
  EXPECT_EQ(session->method().name, poorer.method);
  EXPECT_NE(session->choice().find(poorer.why), std::string::npos) << session->choice();
  const Trajectory rows = run_session(*session);
  EXPECT_LT(Reference(run).error_of(rows), 10 * run.tolerance);
}

const std::vector<Poorer> kPoorer{
    {"nothing", [](exporter::Features&) {}, "ifosmondi-jfm", "roll back and linearize"},
    {"rollback", [](exporter::Features& f) { f.rollback = f.serialization = false; }, "missiles",
     "cannot roll back"},
    {"derivatives", [](exporter::Features& f) { f.derivatives = false; }, "ifosmondi-jfm",
     "all units roll back"},
    {"output_derivatives", [](exporter::Features& f) { f.derivatives = f.output_derivatives = false; },
     "ifosmondi-jfm", "all units roll back"},
    {"rollback_and_derivatives",
     [](exporter::Features& f) { f.rollback = f.serialization = f.derivatives = false; }, "f3ornits",
     "neither roll back nor be estimated"},
    {"input_derivatives", [](exporter::Features& f) { f.input_order = 0; }, "ifosmondi-jfm", "roll back"},
    {"second_input_derivatives", [](exporter::Features& f) { f.input_order = 1; }, "ifosmondi-jfm",
     "roll back"}};

INSTANTIATE_TEST_SUITE_P(Without, AutoOnFmus,
                         ::testing::Combine(::testing::Values(fmi::Version::fmi2, fmi::Version::fmi3),
                                            ::testing::ValuesIn(kPoorer)),
                         [](const auto& one) {
                           return std::string(std::get<0>(one.param) == fmi::Version::fmi2 ? "fmi2_"
                                                                                           : "fmi3_") +
                                  std::get<1>(one.param).name;
                         });

/// FMUs with a fixed step: without a step of the scenario's, theirs is taken, and a warning says so.
TEST(FixedStepFmus, BindTheMacroStep) {
  RunOf run{.name = "tutorial", .method = "auto", .stop = 2, .tolerance = 1e-4};
  run.fmus = AsFmus{};
  run.fmus->features.variable_step = run.fmus->features.model_exchange = false;
  const auto session = open_case(run);
  EXPECT_GT(session->step(), 0);
  const auto& warnings = session->warnings();
  EXPECT_TRUE(
      std::any_of(warnings.begin(), warnings.end(), [](const auto& w) { return w.id == "fixed-step"; }));
  const Trajectory rows = run_session(*session);
  EXPECT_EQ(rows.times.back(), 2);
  EXPECT_NEAR(rows.times[1], session->step(), 1e-12);
}

/// two-mass with a fixed step for each of its units.
std::unique_ptr<Session> open_two_rates(double first, double second, Problems& problems) {
  auto scenario = read_scenario_text(cases::write(cases::get("two-mass")), "two-mass.yaml", problems);
  const std::vector<double> steps{first, second};
  AsFmus how;
  how.features.variable_step = how.features.model_exchange = false;
  for (std::size_t k = 0; k < 2; ++k) {
    Scenario one = *scenario;
    one.units = {scenario->units[k]};
    one.experiment.step = steps[k];
    export_units(how, "two-rates-" + std::to_string(steps[k]), one);
    scenario->units[k] = one.units[0];
  }
  scenario->experiment.step.reset();
  scenario->experiment.stop = 0.12;
  scenario->experiment.method = Text{"jacobi", {}};
  return Session::open(std::move(*scenario), problems);
}

TEST(FixedStepFmus, WithShorterStepsTakeSeveral) {
  Problems problems;
  const auto session = open_two_rates(1e-3, 4e-3, problems);
  problems.throw_if_any();
  EXPECT_EQ(session->step(), 4e-3);
  EXPECT_EQ(run_session(*session).times.back(), 0.12);  // either unit refuses every other length
}

TEST(FixedStepFmus, ThatDoNotFitAreNamed) {
  Problems problems;
  EXPECT_EQ(open_two_rates(3e-3, 4e-3, problems), nullptr);
  ASSERT_EQ(problems.list().size(), 1U);
  EXPECT_EQ(problems.list()[0].id, "steps-do-not-fit");
  for (const char* part : {"'S1'", "0.003", "'S2'", "0.004"})
    EXPECT_NE(problems.list()[0].what.find(part), std::string::npos) << problems.list()[0].what;
}

}  // namespace
}  // namespace accordo::testing
