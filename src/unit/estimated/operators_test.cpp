#include "unit/estimated/operators.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "unit/estimated/estimator_testing.hpp"

namespace accordo {
namespace {

using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

/// exp(M) by Taylor and squaring, in long double.
Wide exponential(const Wide& M) {
  const long double norm = M.size() == 0 ? 0 : M.cwiseAbs().colwise().sum().maxCoeff();
  const int squarings = norm > 0.5L ? std::ilogb(norm) + 2 : 0;
  const Wide scaled = M * std::ldexp(1.0L, -squarings);
  Wide sum = Wide::Identity(M.rows(), M.cols());
  Wide term = sum;
  for (int i = 1; i <= 24; ++i) {
    term = Wide(term * scaled) / static_cast<long double>(i);
    sum += term;
  }
  for (int i = 0; i < squarings; ++i) sum = Wide(sum * sum);
  return sum;
}

/// The operators as the definition has them, with A Psi + I for the slopes, out of one block exponential (Van
/// Loan): exp [[Z, I, 0, …], [0, 0, I, …], …] = [exp(Z), phi_1(Z), phi_2(Z), …; …].
struct Reference {
  std::vector<Wide> G, P, R;  ///< G[p], P[0], R[q], values above slopes

  Reference(const LinearModel& m, double h) {
    const auto n = m.A.rows();
    const Wide A = m.A.cast<long double>(), B = m.B.cast<long double>(), C = m.C.cast<long double>(),
               D = m.D.cast<long double>(), I = Wide::Identity(n, n);
    const long double step = h;
    Wide big = Wide::Zero(5 * n, 5 * n);
    big.topLeftCorner(n, n) = step * A;
    for (int k = 0; k < 4; ++k) big.block(k * n, (k + 1) * n, n, n) = I;
    const Wide all = exponential(big);
    const Wide E = all.topLeftCorner(n, n);
    P.push_back(stacked(C * E, step * (C * A * E)));
    long double factorial = 1;
    for (int p = 0; p < 4; ++p) {
      if (p > 1) factorial *= p;
      const Wide Psi = step * factorial * all.block(0, (p + 1) * n, n, n);
      const Wide Omega = A * Psi + I;
      G.push_back(stacked(C * Psi * B + D, step * (C * Omega * B) + static_cast<long double>(p) * D));
      if (p < 3) R.push_back(stacked(C * Psi, step * (C * Omega)));
    }
  }
  static Wide stacked(const Wide& top, const Wide& bottom) {
    Wide both(top.rows() + bottom.rows(), top.cols());
    both << top, bottom;
    return both;
  }
};

/// Largest error, of values and slopes each in parts of the largest entry.
double error(const Matrix& found, const Wide& reference) {
  const auto half = reference.rows() / 2;
  double worst = 0;
  for (const auto first : {Eigen::Index{0}, half}) {
    const Wide part = reference.middleRows(first, half);
    if (part.size() == 0) continue;
    const Wide difference = found.middleRows(first, half).cast<long double>() - part;
    worst =
        std::max(worst, static_cast<double>(difference.cwiseAbs().maxCoeff() / part.cwiseAbs().maxCoeff()));
  }
  return worst;
}

double error(const LinearModel& m, double h) {
  const Operators op = exact_operators(m, h, false);
  const Reference reference(m, h);
  const auto n = m.A.rows();
  double worst = error(op.P, reference.P[0]);
  for (int q = 0; q < 3; ++q)
    worst = std::max(worst, error(op.R.middleCols(q * n, n), reference.R[index(q)]));
  for (int p = 0; p < 4; ++p) {
    Matrix G(op.G.rows(), m.B.cols());
    for (Eigen::Index j = 0; j < G.cols(); ++j) G.col(j) = op.G.col(4 * j + p);
    worst = std::max(worst, error(G, reference.G[index(p)]));
  }
  return worst;
}

double norm(const Matrix& m) {
  return m.size() == 0 ? 0.0 : m.cwiseAbs().colwise().sum().maxCoeff();
}

TEST(Operators, AgreeWithTheBlockExponentialInHigherPrecision) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 40; ++trial) {
    LinearModel m = testing::random_model(random, 1 + trial % 6, trial % 4, 1 + trial % 3);
    const auto n = m.A.rows();
    const Matrix free = m.A;
    const std::vector<Matrix> kinds = {free - norm(free) * Matrix::Identity(n, n),   // stable
                                       free + norm(free) * Matrix::Identity(n, n),   // unstable
                                       free.col(0) * free.row(0),                    // singular
                                       free.triangularView<Eigen::StrictlyUpper>(),  // nilpotent
                                       Matrix::Zero(n, n)};
    for (const Matrix& A : kinds) {
      for (const double size : {1e-6, 0.3, 2.0, 10.0}) {
        m.A = A;
        const double h = norm(A) > 0 ? size / norm(A) : size;
        EXPECT_LE(error(m, h), 1e-12) << A << "\nh = " << h;
      }
    }
  }
}

