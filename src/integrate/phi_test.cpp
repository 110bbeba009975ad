#include "integrate/phi.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace accordo {
namespace {

double norm(const Matrix& m) {
  return m.cwiseAbs().colwise().sum().maxCoeff();
}

double factorial(int n) {
  return std::tgamma(n + 1.0);
}

/// Matrices of all sorts: mild, oscillating, stiff with a slow part, growing, nilpotent, not normal.
std::vector<Matrix> matrices() {
  std::vector<Matrix> all;
  all.push_back((Matrix(2, 2) << -0.3, 0.2, 0.1, -0.5).finished());
  all.push_back((Matrix(2, 2) << 0, 1, -2000, -2).finished());
  all.push_back((Matrix(2, 2) << -1e4, 9e3, 1, -2).finished());
  all.push_back((Matrix(3, 3) << 3, 1, 0, 0, 2, 1, 0.5, 0, 1).finished());
  all.push_back((Matrix(3, 3) << 0, 7, 1, 0, 0, 5, 0, 0, 0).finished());
  all.push_back((Matrix(2, 2) << -1, 1e3, 0, -40).finished());
  return all;
}

// Z phi_{p+1} = phi_p - I/p!  in terms of E and Psi_p = h p! phi_{p+1}.
TEST(Phi, RecurrenceBetweenNeighbors) {
  for (const Matrix& A : matrices()) {
    for (const double h : {1e-3, 0.1, 1.0}) {
      const PhiOperators op = phi_operators(A, h, 3);
      const Matrix I = Matrix::Identity(A.rows(), A.rows());
      for (int p = 0; p <= 3; ++p) {
        const auto k = static_cast<std::size_t>(p);
        const Matrix left = A * op.Psi[k];
        const Matrix right = p == 0 ? Matrix(op.E - I) : Matrix(p * op.Psi[k - 1] / h - I);
        const double scale = norm(A) * norm(op.Psi[k]) + 1;
        EXPECT_LE(norm(left - right), 1e-14 * scale) << A << "\nh = " << h << ", p = " << p;
      }
    }
  }
}

TEST(Phi, TwoHalfStepsAreOneStep) {
  for (const Matrix& A : matrices()) {
    const PhiOperators half = phi_operators(A, 0.05, 3);
    const PhiOperators full = phi_operators(A, 0.1, 3);
    EXPECT_LE(norm(half.E * half.E - full.E), 1e-13 * norm(half.E) * norm(half.E)) << A;
    // ∫₀¹ = ∫₀^½ + ∫_½^1 with s = σ/2 in the first half, (1 + σ)/2 in the second, for s^0 and s^1.
    const Matrix psi0 = half.E * half.Psi[0] + half.Psi[0];
    const Matrix psi1 = (half.E * half.Psi[1] + half.Psi[0] + half.Psi[1]) / 2;
    EXPECT_LE(norm(psi0 - full.Psi[0]), 1e-13 * norm(half.E) * norm(half.Psi[0])) << A;
    EXPECT_LE(norm(psi1 - full.Psi[1]), 1e-13 * norm(half.E) * norm(half.Psi[0])) << A;
  }
}

TEST(Phi, ZeroMatrixIntegratesTheMonomials) {
  const PhiOperators op = phi_operators(Matrix::Zero(2, 2), 0.7, 3);
  EXPECT_EQ(op.E, Matrix::Identity(2, 2));
  for (int p = 0; p <= 3; ++p) {
    EXPECT_LE(norm(op.Psi[static_cast<std::size_t>(p)] - 0.7 / (p + 1) * Matrix::Identity(2, 2)), 2e-16);
  }
}

// Closed forms in one dimension, where cancellation is harmless: |z| not small.
TEST(Phi, ScalarClosedForms) {
  for (const double z : {-1e4, -300.0, -20.0, -3.0, 2.0, 10.0}) {
    const PhiOperators op = phi_operators(Matrix::Constant(1, 1, z), 1.0, 3);
    EXPECT_NEAR(op.E(0, 0), std::exp(z), 1e-15 * std::max(1.0, std::exp(z)));
    double phi = std::exp(z);
    for (int p = 0; p <= 3; ++p) {
      phi = (phi - 1 / factorial(p)) / z;
      EXPECT_NEAR(op.Psi[static_cast<std::size_t>(p)](0, 0), factorial(p) * phi, 4e-15 * factorial(p) * phi)
          << "z = " << z << ", p = " << p;
    }
  }
}

// A slow mode beside a fast one keeps its digits, however many doublings the fast one asks for.
TEST(Phi, SlowPartOfAStiffMatrixIsAccurate) {
  Matrix A = Matrix::Zero(2, 2);
  A.diagonal() << -1e9, -1.0;
  const PhiOperators op = phi_operators(A, 0.5, 3);
  EXPECT_NEAR(op.E(1, 1), std::exp(-0.5), 1e-14);
  EXPECT_NEAR(op.Psi[0](1, 1), 1 - std::exp(-0.5), 1e-14);
  EXPECT_NEAR(op.E(0, 0), 0, 1e-15);
  EXPECT_NEAR(op.Psi[3](0, 0) * 1e9, 1, 1e-8);
}

TEST(Phi, EmptyAndNonFinite) {
  const PhiOperators none = phi_operators(Matrix(0, 0), 1.0, 3);
  EXPECT_EQ(none.E.size(), 0);
  EXPECT_EQ(none.Psi.size(), 4U);
  const PhiOperators bad = phi_operators(Matrix::Constant(1, 1, INFINITY), 1.0, 1);
  EXPECT_TRUE(std::isnan(bad.E(0, 0)));
  EXPECT_TRUE(std::isnan(bad.Psi[1](0, 0)));
}

}  // namespace
}  // namespace accordo
