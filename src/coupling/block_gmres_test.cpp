// Iterations solve what they say they solve, and say so where they do not.

#include "coupling/block_gmres.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace accordo {
namespace {

using Matrix = BlockGmres::Matrix;
using Vector = Eigen::VectorXd;

/// Each row has 1 on its diagonal and some entries anywhere, whose sizes sum up to less than `weight`.
Matrix random_matrix(int size, double weight, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> any(0, size - 1);
  std::uniform_real_distribution<double> value(-weight / 4, weight / 4);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < size; ++i) {
    entries.emplace_back(i, i, 1.0);
    for (int n = 0; n < 4; ++n) entries.emplace_back(i, any(random), value(random));
  }
  Matrix matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// x_i depends on the one before it, around a ring: eigenvalues lie on a circle around `diagonal`.
Matrix ring(int size, double diagonal) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < size; ++i) {
    entries.emplace_back(i, i, diagonal);
    entries.emplace_back(i, (i + 2) % size, 1.0);  // by two: values to values, slopes to slopes
  }
  Matrix matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

std::vector<double> ones(int size) {
  return std::vector<double>(static_cast<std::size_t>(size), 1.0);
}

/// Powers of two from 1/4 to 4.
std::vector<double> scales(int size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> power(-2, 2);
  std::vector<double> list;
  for (int i = 0; i < size; ++i) list.push_back(std::ldexp(1.0, power(random)));
  return list;
}

constexpr double kTolerance = 1e-12;

TEST(BlockGmres, SolvesTheSystemWithoutItsScales) {
  constexpr int size = 300;
  const Matrix A = random_matrix(size, 0.9, 1);
  const auto R = scales(size, 2), C = scales(size, 3);
  const auto diagonal = [](const std::vector<double>& list) {
    return Eigen::Map<const Vector>(list.data(), static_cast<Eigen::Index>(list.size())).asDiagonal();
  };
  const Matrix scaled = diagonal(R) * A * diagonal(C);
  BlockGmres gmres(A, kTolerance);
  ASSERT_TRUE(gmres.prepare(scaled, R, C));
  const Vector x = Vector::LinSpaced(size, -1, 2);
  Vector r = A * x;
  ASSERT_TRUE(gmres.solve(r.data(), nullptr));
  EXPECT_LT((r - x).norm() / x.norm(), 1e-10);
  const long long iterations = gmres.iterations();
  EXPECT_GT(iterations, 1);
  r = A * x;
  ASSERT_TRUE(gmres.solve(r.data(), x.data()));  // a guess has no scales either
  EXPECT_EQ(gmres.iterations(), iterations);
}

TEST(BlockGmres, AGuessSavesWorkAndChangesNothing) {
  constexpr int size = 200;
  const Matrix A = random_matrix(size, 0.9, 4);
  BlockGmres gmres(A, kTolerance);
  ASSERT_TRUE(gmres.prepare(A, ones(size), ones(size)));
  const Vector x = Vector::LinSpaced(size, 1, 2), b = A * x;
  Vector r = b;
  ASSERT_TRUE(gmres.solve(r.data(), x.data()));
  EXPECT_EQ(gmres.iterations(), 0);
  EXPECT_EQ(r, x);
  const Vector near = x * (1 + 1e-6), far = -5 * x;
  r = b;
  ASSERT_TRUE(gmres.solve(r.data(), near.data()));
  const long long few = gmres.iterations();
  EXPECT_LT((r - x).norm() / x.norm(), 1e-10);
  r = b;
  ASSERT_TRUE(gmres.solve(r.data(), far.data()));
  EXPECT_LT((r - x).norm() / x.norm(), 1e-10);
  EXPECT_LT(few, gmres.iterations() - few);
}

// Along a chain nothing fills up: the incomplete factors are the factors.
TEST(BlockGmres, NeedsOneIterationWhereNothingFillsUp) {
  constexpr int size = 100, values = size / 2;
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < size; ++i) {
    entries.emplace_back(i, i, 1.0);
    if (i + 1 < values) entries.emplace_back(i, i + 1, 0.7);
    if (i > 0 && i < values) entries.emplace_back(i, i - 1, -0.6);
  }
  Matrix A(size, size);
  A.setFromTriplets(entries.begin(), entries.end());
  BlockGmres gmres(A, kTolerance);
  ASSERT_TRUE(gmres.prepare(A, ones(size), ones(size)));
  const Vector x = Vector::LinSpaced(size, 1, 2);
  Vector r = A * x;
  ASSERT_TRUE(gmres.solve(r.data(), nullptr));
  EXPECT_LT((r - x).norm() / x.norm(), 1e-12);
  EXPECT_EQ(gmres.iterations(), 1);
}

// A solution of 0 is one: there is no size to be relative to.
TEST(BlockGmres, SolvesForNothing) {
  const Matrix A = random_matrix(40, 0.5, 5);
  BlockGmres gmres(A, kTolerance);
  ASSERT_TRUE(gmres.prepare(A, ones(40), ones(40)));
  Vector r = Vector::Zero(40);
  ASSERT_TRUE(gmres.solve(r.data(), nullptr));
  EXPECT_EQ(r, Vector::Zero(40));
}

// Around a long ring the residual stays what it is until the number of steps around it is reached, which is
// more than are made before each restart.
TEST(BlockGmres, SaysWhereItDoesNotConvergeAndLeavesTheRightHandSide) {
  constexpr int size = 2000;
  const Matrix A = ring(size, 1e-6);
  BlockGmres gmres(A, kTolerance);
  ASSERT_TRUE(gmres.prepare(A, ones(size), ones(size)));
  const Vector b = Vector::LinSpaced(size, -1, 1);
  Vector r = b;
  EXPECT_FALSE(gmres.solve(r.data(), nullptr));
  EXPECT_EQ(r, b);
}

TEST(BlockGmres, SaysWhereIncompleteFactorsBreakDown) {
  const Matrix sound = ring(20, 1.5), broken = ring(20, 0);
  BlockGmres gmres(sound, kTolerance);
  EXPECT_FALSE(gmres.prepare(broken, ones(20), ones(20)));
  EXPECT_TRUE(gmres.prepare(sound, ones(20), ones(20)));  // what was left of the failure does no harm
  const Vector x = Vector::LinSpaced(20, 0, 1);
  Vector r = sound * x;
  ASSERT_TRUE(gmres.solve(r.data(), nullptr));
  EXPECT_LT((r - x).norm(), 1e-10);
}

}  // namespace
}  // namespace accordo