TEST(Operators, StayAccurateForStiffStableSystems) {
  std::mt19937 random(11);
  for (const double fast : {1e2, 1e3, 1e4}) {
    for (int trial = 0; trial < 20; ++trial) {
      LinearModel m = testing::random_model(random, 4, 2, 2);
      // Modes from slow to fast in a random basis that is not orthogonal.
      const Matrix basis = Matrix::Identity(4, 4) + 0.2 * testing::random_matrix(random, 4, 4);
      m.A = basis * Eigen::Vector4d(-0.5, -3, -fast / 20, -fast / 2).asDiagonal() * basis.inverse();
      EXPECT_LE(error(m, 1.0), 1e-10) << m.A;
    }
  }
}

TEST(Operators, StaticUnitsAndMissingPorts) {
  std::mt19937 random(3);
  const LinearModel gain = testing::random_model(random, 0, 2, 3);
  const Operators op = exact_operators(gain, 0.1, true);
  for (int p = 0; p < 4; ++p) {
    for (int j = 0; j < 2; ++j) {
      EXPECT_EQ(op.G.col(4 * j + p).head(3), gain.D.col(j));
      EXPECT_EQ(op.G.col(4 * j + p).tail(3), p * gain.D.col(j));
    }
  }
  EXPECT_EQ(op.P.cols(), 0);
  EXPECT_EQ(exact_operators(testing::random_model(random, 2, 0, 1), 0.1, true).G.cols(), 0);
  EXPECT_EQ(exact_operators(testing::random_model(random, 2, 1, 0), 0.1, true).G.rows(), 0);
}

// Many states and few outputs: only rows are propagated. The other way to the same numbers is the full
// exponential.
TEST(Operators, RowsAgreeWithFullMatrices) {
  std::mt19937 random(5);
  for (const double size : {0.01, 1.0, 30.0}) {
    LinearModel m = testing::random_model(random, 90, 2, 1);
    m.A -= 20 * Matrix::Identity(90, 90);
    const double h = size / norm(m.A);
    const Operators rows = exact_operators(m, h, false);
    const Operators full = exact_operators(m, h, true);
    ASSERT_TRUE(rows.phi.Psi.empty()) << "this test wants the rows";
    ASSERT_FALSE(full.phi.Psi.empty());
    EXPECT_LE(norm(rows.G - full.G), 1e-13 * norm(full.G));
    EXPECT_LE(norm(rows.P - full.P), 1e-12 * norm(full.P));
    EXPECT_LE(norm(rows.R - full.R), 1e-13 * norm(full.R));
  }
}

// A mass on a spring with three outputs, h = 2 ms; numbers computed independently in Python, from the Van
// Loan block exponential of SciPy.
TEST(Operators, ReferenceNumbers) {
  LinearModel m;
  m.A = (Matrix(2, 2) << 0, 1, -2000, -2).finished();
  m.B = (Matrix(2, 1) << 0, 0.2).finished();
  m.C = (Matrix(3, 2) << 1, 0, 0, 1, 3, 0.5).finished();
  m.D = (Matrix(3, 1) << 0, 0, 0.7).finished();
  const double h = 2e-3;
  const Operators op = exact_operators(m, h, true);
  Matrix G(6, 4);
  G << 3.992010301264643e-07, 1.3314685445484102e-07, 6.659561392910865e-08, 3.996573797564913e-08,  //
      0.0003986690105219277, 0.00019960051506323214, 0.00013314685445484092, 9.989342089366304e-05,  //
      0.7002005321083513, 0.7001001996980949, 0.7000667732140692, 0.7000500666076607,                //
      h * 0.0003986690105219277, h * 0.00019960051506323214, h * 0.00013314685445484092,
      h * 9.989342089366304e-05,                                                                           //
      h * 0.19840425991870322, h * 0.19933450526096386, h * 0.19960051506323212, h * 0.19972028168226139,  //
      h * 0.1003981369909174, h * 350.1002660541756, h * 700.1001996980949, h * 1050.1001598211035;
  Matrix P(6, 2);
  P << 0.9960079896987354, 0.001993345052609639, -3.986690105219277, 0.992021299593516, 0.9946789164865675,
      0.501990684954587,  //
      h * -3.986690105219277, h * 0.992021299593516, h * -1984.0425991870322, h * -5.97073270440631,
      h * -1003.981369909174, h * -0.009302453422606938;
  Matrix R2(6, 2);
  R2 << 0.0006664002284134955, 3.3297806964554323e-07, -0.0006659561392910868, 0.0006657342722742046,
      0.0016662226155949428, 0.00033386607034603894,  //
      h * 0.9993340438607089, h * 0.0006657342722742046, h * -1.331468544548409, h * 0.9980025753161605,
      h * 2.3322678593079225, h * 0.5009984904749029;
  const auto near = [](const Matrix& a, const Matrix& b) {
    return ((a - b).cwiseAbs().array() <= 2e-14 * b.cwiseAbs().array() + 1e-17).all();
  };
  EXPECT_TRUE(near(op.G, G)) << op.G - G;
  EXPECT_TRUE(near(op.P.topRows(3), P.topRows(3)));
  EXPECT_LE((op.P - P).cwiseAbs().maxCoeff(), 1e-14);  // its last entry is a small difference
  EXPECT_TRUE(near(op.R.rightCols(2), R2)) << op.R.rightCols(2) - R2;
  EXPECT_NEAR(op.phi.Psi[3](0, 0), 0.0004998667618480715, 1e-18);
  EXPECT_NEAR(op.phi.Psi[3](1, 0), -0.00039965737975649083, 1e-17);
}

}  // namespace
}  // namespace accordo
