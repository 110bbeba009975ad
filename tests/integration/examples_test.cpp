// Every example gives what its expected.csv says, and what it says is right: each is checked by a law.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"

namespace accordo::testing {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

fs::path scenario_of(const std::string& example) {
  return fs::path(ACCORDO_EXAMPLES) / example / "scenario.yaml";
}

/// The rows of an example run with more arguments.
Table rows(const std::string& example, const Words& more = {}) {
  const Folder folder;
  Words words{"run", scenario_of(example).string(), "-q", "-o", "-"};
  words.insert(words.end(), more.begin(), more.end());
  const Result result = accordo(folder, words);
  EXPECT_EQ(result.code, 0) << result;
  return Table::parse(result.out);
}

Table expected(const std::string& example) {
  std::ifstream in(scenario_of(example).replace_filename("expected.csv"));
  return Table::parse({std::istreambuf_iterator<char>(in), {}});
}

TEST(Examples, GiveTheExpectedRows) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(ACCORDO_EXAMPLES)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_directory() || name == "embed" || name == "python")
      continue;  // programs: their own tests run them
    SCOPED_TRACE(name);
    ++count;
    EXPECT_TRUE(fs::exists(entry.path() / "README.md"));
    const Table want = expected(name), got = rows(name);
    EXPECT_EQ(got.header, want.header);
    ASSERT_EQ(got.rows.size(), want.rows.size());
    for (std::size_t n = 0; n < want.rows.size(); ++n) {
      for (std::size_t i = 0; i < want.names.size(); ++i) {
        EXPECT_NEAR(got.rows[n][i], want.rows[n][i], 1e-9 * std::abs(want.rows[n][i]))
            << want.names[i] << " in row " << n;
      }
    }
  }
  EXPECT_GE(count, 5);
}

/// ‖a − b‖ / ‖b‖, each a column over equidistant times, by the trapezoidal rule.
double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0, norm = 0;
  for (std::size_t n = 0; n < b.size(); ++n) {
    const double weight = n == 0 || n + 1 == b.size() ? 0.5 : 1;
    difference += weight * (a[n] - b[n]) * (a[n] - b[n]);
    norm += weight * b[n] * b[n];
  }
  return std::sqrt(difference / norm);
}

/// Mean distance of the states from the monolithic solution.
double error_of(const std::string& example, const std::string& step, const Words& more = {}) {
  Words words{"--record", "*.state(*)", "--step", step, "--output-interval", step};
  const Table reference = rows(example, {"--record", "*.state(*)", "--step", step, "--output-interval", step,
                                         "--method", "monolithic"});
  words.insert(words.end(), more.begin(), more.end());
  const Table result = rows(example, words);
  EXPECT_EQ(result.rows.size(), reference.rows.size());
  double sum = 0;
  for (std::size_t i = 1; i < result.names.size(); ++i) {
    sum += distance(result.column(result.names[i]), reference.column(reference.names[i]));
  }
  return sum / static_cast<double>(result.names.size() - 1);
}

// The figures come from an independent implementation in another language (scipy, units integrated to 1e-13).
TEST(TwoMass, HasTheErrorOfTheMethodAndItsOrder) {
  const double error = error_of("two-mass", "1e-3");
  EXPECT_NEAR(error / 1.535e-3, 1, 0.05);
  EXPECT_NEAR(std::log2(error / error_of("two-mass", "5e-4")), 2, 0.15);
  EXPECT_NEAR(error_of("two-mass", "1e-3", {"--method", "jacobi", "--option", "order=0"}) / 5.206e-2, 1,
              0.05);
}

TEST(TwoMass, ExpectedForceIsThatOfTheSpringAndDamper) {
  const Table table = rows("two-mass", {"--record", "left.x,left.v,right.x2,right.v2,right.F"});
  for (const auto& row : table.rows) {
    const double force = 10000 * (row[3] - row[1]) + 10 * (row[4] - row[2]);
    EXPECT_NEAR(row[5], force, 1e-6 * 20000) << "at t = " << row[0];
  }
}

TEST(LotkaVolterra, HasTheErrorOfTheMethodAndItsOrder) {
  const double error = error_of("lotka-volterra", "0.025");
  EXPECT_NEAR(error / 6.995e-4, 1, 0.05);
  EXPECT_NEAR(std::log2(error / error_of("lotka-volterra", "0.0125")), 2, 0.15);
  EXPECT_NEAR(error_of("lotka-volterra", "0.025", {"--option", "order=0"}) / 4.924e-2, 1, 0.05);
}

TEST(LotkaVolterra, InvariantStaysWithinTheCouplingError) {
  const auto drift = [](const Table& table) {
    double low = 0, high = 0;
    for (const auto& row : table.rows) {
      const double x = row[1], p = row[2];
      const double change = x - std::log(x) + 4.0 / 3 * p - 2.0 / 3 * std::log(p) - 7.0 / 3;
      low = std::min(low, change);
      high = std::max(high, change);
    }
    return high - low;
  };
  EXPECT_LT(drift(rows("lotka-volterra", {"--method", "monolithic"})), 1e-9) << "the law itself";
  const double of_expected = drift(expected("lotka-volterra"));
  EXPECT_LT(of_expected, 5e-3);
  EXPECT_GT(of_expected, 1e-5) << "this is a coupled run";
}

