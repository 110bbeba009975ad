// With Z = hA, E = exp(Z) and Psi_p = h p! phi_{p+1}(Z):
//   values  G_p = C Psi_p B + D,            P = C E,      R_q = C Psi_q,
//   slopes  G_p = h C Omega_p B + p D,      P = h C A E,  R_q = h C Omega_q,
// where Omega_0 = E and Omega_p = (p/h) Psi_{p-1}: equal to A Psi_p + I, without its cancellation for stiff
// A.
#include "unit/estimated/operators.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "base/index.hpp"
#include "signal/signal.hpp"

namespace accordo {
namespace {

/// C E and C Psi_p, p = 0..3.
struct OutputRows {
  Matrix CE;
  std::array<Matrix, kCoefficients> CPsi;
};

bool same_bits(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  return a.size() == 0 ||
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

double one_norm(const Matrix& m) {
  return m.size() == 0 ? 0.0 : m.cwiseAbs().colwise().sum().maxCoeff();
}

/// The same rows without any n × n product. F_k(t) = C t^k phi_k(tZ) obeys
///   F_k(t + d) = F_0(t) d^k phi_k(dZ) + Σ_{j=1..k} d^(k-j)/(k-j)! F_j(t),
/// so that one Taylor series per substep, F_0(t) (dZ)^i, serves all k.
OutputRows rows_by_substeps(const Matrix& C, const Matrix& Z, double h, int substeps) {
  constexpr int kinds = kCoefficients + 1;
  const double d = 1.0 / substeps;
  const Matrix dZ = d * Z;
  const double norm = one_norm(dZ);
  std::array<Matrix, kinds> F;
  F.fill(Matrix::Zero(C.rows(), C.cols()));
  F[0] = C;
  std::array<Matrix, kinds> series;
  Matrix term, next;
  std::array<double, kinds> factor{};  // d^k/k!
  factor[0] = 1;
  for (int k = 1; k < kinds; ++k) factor[index(k)] = factor[index(k - 1)] * d / k;
  for (int step = 0; step < substeps; ++step) {
    term = F[0];
    // term = F_0 (dZ)^i / i!, weighted i! k!/(i+k)! for the k-th series.
    for (auto& s : series) s = term;
    double size = 1;
    for (int i = 1; size > 1e-17; ++i) {
      next.noalias() = term * dZ;
      term = next / i;
      size *= norm / i;
      double weight = 1;
      for (int k = 0; k < kinds; ++k) {
        if (k > 0) weight *= k / static_cast<double>(i + k);
        series[index(k)] += weight * term;
      }
    }
    for (int k = kinds - 1; k >= 1; --k) {
      for (int j = 1; j < k; ++j) F[index(k)] += factor[index(k - j)] * F[index(j)];
      F[index(k)] += factor[index(k)] * series[index(k)];
    }
    F[0] = series[0];
  }
  OutputRows rows;
  rows.CE = F[0];
  double factorial = 1;
  for (int p = 0; p < kCoefficients; ++p) {
    if (p > 1) factorial *= p;
    rows.CPsi[index(p)] = (h * factorial) * F[index(p + 1)];
  }
  return rows;
}

/// How many substeps the rows take, 0 where the full matrices cost less. A substep takes about 20 products of
/// the rows with Z; the full matrices take 22 + 5 log2‖Z‖ products of n rows, measured to be twice as fast
/// per row.
int worthwhile_substeps(int states, int outputs, double norm) {
  constexpr int large = 16;
  if (states <= large || !std::isfinite(norm)) return 0;
  const double substeps = std::max(1.0, std::ceil(norm));
  const double by_rows = substeps * 20 * 2 * outputs;
  const double by_matrices = (22 + 5 * std::max(0.0, std::log2(norm))) * states;
  return by_rows < by_matrices ? static_cast<int>(substeps) : 0;
}

}  // namespace

bool same_matrices(const LinearModel& a, const LinearModel& b) {
  return same_bits(a.A, b.A) && same_bits(a.B, b.B) && same_bits(a.C, b.C) && same_bits(a.D, b.D);
}

Operators exact_operators(const LinearModel& model, double h, bool states) {
  const auto n = model.A.rows();
  const auto outputs = model.C.rows();
  const auto inputs = model.B.cols();
  const Matrix Z = h * model.A;
  Operators out;
  out.h = h;
  OutputRows rows;
  const int substeps =
      states ? 0 : worthwhile_substeps(static_cast<int>(n), static_cast<int>(outputs), one_norm(Z));
  if (substeps > 0) {
    rows = rows_by_substeps(model.C, Z, h, substeps);
  } else {
    out.phi = phi_operators(model.A, h, kCoefficients - 1);
    rows.CE = model.C * out.phi.E;
    for (std::size_t p = 0; p < rows.CPsi.size(); ++p) rows.CPsi[p] = model.C * out.phi.Psi[p];
  }

  out.P.resize(2 * outputs, n);
  out.P << rows.CE, rows.CE * Z;
  out.R.resize(2 * outputs, kMissedCoefficients * n);
  for (int q = 0; q < kMissedCoefficients; ++q) {
    auto R = out.R.middleCols(q * n, n);
    R.topRows(outputs) = rows.CPsi[index(q)];
    R.bottomRows(outputs) = q == 0 ? Matrix(h * rows.CE) : Matrix(q * rows.CPsi[index(q - 1)]);
  }
  out.G.resize(2 * outputs, kCoefficients * inputs);
  Matrix before = h * (rows.CE * model.B);
  for (int p = 0; p < kCoefficients; ++p) {
    const Matrix value = rows.CPsi[index(p)] * model.B + model.D;
    for (Eigen::Index j = 0; j < inputs; ++j) {
      out.G.col(kCoefficients * j + p) << value.col(j), before.col(j);
    }
    before = (p + 1) * value;  // h C Omega_{p+1} B + (p+1) D is (p+1) times the value's operator for s^p
  }
  return out;
}

}  // namespace accordo
