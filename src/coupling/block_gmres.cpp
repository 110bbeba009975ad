#include "coupling/block_gmres.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/index.hpp"
#include "solve/vector_ops.hpp"

namespace accordo {
namespace {

constexpr int kRestart = 40;
constexpr long long kMostIterations = 400;
constexpr double kGoodEnough = 100;  // times the tolerance, where rounding allows no more

}  // namespace

BlockGmres::BlockGmres(const Matrix& pattern, double tolerance)
    : size_(static_cast<int>(pattern.rows())),
      tolerance_(tolerance),
      place_(index(size_)),
      first_(index(size_) + 1),
      column_(index(static_cast<int>(pattern.nonZeros()))),
      diagonal_(index(size_)),
      slot_(column_.size()),
      value_(column_.size()),
      incomplete_(column_.size()),
      at_(index(size_), -1),
      row_scale_(index(size_)),
      column_scale_(row_scale_.size()),
      b_(row_scale_.size()),
      x_(b_.size()),
      rest_(b_.size()),
      direction_(b_.size()),
      product_(b_.size()),
      krylov_(size_, std::min(kRestart, std::max(size_, 1))) {
  const int half = size_ / 2;  // the slope of a connection is kept beside its value
  std::vector<int> unknown(index(size_));
  for (int i = 0; i < size_; ++i) {
    place_[index(i)] = i < half ? 2 * i : 2 * (i - half) + 1;
    unknown[index(place_[index(i)])] = i;
  }
  const int* inner = pattern.innerIndexPtr();
  const int* outer = pattern.outerIndexPtr();
  for (std::size_t e = 0; e < slot_.size(); ++e) ++first_[index(place_[index(inner[e])]) + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  std::vector<int> next = first_;
  for (int j = 0; j < size_; ++j) {  // columns ascending in the order kept: so are the entries of rows
    const int given = unknown[index(j)];
    for (int e = outer[given]; e < outer[given + 1]; ++e) {
      const int row = place_[index(inner[e])];
      const int to = next[index(row)]++;
      column_[index(to)] = j;
      slot_[index(e)] = to;
      if (row == j) diagonal_[index(row)] = to;
    }
  }
}

/// Incomplete factors without fill (Meijerink and van der Vorst 1977), row by row.
bool BlockGmres::prepare(const Matrix& scaled, std::span<const double> R, std::span<const double> C) {
  for (std::size_t e = 0; e < slot_.size(); ++e) value_[index(slot_[e])] = scaled.valuePtr()[e];
  for (std::size_t i = 0; i < place_.size(); ++i) {
    row_scale_[index(place_[i])] = R[i];
    column_scale_[index(place_[i])] = C[i];
  }
  incomplete_ = value_;
  constexpr double least = 1e-8;  // pivot, beside rows and columns of size 1
  for (std::size_t i = 0; i < place_.size(); ++i) {
    for (int k = first_[i]; k < first_[i + 1]; ++k) at_[index(column_[index(k)])] = k;
    for (int k = first_[i]; k < diagonal_[i]; ++k) {
      const auto pivot_row = index(column_[index(k)]);
      const double factor = incomplete_[index(k)] /= incomplete_[index(diagonal_[pivot_row])];
      for (int m = diagonal_[pivot_row] + 1; m < first_[pivot_row + 1]; ++m) {
        const int to = at_[index(column_[index(m)])];
        if (to >= 0) incomplete_[index(to)] -= factor * incomplete_[index(m)];
      }
    }
    for (int k = first_[i]; k < first_[i + 1]; ++k) at_[index(column_[index(k)])] = -1;
    if (!(std::abs(incomplete_[index(diagonal_[i])]) > least)) return false;
  }
  return true;
}

void BlockGmres::multiply(const double* x, double* product) const {
  for (std::size_t i = 0; i < place_.size(); ++i) {
    double sum = 0;
    for (int k = first_[i]; k < first_[i + 1]; ++k) sum += value_[index(k)] * x[column_[index(k)]];
    product[i] = sum;
  }
}

/// x ← (LU)⁻¹ x
void BlockGmres::precondition(double* x) const {
  for (std::size_t i = 0; i < place_.size(); ++i) {
    for (int k = first_[i]; k < diagonal_[i]; ++k) x[i] -= incomplete_[index(k)] * x[column_[index(k)]];
  }
  for (std::size_t i = place_.size(); i-- > 0;) {
    for (int k = diagonal_[i] + 1; k < first_[i + 1]; ++k)
      x[i] -= incomplete_[index(k)] * x[column_[index(k)]];
    x[i] /= incomplete_[index(diagonal_[i])];
  }
}

/// rest_ ← b − A x, and its norm.
double BlockGmres::residual(const double* x) {
  multiply(x, product_.data());
  subtract(size_, b_.data(), product_.data(), rest_.data());
  return norm(size_, rest_.data());
}

/// Improves x_ until the residual should be below the goal, or the space is used up; returns what it is then.
/// Preconditioned from the right: residuals are those of the system itself.
double BlockGmres::cycle(double goal, long long most) {
  krylov_.begin(rest_.data());
  for (long long k = 0; k < most && krylov_.residual() > goal; ++k) {
    const double* next = krylov_.next();
    if (next == nullptr) break;
    std::copy_n(next, size_, direction_.data());
    precondition(direction_.data());
    multiply(direction_.data(), product_.data());
    krylov_.add_product(product_.data());
    ++iterations_;
  }
  krylov_.solution(direction_.data());
  precondition(direction_.data());
  add(size_, 1, direction_.data(), x_.data());
  return residual(x_.data());
}

bool BlockGmres::solve(double* r, const double* guess) {
  for (std::size_t i = 0; i < place_.size(); ++i) {
    const auto to = index(place_[i]);
    b_[to] = r[i] * row_scale_[to];
    x_[to] = guess != nullptr ? guess[i] / column_scale_[to] : 0;
  }
  const double goal = tolerance_ * norm(size_, b_.data());
  double now = residual(x_.data());
  for (const long long end = iterations_ + kMostIterations; now > goal && iterations_ < end;) {
    const double before = now;
    now = cycle(goal, end - iterations_);
    if (now > before / 2) break;
  }
  if (!(now <= kGoodEnough * goal)) return false;
  for (std::size_t i = 0; i < place_.size(); ++i) {
    const auto from = index(place_[i]);
    r[i] = x_[from] * column_scale_[from];
  }
  return true;
}

}  // namespace accordo