TEST(StaticController, FollowsTheRecursionOfAHeldForce) {
  // Force held over h: v(t+h) = E v(t) + (1 - E)/c_f F(t) with E = exp(-c_f h/m); and F = k (v_d - v) at
  // every instant.
  const double m = 1576, c_f = 0.5, k = 1000, v_d = 40, h = 0.5;
  const double keep = std::exp(-c_f * h / m), gain = -std::expm1(-c_f * h / m) / c_f;
  const Table table = expected("static-controller");
  ASSERT_EQ(table.rows.size(), 21U);
  double v = 0;
  for (const auto& row : table.rows) {
    EXPECT_NEAR(row[1], v, 1e-11 * v_d) << "at t = " << row[0];
    EXPECT_NEAR(row[2], k * (v_d - v), 1e-11 * k * v_d) << "at t = " << row[0];
    v = keep * v + gain * k * (v_d - v);
  }
}

TEST(StaticController, ApproachesTheClosedFormWithOrderOne) {
  const double m = 1576, c_f = 0.5, k = 1000, v_d = 40;
  const auto error = [&](const std::string& step) {
    const Table table = rows("static-controller", {"--step", step});
    const double t = 2;
    const auto row =
        std::find_if(table.rows.begin(), table.rows.end(), [&](const auto& r) { return r[0] >= t; });
    return std::abs((*row)[1] + k * v_d / (k + c_f) * std::expm1(-(k + c_f) / m * (*row)[0]));
  };
  EXPECT_NEAR(std::log2(error("0.015625") / error("0.0078125")), 1, 0.05);
}

TEST(NoRollback, MeetsItsToleranceWithOneIntegrationPerStep) {
  const Table result = rows("no-rollback"), reference = rows("no-rollback", {"--method", "monolithic"});
  ASSERT_EQ(result.rows.size(), reference.rows.size());
  for (const std::string name : {"left.x", "right.x2"}) {
    const double error = distance(result.column(name), reference.column(name));
    EXPECT_LT(error, 1e-6) << name;
    EXPECT_GT(error, 1e-10) << name << ": this is a coupled run";
  }
  const Folder folder;
  const Result summary = accordo(folder, {"run", scenario_of("no-rollback").string(), "--stats", "-"});
  ASSERT_EQ(summary.code, 0) << summary;
  const auto number = [&](const std::string& key) {
    const auto at = summary.out.find("\"" + key + "\":");
    EXPECT_NE(at, std::string::npos) << key;
    return std::stol(summary.out.substr(at + key.size() + 3));
  };
  EXPECT_EQ(number("integrations"), 2 * number("macro_steps"));
}

TEST(AlgebraicLoop, BothSidesAgreeWhereTheFixedPointDiverges) {
  for (const auto& row : expected("algebraic-loop").rows)
    EXPECT_NEAR(row[4], row[3] / 0.01, 1e-8 * (1 + std::abs(row[4]))) << "at t = " << row[0];
  const Folder folder;
  const Result failed =
      accordo(folder, {"run", scenario_of("algebraic-loop").string(), "--method", "ifosmondi", "-q"});
  EXPECT_EQ(failed.code, 4) << failed;
  EXPECT_NE(failed.err.find("a factor of about 10 "), std::string::npos) << failed;  // sqrt(D_SD/D_D)
}

TEST(Heating, RunsTheSameAsASystemStructure) {
  const fs::path source = scenario_of("heating").parent_path();
  const Folder folder;
  for (const char* name : {"system.ssd", "house.ssv"}) fs::copy_file(source / name, folder.path() / name);
  for (const std::string unit : {"room", "heater"}) {
    const Result exported =
        accordo(folder, {"export", scenario_of("heating").string() + "#" + unit, "-o", unit + ".fmu"});
    ASSERT_EQ(exported.code, 0) << exported;
  }
  const Result result = accordo(folder, {"run", "system.ssd", "-q", "-o", "-"});
  ASSERT_EQ(result.code, 0) << result;
  const Table got = Table::parse(result.out), want = expected("heating");
  EXPECT_EQ(got.header, "time,room.T,control/heater.P");
  ASSERT_EQ(got.rows.size(), want.rows.size());
  for (std::size_t n = 0; n < want.rows.size(); ++n) {
    EXPECT_NEAR(got.rows[n][1], want.column("room.T")[n], 1e-6 * 20) << "in row " << n;
    EXPECT_NEAR(got.rows[n][2], want.column("heater.P")[n], 1e-6) << "in row " << n;
  }
}

TEST(Heating, EndsWherePowerAndLossAgree) {
  // Steady state: k (T - outside) = 1000 gain (wanted - 273.15 - T).
  const double steady = (25 * 5 + 1000 * 0.2 * 20) / (25 + 1000 * 0.2);
  const Table table = expected("heating");
  EXPECT_NEAR(table.column("room.T").back(), steady, 1e-3);
  EXPECT_NEAR(table.column("heater.P").back(), 0.025 * (steady - 5), 1e-4);
}

TEST(Rod, IsTheFirstModeOfTheDiscreteRod) {
  const double n = 20, k = 50, s = std::sin(M_PI / (2 * (n + 1)));
  const Table table = expected("rod");
  ASSERT_EQ(table.header, "time,cell[5].T,cell[10].T,cell[15].T,cell[20].T");
  for (const auto& row : table.rows) {
    for (std::size_t i = 1; i <= 4; ++i) {
      const double exact =
          std::sin(M_PI * 5 * static_cast<double>(i) / (n + 1)) * std::exp(-4 * k * s * s * row[0]);
      EXPECT_NEAR(row[i], exact, 1e-6) << "at t = " << row[0];
    }
  }
}

}  // namespace
}  // namespace accordo::testing
