// Where units run must not matter: results on threads and in processes of their own are those of one thread,
// bit for bit, whatever the coupling, also with estimators, rejected steps and events.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/laws/executor_runs.hpp"

namespace accordo::testing {
namespace {

struct Place {
  const char* name;
  ExecutionSpec execution;
};

const std::vector<Place>& places() {
  static const std::vector<Place> list{
      {"threads", {.threads = 2}}, {"threads_auto", {.threads = 0}}, {"processes", {.isolate = true}}};
  return list;
}

class Executors : public ::testing::TestWithParam<RunOf> {};

TEST_P(Executors, GiveTheSameBits) {
  RunOf run = GetParam();
  const Report serial = report_of(run);
  ASSERT_GT(serial.rows.rows(), 5U);
  for (const Place& place : places()) {
    run.execution = place.execution;
    EXPECT_EQ(difference(report_of(run), serial), "") << place.name;
  }
}

TEST_P(Executors, CarryTheSameErrors) {
  RunOf run = GetParam();
  run.errors = true;
  const std::string hindrance = open_case(run)->bars_hindrance();
  if (!hindrance.empty()) GTEST_SKIP() << hindrance;
  const Report serial = report_of(run);
  const Trajectory& rows = serial.rows;
  for (std::size_t c = 0; c < rows.names.size(); ++c)
    EXPECT_TRUE(std::isfinite(rows.at(rows.rows() - 1, c))) << rows.names[c];
  for (const Place& place : places()) {
    if (place.execution.threads == 0) continue;  // as many of the same
    run.execution = place.execution;
    EXPECT_EQ(difference(report_of(run), serial), "") << place.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Couplings, Executors, ::testing::ValuesIn(executor_runs()),
                         [](const ::testing::TestParamInfo<RunOf>& one) { return title(one.param); });

}  // namespace
}  // namespace accordo::testing
