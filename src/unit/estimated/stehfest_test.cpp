#include "unit/estimated/stehfest.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>

#include "unit/estimated/estimator_testing.hpp"

namespace accordo {
namespace {

// Order 6 gives whole numbers; order 12 sixtieths, computed independently in Python from the defining sum.
TEST(Stehfest, Weights) {
  EXPECT_EQ(stehfest_weights(6), (std::vector<double>{1, -49, 366, -858, 810, -270}));
  const std::vector<double> twelve = {
      -1.0 / 60,          961.0 / 60,        -1247,      27554.333333333332, -263280.8333333333, 1324138.7,
      -3891705.533333333, 7053286.333333333, -8005336.5, 5552830.5,          -2155507.2,         359251.2};
  const std::vector<double> found = stehfest_weights(12);
  ASSERT_EQ(found.size(), twelve.size());
  for (std::size_t k = 0; k < twelve.size(); ++k) EXPECT_NEAR(found[k] / twelve[k], 1, 1e-14);
}

TEST(Stehfest, ConstantsAreInvertedExactly) {
  for (int order = 2; order <= 16; order += 2) {
    double sum = 0, largest = 0;  // (ln 2/t) Σ V_k F(k ln 2/t) with F = 1/s
    const std::vector<double> weights = stehfest_weights(order);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      sum += weights[k] / static_cast<double>(k + 1);
      largest = std::max(largest, std::abs(weights[k]));
    }
    EXPECT_NEAR(sum, 1, 1e-15 * largest) << order;
  }
}

TEST(Stehfest, OrderMustBeEvenAndModerate) {
  for (const int order : {0, -2, 7, 22})
    EXPECT_THROW(stehfest_weights(order), std::invalid_argument) << order;
}

// A static unit y = u shows the relative error of the inverse of t^p. It is a property of the method,
// two-sided.
TEST(Stehfest, ErrorOnMonomials) {
  LinearModel gain;
  gain.A.resize(0, 0);
  gain.B.resize(0, 1);
  gain.C.resize(1, 0);
  gain.D = Matrix::Ones(1, 1);
  const auto error = [&](int order, int p) {
    return std::abs(stehfest_operators(gain, 0.1, order).G(0, p) - 1);
  };
  const auto about = [](double found, double expected) {
    return found > expected / 1.5 && found < expected * 1.5;
  };
  EXPECT_TRUE(about(error(6, 1), 2e-3)) << error(6, 1);
  EXPECT_TRUE(about(error(6, 2), 6e-2)) << error(6, 2);
  EXPECT_TRUE(about(error(6, 3), 2.5)) << error(6, 3);
  EXPECT_LE(error(12, 0), 1e-9);
  EXPECT_TRUE(about(error(12, 1), 1e-6)) << error(12, 1);
  EXPECT_TRUE(about(error(12, 2), 4.5e-5)) << error(12, 2);
  EXPECT_TRUE(about(error(12, 3), 1.3e-4)) << error(12, 3);
}

/// Errors of values and scaled slopes against the exact operators, in parts of the largest entry.
std::pair<double, double> errors(const LinearModel& m, double h, int order) {
  const Operators exact = exact_operators(m, h, false);
  const Operators found = stehfest_operators(m, h, order);
  const auto half = m.C.rows();
  const auto worst = [](const Matrix& a, const Matrix& b) {
    return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
  };
  double value = 0, slope = 0;
  for (const auto& [a, b] : {std::pair{&found.G, &exact.G}, {&found.P, &exact.P}, {&found.R, &exact.R}}) {
    value = std::max(value, worst(a->topRows(half), b->topRows(half)));
    slope = std::max(slope, worst(a->bottomRows(half), b->bottomRows(half)));
  }
  return {value, slope};
}

// Errors fall with the order until rounding, but the slopes of the backward difference stay wrong by more
// than 1e-3: this is why it is not the default.
TEST(Stehfest, ErrorLevelsOnADynamicUnit) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 5; ++trial) {
    const LinearModel m = testing::random_model(random, 3, 2, 2);
    const auto [value_8, slope_8] = errors(m, 0.05, 8);
    const auto [value_12, slope_12] = errors(m, 0.05, 12);
    const auto [value_16, slope_16] = errors(m, 0.05, 16);
    EXPECT_LT(value_12, value_8 / 30);
    EXPECT_LT(value_16, value_12 / 10);
    EXPECT_LT(value_12,
              1e-3);  // the worst operator answers to s², through an integration: as bad as t³ above
    EXPECT_GT(value_12, 1e-5);
    EXPECT_GT(slope_12, 1e-3);
    EXPECT_LT(slope_12, 3e-2);
    EXPECT_NEAR(slope_16, slope_12, 0.2 * slope_12);
    EXPECT_GT(slope_8, slope_12);
  }
}

}  // namespace
}  // namespace accordo
