// The first row is the same for every method and both kinds of FMUs, except where it is marked.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <optional>

#include "cases/cases.hpp"
#include "io/scenario/scenario_reader.hpp"
#include "session/verdict.hpp"
#include "tests/support/peculiar.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

struct FirstRow {
  std::vector<std::string> columns;
  std::vector<double> values;
  std::vector<std::string> unsure;
  std::string reason;  ///< of the verdict
};

/// The run ends before its first step.
FirstRow first_row(Session& session) {
  const std::atomic<bool> at_once = true;
  const Result result = run(session, {.watch = {.interrupt = &at_once}});
  if (result.failure) throw Error(*result.failure);
  const Trajectory& rows = result.rows;
  FirstRow first{rows.names, {}, result.unsure_at_start, {}};
  for (std::size_t c = 0; c < rows.names.size(); ++c) first.values.push_back(rows.at(0, c));
  for (const Reason& reason : result.verdict.reasons) {
    if (reason.id == "first-row") first.reason = reason.text;
  }
  return first;
}

void expect_same(const FirstRow& a, const FirstRow& b, const std::string& what) {
  ASSERT_EQ(a.columns, b.columns) << what;
  for (std::size_t c = 0; c < a.values.size(); ++c)
    EXPECT_NEAR(a.values[c], b.values[c], 1e-9 * std::max(1.0, std::abs(a.values[c])))
        << what << ": " << a.columns[c];
}

class FirstRows : public ::testing::Test {
 protected:
  FirstRows() { setenv("XDG_CACHE_HOME", (cache_.path() / "cache").c_str(), 1); }
  ~FirstRows() override { unsetenv("XDG_CACHE_HOME"); }
  archive::PrivateFolder cache_;
};

TEST_F(FirstRows, OfAllCasesAreTheSameForAllMethods) {
  for (const cases::Case& problem : cases::all()) {
    std::optional<FirstRow> known;
    int possible = 0;
    for (const Method& method : methods()) {
      std::unique_ptr<Session> session;
      try {
        session = open_case({.name = problem.name, .method = method.name, .step = 0.01, .record = {"*.*"}});
      } catch (const Error&) {  // a method that cannot be used with this case
        continue;
      }
      const FirstRow row = first_row(*session);
      EXPECT_TRUE(row.unsure.empty()) << problem.name;
      if (known) expect_same(*known, row, problem.name + " by " + method.name);
      known = row;
      ++possible;
    }
    EXPECT_GE(possible, 2) << problem.name;
  }
}

/// A pair of FMUs in a circle: x' = 2 u - x from x = 1, each fed by the other one's x.
std::string circle(const std::string& fmu, const std::string& kind, const std::string& method,
                   const std::string& more = {}) {
  return fmt::format(
      "units:\n  a: {{fmu: {0}, kind: {1}}}\n  b: {{fmu: {0}, kind: {1}}}\n"
      "connections: [b.y * -1 + 3 -> a.u, a.y -> b.u]\n"
      "experiment: {{stop: 1, step: 0.05, method: {2}}}\nrecord: [a.y, b.y, a.u, b.u]\n{3}",
      fmu, kind, method, more);
}

TEST_F(FirstRows, OfFmusAreTheSameForAllMethodsAndBothKinds) {
  for (const char* mode : {"nothing", "late outputs", "leads", "lags", "late inputs", "one step",
                           "undeclared feed-through", "restarts", "stale derivatives", "commits on demand"}) {
    const std::string fmu = peculiar({.mode = mode, .exchanges = true}).string();
    std::optional<FirstRow> known;
    int possible = 0;
    for (const char* kind : {"co-simulation", "model-exchange"}) {
      for (const Method& method : methods()) {
        std::unique_ptr<Session> session;
        try {
          session = open_text(circle(fmu, kind, method.name));
        } catch (const Error&) {
          continue;
        }
        const FirstRow row = first_row(*session);
        EXPECT_TRUE(row.unsure.empty()) << mode << " " << kind;
        EXPECT_TRUE(row.reason.empty()) << row.reason;
        if (known) expect_same(*known, row, fmt::format("{} as {} by {}", mode, kind, method.name));
        known = row;
        ++possible;
      }
    }
    EXPECT_GE(possible, 10) << mode;
    ASSERT_TRUE(known);
    EXPECT_EQ(known->values[2], 3 - known->values[1]) << mode;
    EXPECT_EQ(known->values[3], known->values[0]) << mode;
  }
}

/// Outputs that are computed by steps only are 0 before the first one: FMI gives no other way to ask for
/// them.
TEST_F(FirstRows, AreMarkedWhereOutputsComeWithTheFirstStep) {
  const auto session =
      open_text(circle(peculiar({.mode = "outputs by steps"}).string(), "co-simulation", "jacobi"));
  const FirstRow row = first_row(*session);
  EXPECT_EQ(row.values[0], 0);
  EXPECT_EQ(row.unsure, (std::vector<std::string>{"a.y", "b.y"}));
  EXPECT_NE(row.reason.find("a.y, b.y"), std::string::npos) << row.reason;
}

/// z = u of an FMU that leaves its initialization before its source has computed its output, 1 instead of 0.
/// A trial has shown what its inputs do at once; where none was made, nobody knows.
TEST_F(FirstRows, AreMarkedWhereInputsChangeAfterInitialization) {
  const std::string late = peculiar({.mode = "late outputs"}).string();
  const std::string direct = peculiar({.mode = "undeclared feed-through", .dependencies = false}).string();
  const auto row = [&](Fmus fmus) {
    Problems problems;
    auto scenario = read_scenario_text(fmt::format("units:\n  a: {{fmu: {}}}\n  b: {{fmu: {}}}\n"
                                                   "connections: [b.y -> a.u, a.y -> b.u]\n"
                                                   "experiment: {{stop: 1, step: 0.05, method: jacobi}}\n"
                                                   "record: [a.z, a.u]\n",
                                                   direct, late),
                                       "test.yaml", problems);
    problems.throw_if_any();
    const auto session = Session::open(std::move(*scenario), problems, {.fmus = fmus});
    problems.throw_if_any();
    return first_row(*session);
  };
  const FirstRow tried = row(Fmus::tested);
  EXPECT_EQ(tried.values, (std::vector<double>{1, 1}));
  EXPECT_TRUE(tried.unsure.empty());
  const FirstRow believed = row(Fmus::trusted);
  EXPECT_EQ(believed.values, (std::vector<double>{0, 1}));
  EXPECT_EQ(believed.unsure, (std::vector<std::string>{"a.y", "a.z"}));
  EXPECT_NE(believed.reason.find("a.y, a.z"), std::string::npos) << believed.reason;
}

}  // namespace
}  // namespace accordo::testing
