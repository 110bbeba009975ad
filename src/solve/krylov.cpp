// GMRES, one product at a time; see krylov.hpp.
#include "solve/krylov.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/index.hpp"
#include "solve/vector_ops.hpp"

namespace accordo {
namespace {

constexpr double kExhausted = 1e-14;

}  // namespace

Krylov::Krylov(int size, int most_products)
    : size_(size),
      most_(most_products),
      basis_(index(size) * index(most_products + 1)),
      r_(index(most_products) * index(most_products + 1)),
      cos_(index(most_products)),
      sin_(index(most_products)),
      rhs_(index(most_products + 1)),
      y_(index(most_products)) {}

double* Krylov::basis(int j) {
  return basis_.data() + index(j) * index(size_);
}
double& Krylov::r(int i, int j) {
  return r_[index(j) * index(most_ + 1) + index(i)];
}

void Krylov::begin(const double* b) {
  products_ = 0;
  rhs_[0] = norm(size_, b);
  exhausted_ = rhs_[0] == 0;
  if (!exhausted_) set(size_, 1 / rhs_[0], b, basis(0));
}

const double* Krylov::next() const {
  return exhausted_ || products_ == most_ ? nullptr : basis_.data() + index(products_) * index(size_);
}

double Krylov::residual() const {
  return std::abs(rhs_[index(products_)]);
}

void Krylov::add_product(const double* product) {
  assert(next() != nullptr);
  const int k = products_;
  double* w = basis(k + 1);
  std::copy(product, product + size_, w);
  const double size = norm(size_, w);
  for (int i = 0; i <= k; ++i) r(i, k) = 0;
  for (int pass = 0; pass < 2; ++pass) {  // once is not enough for orthogonality to rounding
    for (int i = 0; i <= k; ++i) {
      const double c = dot(size_, basis(i), w);
      r(i, k) += c;
      add(size_, -c, basis(i), w);
    }
  }
  const double rest = norm(size_, w);
  exhausted_ = !(rest > kExhausted * size);
  if (!exhausted_) set(size_, 1 / rest, w, w);
  for (int i = 0; i < k; ++i) {  // the earlier rotations, then a new one that removes `rest`
    const double upper = r(i, k), lower = r(i + 1, k);
    r(i, k) = cos_[index(i)] * upper + sin_[index(i)] * lower;
    r(i + 1, k) = cos_[index(i)] * lower - sin_[index(i)] * upper;
  }
  const double pivot = std::hypot(r(k, k), rest);
  if (!(pivot > kExhausted * size)) return;  // a singular matrix: this product helps nothing
  cos_[index(k)] = r(k, k) / pivot, sin_[index(k)] = rest / pivot;
  r(k, k) = pivot;
  rhs_[index(k + 1)] = -sin_[index(k)] * rhs_[index(k)];
  rhs_[index(k)] *= cos_[index(k)];
  ++products_;
}

void Krylov::solution(double* x) {
  for (int i = products_ - 1; i >= 0; --i) {
    y_[index(i)] = rhs_[index(i)];
    for (int j = i + 1; j < products_; ++j) y_[index(i)] -= r(i, j) * y_[index(j)];
    y_[index(i)] /= r(i, i);
  }
  std::fill(x, x + size_, 0.0);
  for (int j = 0; j < products_; ++j) add(size_, y_[index(j)], basis(j), x);
}

}  // namespace accordo
