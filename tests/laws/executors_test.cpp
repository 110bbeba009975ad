// Where units run must not matter: results on threads and in processes of their own are those of one thread,
// bit for bit, whatever the coupling, also with estimators, rejected steps and events.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "tests/support/runs.hpp"

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

/// Every coupling on every kind of case, with fixed steps and with a tolerance.
std::vector<RunOf> runs() {
  std::vector<RunOf> list;
  const std::vector<RunOf> cases{{.name = "two-mass", .step = 2e-3, .stop = 0.2},
                                 {.name = "lotka-volterra", .step = 0.05, .stop = 2},
                                 {.name = "behaviour-change", .step = 1, .stop = 110},  // an event at 100
                                 {.name = "damper", .step = 0.05, .parameters = {{"D_D", 4}}, .stop = 1},
                                 {.name = "chain", .step = 0.01, .parameters = {{"N", 5}}, .stop = 0.2},
                                 {.name = "van-der-pol", .step = 0.01, .stop = 1}};
  for (const RunOf& one : cases) {
    for (const char* method :
         {"jacobi", "gauss-seidel", "busch", "f3ornits", "iterative-jacobi", "iterative-gauss-seidel",
          "kubler-schiehlen", "ifosmondi", "ifosmondi-jfm", "missiles"}) {
      RunOf run = one;
      run.method = method;
      list.push_back(run);
    }
    for (const char* method : {"f3ornits", "ifosmondi-jfm", "missiles"}) {
      RunOf run = one;
      run.method = method;
      run.tolerance = 1e-4;
      list.push_back(run);
      if (std::string(method) == "f3ornits") continue;
      run.lacks["*"] = {"rollback"};
      list.push_back(run);
    }
  }
  return list;
}

std::string title(const ::testing::TestParamInfo<RunOf>& info) {
  std::string text = info.param.name + "_" + info.param.method;
  if (info.param.tolerance > 0) text += "_adaptive";
  if (!info.param.lacks.empty()) text += "_without_rollback";
  std::replace_if(
      text.begin(), text.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return text;
}

bool same_bits(const MemorySink& a, const MemorySink& b) {
  if (a.times() != b.times() || a.columns() != b.columns()) return false;
  for (std::size_t r = 0; r < a.rows(); ++r) {
    for (std::size_t c = 0; c < a.columns().size(); ++c) {
      const double x = a.at(r, c), y = b.at(r, c);
      if (std::memcmp(&x, &y, sizeof x) != 0) return false;
    }
  }
  return true;
}

class Executors : public ::testing::TestWithParam<RunOf> {};

TEST_P(Executors, GiveTheSameBits) {
  RunOf run = GetParam();
  run.record = {"*"};
  const Report serial = report_of(run);
  ASSERT_GT(serial.rows.rows(), 5U);
  for (const Place& place : places()) {
    run.execution = place.execution;
    const Report elsewhere = report_of(run);
    EXPECT_EQ(elsewhere.outcome.failure.has_value(), serial.outcome.failure.has_value()) << place.name;
    EXPECT_TRUE(same_bits(elsewhere.rows, serial.rows)) << place.name;
    EXPECT_EQ(elsewhere.statistics.rejected_steps, serial.statistics.rejected_steps) << place.name;
    EXPECT_EQ(elsewhere.statistics.integrations, serial.statistics.integrations) << place.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Couplings, Executors, ::testing::ValuesIn(runs()), title);

}  // namespace
}  // namespace accordo::testing
