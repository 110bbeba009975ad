// QR factors of a moving window of columns; see updated_qr.hpp.
#include "solve/updated_qr.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/index.hpp"
#include "solve/vector_ops.hpp"

namespace accordo {
namespace {

constexpr double kDependent = 1e-10;
// Where less than this is left of a column, rounding has spoilt its orthogonality: once more, then it holds
// (Daniel, Gragg, Kaufman and Stewart 1976).
constexpr double kSpoilt = 0.7;

/// sqrt(a² + b²) without overflow; std::hypot's last bit is not worth its time here.
double length(double a, double b) {
  const double large = std::max(std::abs(a), std::abs(b)), small = std::min(std::abs(a), std::abs(b));
  const double ratio = small / large;
  return large * std::sqrt(1 + ratio * ratio);
}

}  // namespace

UpdatedQr::UpdatedQr(int rows, int most_columns)
    : rows_(rows),
      most_(most_columns),
      q_(index(rows) * index(most_columns)),
      r_(index(most_columns) * index(most_columns)) {}

double* UpdatedQr::q(int j) {
  return q_.data() + index(j) * index(rows_);
}
const double* UpdatedQr::q(int j) const {
  return q_.data() + index(j) * index(rows_);
}
double& UpdatedQr::r(int i, int j) {
  return r_[index(j) * index(most_) + index(i)];
}
double UpdatedQr::r(int i, int j) const {
  return r_[index(j) * index(most_) + index(i)];
}

bool UpdatedQr::append(const double* column) {
  assert(!full());
  const int k = columns_;
  double* w = q(k);
  std::copy(column, column + rows_, w);
  const double size = norm(rows_, w);
  std::fill_n(&r(0, k), k, 0.0);
  double rest = remove_known(k);
  if (rest < kSpoilt * size) rest = remove_known(k);
  if (!(rest > kDependent * size)) return false;
  r(k, k) = rest;
  set(rows_, 1 / rest, w, w);
  ++columns_;
  return true;
}

double UpdatedQr::remove_known(int k) {
  double* w = q(k);
  for (int i = 0; i < k; ++i) {
    const double c = dot(rows_, q(i), w);
    r(i, k) += c;
    add(rows_, -c, q(i), w);
  }
  return norm(rows_, w);
}

void UpdatedQr::drop_oldest() {
  assert(columns_ > 0);
  --columns_;
  for (int j = 0; j < columns_; ++j) {  // R without its first column has one subdiagonal
    for (int i = 0; i <= j + 1; ++i) r(i, j) = r(i, j + 1);
  }
  for (int i = 0; i < columns_; ++i) {
    const double size = length(r(i, i), r(i + 1, i));
    const double c = r(i, i) / size, s = r(i + 1, i) / size;
    r(i, i) = size;
    for (int j = i + 1; j < columns_; ++j) {
      const double upper = r(i, j), lower = r(i + 1, j);
      r(i, j) = c * upper + s * lower;
      r(i + 1, j) = c * lower - s * upper;
    }
    double* left = q(i);
    double* right = q(i + 1);
    for (int l = 0; l < rows_; ++l) {
      const double a = left[l], b = right[l];
      left[l] = c * a + s * b;
      right[l] = c * b - s * a;
    }
  }
}

void UpdatedQr::solve(const double* b, double* theta, double* rest) const {
  std::copy(b, b + rows_, rest);
  for (int i = 0; i < columns_; ++i) {
    theta[i] = dot(rows_, q(i), rest);
    add(rows_, -theta[i], q(i), rest);
  }
  for (int i = columns_ - 1; i >= 0; --i) {
    for (int j = i + 1; j < columns_; ++j) theta[i] -= r(i, j) * theta[j];
    theta[i] /= r(i, i);
  }
}

}  // namespace accordo
