// Every case as FMUs of ours: what comes back through FMI must be as good as the native units. Co-simulation
// FMUs take cubic inputs (FMI 2: input derivatives to order 3, FMI 3: intermediate update), so that nothing
// of the methods' order is lost.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "tests/support/runs.hpp"

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

}  // namespace
}  // namespace accordo::testing
