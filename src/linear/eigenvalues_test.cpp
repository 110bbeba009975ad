// Eigenvalues do not depend on units of measurement, and know a zero from rounding.
#include "linear/eigenvalues.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <random>

namespace accordo {
namespace {

Matrix random_matrix(int n, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(n, n, [&] { return normal(generator); });
}

/// Rows and columns measured in units from 1e-12 to 1e12 times the customary.
Matrix remeasured(Matrix M, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> exponent(-12, 12);
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    const double unit = std::pow(10, exponent(generator));
    M.row(i) *= unit;
    M.col(i) /= unit;
  }
  return M;
}

std::vector<std::complex<double>> sorted(const Eigen::VectorXcd& values) {
  std::vector<std::complex<double>> list(values.begin(), values.end());
  std::sort(list.begin(), list.end(), [](auto a, auto b) {
    return std::abs(a.real() - b.real()) > 1e-9 ? a.real() < b.real() : a.imag() < b.imag();
  });
  return list;
}

TEST(Eigenvalues, DoNotDependOnUnitsOfMeasurement) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Matrix M = random_matrix(6, seed);
    const auto expected = sorted(eigenvalues(M)), found = sorted(eigenvalues(remeasured(M, seed)));
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_LT(std::abs(found[i] - expected[i]), 1e-10 * M.norm()) << seed;
  }
}

// A nilpotent matrix of size n, perturbed by ε, has eigenvalues ε^(1/n): 1e-2 for eight links in a row.
TEST(Eigenvalues, ThatFollowFromZerosAreZero) {
  const int n = 8;
  Matrix chain = Matrix::Zero(n, n);
  for (int i = 0; i + 1 < n; ++i) chain(i + 1, i) = 1 + 0.1 * i;
  EXPECT_EQ(spectral_radius(chain), 0);
  chain(2, 1) = 0.7, chain(1, 2) = 0.7;  // one ring in the chain: ±0.7
  EXPECT_NEAR(spectral_radius(chain), 0.7, 1e-14);
  EXPECT_EQ(eigenvalues(chain).size(), n);
}

TEST(Modes, ParticipationAddsUpAndDoesNotDependOnUnitsOfMeasurement) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Matrix M = random_matrix(5, seed);
    const Modes expected = modes(M), found = modes(remeasured(M, seed));
    for (Eigen::Index i = 0; i < M.rows(); ++i) {
      EXPECT_NEAR(expected.participation.col(i).sum(), 1, 1e-12);
      Eigen::Index same = 0;
      (found.values.array() - expected.values[i]).abs().minCoeff(&same);
      EXPECT_LT((found.participation.col(same) - expected.participation.col(i)).norm(), 1e-9) << seed;
    }
  }
}

// Upper triangular blocks: a mode of one block alone lives there, whatever it drives.
TEST(Modes, OfWhatDrivesAndIsNotDrivenLiveInWhatMoves) {
  Matrix M = Matrix::Zero(3, 3);
  M << -1, 0, 0, 5, -2, 3, 1, -3, -2;
  const Modes found = modes(M);
  for (Eigen::Index i = 0; i < 3; ++i) {
    const bool first = std::abs(found.values[i] + 1.0) < 1e-9;
    EXPECT_NEAR(found.participation(0, i), first ? 1 : 0, 1e-12);
  }
}

// The double integrator: both eigenvalues are 0, which rounding may move by the square root of its size.
TEST(Modes, KnowHowUncertainMultipleOnesAre) {
  Matrix M = Matrix::Zero(3, 3);
  M << 0, 1, 0, 0, 0, 0, 0, 0, -1;
  std::mt19937 generator(7);
  std::normal_distribution<double> normal;
  const Matrix T = Matrix::NullaryExpr(3, 3, [&] { return normal(generator); });
  const Modes found = modes(T * M * T.inverse());
  for (Eigen::Index i = 0; i < 3; ++i) {
    const double off = std::min(std::abs(found.values[i]), std::abs(found.values[i] + 1.0));
    EXPECT_LE(off, found.uncertainty[i]);
    EXPECT_LT(found.uncertainty[i], 1e-4);
  }
}

TEST(Modes, OfNothingAndOfWhatIsNoNumberDoNotFail) {
  EXPECT_EQ(modes(Matrix(0, 0)).values.size(), 0);
  EXPECT_EQ(spectral_radius(Matrix(0, 0)), 0);
  Matrix M = Matrix::Identity(2, 2);
  M(0, 1) = std::nan("");
  EXPECT_TRUE(modes(M).values.hasNaN());
  EXPECT_TRUE(std::isnan(spectral_radius(M)));
}

}  // namespace
}  // namespace accordo
