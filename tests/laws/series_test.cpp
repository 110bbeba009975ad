// Inputs that follow a time series: exact where the series is a line, and nothing is lost between
// communication points.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// Tests run at the same time: each process has files of its own.
class SeriesFile {
 public:
  explicit SeriesFile(const std::string& csv)
      : path_(std::filesystem::path(::testing::TempDir()) / ("series." + std::to_string(getpid()) + ".csv")) {
    std::ofstream(path_) << csv;
  }
  ~SeriesFile() { std::filesystem::remove(path_); }
  SeriesFile(const SeriesFile&) = delete;
  SeriesFile& operator=(const SeriesFile&) = delete;
  std::string name() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// A listener z' = u, u from the CSV text; z at the end of a run over [0, 2].
double integral(const std::string& csv, const std::string& method, double step) {
  const SeriesFile file(csv);
  Settings settings;
  settings.method = method;
  settings.step = step;
  const auto session =
      open_text("units:\n  a: {equations: {states: {z: 0}, inputs: {u: {file: " + file.name() +
                    ", column: u}}, der: {z: u}, outputs: {z: z}}}\nexperiment: {stop: 2}\n",
                settings);
  const auto run = run_session(*session);
  return run.at(run.rows() - 1, 0);
}

TEST(Series, LinesAreFollowedExactly) {
  for (const std::string method : {"jacobi", "gauss-seidel", "monolithic"}) {
    EXPECT_NEAR(integral("time,u\n0,1\n2,5\n", method, 0.5), 6, 1e-13) << method;
  }
}

// A pulse much shorter than the step: its area arrives all the same.
TEST(Series, WhatHappensWithinAStepIsNotLost) {
  const std::string pulse = "time,u\n0.1,0\n0.2,5\n0.3,0\n";
  for (const std::string method : {"jacobi", "gauss-seidel"}) {
    EXPECT_NEAR(integral(pulse, method, 0.5), 0.5, 1e-13) << method;
    EXPECT_NEAR(integral(pulse, method, 2.0), 0.5, 1e-13) << method;
  }
}

// At a kink there is no slope: rows between communication points lie on lines, not on a cubic with the wrong
// slope.
TEST(Series, KinksDoNotBendWhatIsRecorded) {
  const SeriesFile file("time,u\n0,0\n1,1\n2,0\n");
  Settings settings;
  settings.output_interval = 0.25;
  const auto run = run_session(*open_text("units:\n  a: {equations: {inputs: {u: {file: " + file.name() +
                                              "}}, outputs: {y: u}}}\n"
                                              "experiment: {stop: 2, method: jacobi, step: 1}\n",
                                          settings));
  ASSERT_EQ(run.rows(), 9u);
  for (std::size_t r = 0; r < run.rows(); ++r)
    EXPECT_NEAR(run.at(r, 0), 1 - std::abs(run.times[r] - 1), 1e-15);
}

}  // namespace
}  // namespace accordo::testing
