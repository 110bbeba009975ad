// GMRES (Saad and Schultz 1986), one product at a time: the caller multiplies by the matrix.
#pragma once

#include <vector>

namespace accordo {

/// Minimizes |b − A x| over the span of b, Ab, A²b, …
class Krylov {
 public:
  Krylov(int size, int most_products);

  void begin(const double* b);
  /// The vector whose product with A is wanted next, of norm 1; null when the space cannot grow.
  const double* next() const;
  void add_product(const double* product);
  /// |b − A x| for the best x so far.
  double residual() const;
  void solution(double* x);

 private:
  double* basis(int j);
  double& r(int i, int j);

  int size_, most_, products_ = 0;
  bool exhausted_ = false;
  std::vector<double> basis_, r_, cos_, sin_, rhs_, y_;
};

}  // namespace accordo
