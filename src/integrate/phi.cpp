// phi_0(Z) = exp(Z), phi_k(Z) = Σ_j Z^j / (j+k)!, and Z phi_k = phi_{k-1} - I/(k-1)!. Computed by scaling and
// doubling: B. Skaflestad and W. M. Wright, Applied Numerical Mathematics 59 (2009) 783-799.
#include "integrate/phi.hpp"

#include <cmath>
#include <limits>

namespace accordo {
namespace {

double factorial(int n) {
  return n < 2 ? 1.0 : n * factorial(n - 1);
}

/// phi_1(Z) … phi_K(Z) for ‖Z‖ = norm <= 1: Taylor of the last one, the others by the recursion downwards,
/// which never divides by Z. Index 0 of the result is exp(Z) - I, not exp(Z): see double_argument.
std::vector<Matrix> phi_small(const Matrix& Z, double norm, int K) {
  const auto n = Z.rows();
  const Matrix I = Matrix::Identity(n, n);
  int terms = 0;
  double left_out = 1;
  while (left_out > 1e-17) left_out *= norm / (++terms + K);
  std::vector<Matrix> phi(static_cast<std::size_t>(K) + 1);
  Matrix sum = I / factorial(terms + K);
  for (int j = terms - 1; j >= 0; --j) sum = Z * sum + I / factorial(j + K);
  phi.back() = sum;
  for (auto k = static_cast<std::size_t>(K); k >= 2; --k) {
    phi[k - 1] = Z * phi[k] + I / factorial(static_cast<int>(k) - 1);
  }
  phi[0] = Z * phi[1];
  return phi;
}

/// Z → 2Z by phi_k(2Z) = 2^-k [exp(Z) phi_k(Z) + Σ_{j=1..k} phi_j(Z)/(k-j)!]. The exponential is kept as
/// D = exp(Z) - I, D(2Z) = D² + 2D: squaring I + D itself would cost the slow parts of a stiff Z a digit per
/// three doublings.
void double_argument(std::vector<Matrix>& phi) {
  const Matrix& D = phi[0];
  for (std::size_t k = phi.size() - 1; k >= 1; --k) {  // downwards: phi_k needs the old phi_j, j < k
    Matrix sum = D * phi[k] + 2 * phi[k];
    for (std::size_t j = 1; j < k; ++j) sum += phi[j] / factorial(static_cast<int>(k - j));
    phi[k] = sum * std::ldexp(1.0, -static_cast<int>(k));
  }
  phi[0] = Matrix(D * D + 2 * D);
}

}  // namespace

PhiOperators phi_operators(const Matrix& A, double h, int degree) {
  const auto n = A.rows();
  PhiOperators out;
  const Matrix Z = h * A;
  const double norm = n == 0 ? 0.0 : Z.cwiseAbs().colwise().sum().maxCoeff();
  if (!Z.allFinite() || !std::isfinite(norm)) {
    out.E = Matrix::Constant(n, n, std::numeric_limits<double>::quiet_NaN());
    out.Psi.assign(static_cast<std::size_t>(degree) + 1, out.E);
    return out;
  }
  const int doublings = norm <= 1 ? 0 : std::ilogb(norm) + 1;
  const double scale = std::ldexp(1.0, -doublings);
  std::vector<Matrix> phi = phi_small(Z * scale, norm * scale, degree + 1);
  for (int i = 0; i < doublings; ++i) double_argument(phi);

  out.E = phi[0] + Matrix::Identity(n, n);
  for (int p = 0; p <= degree; ++p) {
    out.Psi.emplace_back(h * factorial(p) * phi[static_cast<std::size_t>(p) + 1]);
  }
  return out;
}

}  // namespace accordo
