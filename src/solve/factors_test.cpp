// The linear algebra of the solvers against Eigen's.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <vector>

#include "solve/inverse_jacobian.hpp"
#include "solve/krylov.hpp"
#include "solve/problems_for_tests.hpp"
#include "solve/updated_qr.hpp"
#include "solve/vector_ops.hpp"

namespace accordo {
namespace {

TEST(VectorOps, SumInOneOrderWhateverTheAlignment) {
  std::vector<double> a(101), b(102);
  for (std::size_t i = 0; i < 101; ++i) a[i] = b[i + 1] = 1 / (1.0 + static_cast<double>(i));
  for (int n = 0; n <= 101; ++n) EXPECT_EQ(dot(n, a.data(), a.data()), dot(n, b.data() + 1, b.data() + 1));
}

TEST(UpdatedQr, SolvesForTheColumnsOfItsWindow) {
  const int n = 9, m = 4;
  std::srand(1);
  const Eigen::MatrixXd columns = Eigen::MatrixXd::Random(n, 20);
  const Eigen::VectorXd b = Eigen::VectorXd::Random(n);
  UpdatedQr qr(n, m);
  Eigen::VectorXd theta(m), rest(n);
  for (int j = 0; j < 20; ++j) {
    if (qr.full()) qr.drop_oldest();
    ASSERT_TRUE(qr.append(columns.col(j).data()));
    const int k = qr.columns();
    EXPECT_EQ(k, std::min(j + 1, m));
    qr.solve(b.data(), theta.data(), rest.data());
    const Eigen::MatrixXd window = columns.middleCols(j + 1 - k, k);
    const Eigen::VectorXd expected = window.householderQr().solve(b);
    EXPECT_LT((theta.head(k) - expected).norm(), 1e-12) << j;
    EXPECT_LT((rest - (b - window * expected)).norm(), 1e-12) << j;
  }
}

TEST(UpdatedQr, RefusesDependentColumns) {
  UpdatedQr qr(3, 3);
  EXPECT_TRUE(qr.append(std::vector<double>{1, 2, 3}.data()));
  EXPECT_TRUE(qr.append(std::vector<double>{1, 0, 1}.data()));
  EXPECT_FALSE(qr.append(std::vector<double>{3, 2, 5}.data()));
  EXPECT_FALSE(qr.append(std::vector<double>{0, 0, 0}.data()));
  EXPECT_EQ(qr.columns(), 2);
  EXPECT_TRUE(qr.append(std::vector<double>{3, 2, 6}.data()));
}

TEST(Krylov, ResidualIsWhatItSays) {
  const int n = 12;
  std::srand(2);
  const Eigen::MatrixXd a = Eigen::MatrixXd::Identity(n, n) + 0.5 * Eigen::MatrixXd::Random(n, n);
  const Eigen::VectorXd b = Eigen::VectorXd::Random(n);
  Krylov krylov(n, n);
  krylov.begin(b.data());
  double before = b.norm();
  Eigen::VectorXd x(n), product(n);
  while (krylov.next() != nullptr) {
    product = a * Eigen::Map<const Eigen::VectorXd>(krylov.next(), n);
    krylov.add_product(product.data());
    krylov.solution(x.data());
    EXPECT_NEAR((b - a * x).norm(), krylov.residual(), 1e-12);
    EXPECT_LE(krylov.residual(), before);
    before = krylov.residual();
  }
  EXPECT_LT(krylov.residual(), 1e-12);
}

TEST(Krylov, SurvivesSingularMatrices) {
  Eigen::Matrix2d a;
  a << 0, 1, 0, 0;
  const Eigen::Vector2d b(1, 0);  // A b = 0: no product helps
  Krylov krylov(2, 2);
  krylov.begin(b.data());
  const Eigen::Vector2d product = a * b;
  krylov.add_product(product.data());
  EXPECT_EQ(krylov.next(), nullptr);
  Eigen::Vector2d x(9, 9);
  krylov.solution(x.data());
  EXPECT_EQ(x.norm(), 0);
  EXPECT_DOUBLE_EQ(krylov.residual(), 1);
}

// As a matrix and as pairs; unknowns of unlike size.
TEST(InverseJacobian, KeepsWhatItLearned) {
  for (const int n : {8, 250}) {
    testing::Linear problem = testing::linear_problem(n, 0.8);
    std::vector<double> z(index(n));
    for (int i = 0; i < n; i += 3) z[index(i)] = 1e4;
    SolverUse use;
    const Criterion criterion;
    Search search(n);
    ASSERT_TRUE(search.begin(problem, criterion, z, use));
    const Eigen::VectorXd scale = Eigen::Map<const Eigen::VectorXd>(search.scale(), n);
    const Eigen::MatrixXd j = scale.cwiseInverse().asDiagonal() * problem.jacobian() * scale.asDiagonal();
    InverseJacobian inverse(n);
    inverse.start_as_identity();
    for (int k = 0; k < 8; ++k) {
      const Eigen::VectorXd s = Eigen::VectorXd::Unit(n, k), y = j.col(k);
      inverse.update(search, s.data(), y.data());
    }
    inverse.finish_start();
    for (int k = 0; k < 8; ++k) {
      Eigen::VectorXd r = j.col(k);
      inverse.apply(search, r.data());
      EXPECT_LT((r - Eigen::VectorXd::Unit(n, k)).norm(), 1e-9) << n << ' ' << k;
    }
  }
}

}  // namespace
}  // namespace accordo
