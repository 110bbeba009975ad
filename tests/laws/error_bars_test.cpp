// The error that a run carries along is the true one: in all cases, by all methods, to first order in it, and
// where units are linear far closer.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "cases/cases.hpp"
#include "coupling/catalogue.hpp"
#include "tests/support/bars.hpp"

namespace accordo::testing {
namespace {

bool linear(const Session& session) {
  return std::ranges::all_of(session.units(), [](const UnitInfo& unit) { return unit.linear; });
}

/// As the case itself would be run.
RunOf customary(const std::string& name) {
  RunOf run{.name = name, .record = {"*"}, .errors = true};
  // Without mass on the damper's side implicit methods that only repeat do not agree.
  if (name == "damper") run.parameters = {{"D_D", 4}};
  run.step = *open_text(cases::write(cases::get(name)))->scenario().experiment.step;
  return run;
}

/// Every case with every method whose errors can be carried.
std::vector<RunOf> all_runs() {
  std::vector<RunOf> list;
  for (const cases::Case& one : cases::all()) {
    RunOf run = customary(one.name);
    for (const Method& method : methods()) {
      run.method = method.name;
      if (open_case(run)->bars_hindrance().empty()) list.push_back(run);
    }
  }
  return list;
}

std::vector<RunOf> linear_runs() {
  std::vector<RunOf> list = all_runs();
  std::erase_if(list, [](const RunOf& run) { return !linear(*open_case(run)); });
  return list;
}

std::string title(const ::testing::TestParamInfo<RunOf>& info) {
  std::string text = info.param.name + "_" + info.param.method;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return text;
}

TEST(ErrorBars, CannotBeHadOfWhatDoesNotCouple) {
  for (const Method& method : methods()) {
    RunOf run = customary("two-mass");
    run.method = method.name;
    const auto session = open_case(run);
    EXPECT_EQ(session->bars_hindrance().empty(), session->traits().couples()) << method.name;
  }
}

class AllErrorBars : public ::testing::TestWithParam<RunOf> {};

// Where the error is neither noise nor so large that it is no small change of the signal.
TEST_P(AllErrorBars, AreTheTrueErrors) {
  RunOf run = GetParam();
  for (int halved = 0; halved < 2; ++halved, run.step /= 2) {
    for (const Bar& bar : bars_of(run_case(run), right_of(run))) {
      const double off = bar.most / bar.range;
      if (off < 1e-7 || off > 0.1) continue;
      EXPECT_NEAR(bar.ratio(), 1, 0.05) << run << ", " << bar.signal << ", " << off;
    }
  }
}

// To first order only, and what is off by its phase differs by its height: but nobody takes it for right.
TEST_P(AllErrorBars, DoNotHideLargeErrors) {
  RunOf run = GetParam();
  for (int doubled = 0; doubled < 3; ++doubled, run.step *= 2) {
    for (const Bar& bar : bars_of(run_case(run), right_of(run))) {
      if (bar.most < 0.1 * bar.range) continue;
      EXPECT_GT(bar.most_carried, 0.1 * bar.range) << run << ", " << bar.signal << ", " << bar.ratio();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, AllErrorBars, ::testing::ValuesIn(all_runs()), title);

/// How much is left of the errors of all signals, relative to their ranges.
double part_left(const RunOf& run) {
  double left = 0, truth = 0;
  for (const Bar& bar : bars_of(run_case(run), right_of(run))) {
    left += std::pow(bar.left / bar.range, 2);
    truth += std::pow(bar.truth / bar.range, 2);
  }
  EXPECT_GT(truth, 1e-16) << run << ": what is left is noise";
  return std::sqrt(left / truth);
}

class LinearErrorBars : public ::testing::TestWithParam<RunOf> {};

// Errors of inputs run along cubics between points. Those of a method of order p < 4 are made by the first p
// terms that it leaves out, as large as h^p, while cubics miss h⁴ of their fourth derivatives: h^(4 - p) of
// the whole. Those of a cubic method bend symmetrically in every step, which leaves h² of them. More where
// the leading term cancels, in oscillators; half an order less where most is missed in the first steps, along
// which there is no past to extrapolate.
TEST_P(LinearErrorBars, LeaveLittle) {
  RunOf run = GetParam();
  const int p = open_case(run)->traits().order;
  if (p == 4) run.step *= 4;  // else there is nothing to be seen
  const double coarse = part_left(run);
  run.step /= 2;
  const double fine = part_left(run), order = std::log2(coarse / fine);
  EXPECT_LT(fine, 1e-2) << run;
  EXPECT_GT(order, p == 3 ? 0.4 : p < 4 ? 3.65 - p : 1.75) << run;
  EXPECT_LT(order, p < 4 ? 5.3 - p : 2.15) << run;
}

INSTANTIATE_TEST_SUITE_P(Cases, LinearErrorBars, ::testing::ValuesIn(linear_runs()), title);

// The first mass is off by a multiple of all there is, and more with every swing.
TEST(ErrorBars, AreTrueWhereALinearRunIsUnstable) {
  for (const double step : {5e-3, 1e-2}) {
    const RunOf run{.name = "two-mass", .method = "jacobi", .step = step, .record = {"*"}, .errors = true};
    double worst = 0;
    for (const Bar& bar : bars_of(run_case(run), right_of(run))) {
      worst = std::max(worst, bar.most / bar.range);
      EXPECT_LT(bar.part(), 1e-3) << step << ", " << bar.signal;
    }
    EXPECT_GT(worst, 1) << step;
  }
}

}  // namespace
}  // namespace accordo::testing
