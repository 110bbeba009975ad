// The inverse of the Jacobian as it is learned; see inverse_jacobian.hpp.
#include "solve/inverse_jacobian.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "solve/vector_ops.hpp"

namespace accordo {
namespace {

constexpr int kMostDense = 200;  // above, an update of the matrix costs more than most ψ
constexpr int kMostStartPairs = 60;
constexpr int kMostPairs = 100;
constexpr double kSingular = 1e-3;  // the least factor by which one update may change the determinant of J

}  // namespace

InverseJacobian::InverseJacobian(int size)
    : size_(size),
      dense_(size <= kMostDense),
      y_(index(size)),
      s_(index(size)),
      weighted_(index(size)),
      work_(index(size)) {
  if (dense_) {
    now_.matrix.resize(index(size) * index(size));
  } else {
    now_.u.resize(index(size) * kMostPairs);
    now_.w.resize(index(size) * kMostPairs);
  }
  saved_ = now_;
}

void InverseJacobian::drop() {
  keep();
  now_.known = false;
}

void InverseJacobian::keep() {
  if (!kept_ || copied_) return;
  copy(now_, saved_, size_);
  copied_ = true;
}

void InverseJacobian::restore() {
  if (copied_) copy(saved_, now_, size_);
  copied_ = false;
}

void InverseJacobian::copy(const Content& from, Content& to, int size) {
  to.known = from.known;
  to.from_problem = from.from_problem;
  to.pairs = from.pairs;
  to.start_pairs = from.start_pairs;
  std::copy(from.matrix.begin(), from.matrix.end(), to.matrix.begin());
  const auto used = static_cast<std::ptrdiff_t>(from.u.empty() ? 0 : index(from.pairs) * index(size));
  std::copy(from.u.begin(), from.u.begin() + used, to.u.begin());
  std::copy(from.w.begin(), from.w.begin() + used, to.w.begin());
}

void InverseJacobian::start_as_identity() {
  keep();
  now_.known = now_.from_problem = false;
  now_.pairs = now_.start_pairs = 0;
  std::fill(now_.matrix.begin(), now_.matrix.end(), 0.0);
  for (int i = 0; dense_ && i < size_; ++i) now_.matrix[index(i) * index(size_ + 1)] = 1;
}

void InverseJacobian::finish_start() {
  keep();
  now_.known = true;
  now_.start_pairs = now_.pairs;
}

bool InverseJacobian::start_from(FixedPoint& problem) {
  start_as_identity();
  const int columns = dense_ ? size_ : 1;  // not dense: only to see whether it is there
  for (int j = 0; j < columns; ++j) {
    std::fill(work_.begin(), work_.end(), 0.0);
    work_[index(j)] = 1;
    if (!problem.apply_inverse(work_.data())) return false;
    for (int i = 0; dense_ && i < size_; ++i)
      now_.matrix[index(i) * index(size_) + index(j)] = work_[index(i)];
  }
  now_.from_problem = true;
  finish_start();
  return true;
}

void InverseJacobian::multiply(const Search& search, double* r) {
  if (dense_) return multiply_matrix(r);
  if (now_.from_problem) search.problem().apply_inverse(r);
  for (int j = 0; j < now_.pairs; ++j) {
    const std::size_t at = index(j) * index(size_);
    add(size_, dot(size_, &now_.w[at], r), &now_.u[at], r);
  }
}

void InverseJacobian::multiply_matrix(double* r) {
  std::copy(r, r + size_, work_.begin());
  for (int i = 0; i < size_; ++i) r[i] = dot(size_, &now_.matrix[index(i) * index(size_)], work_.data());
}

void InverseJacobian::apply(const Search& search, double* r) {
  for (int i = 0; i < size_; ++i) r[i] *= search.scale()[i];
  multiply(search, r);
  for (int i = 0; i < size_; ++i) r[i] /= search.scale()[i];
}

bool InverseJacobian::make_room() {
  if (dense_) return true;
  if (!now_.known) return now_.pairs < kMostStartPairs;
  if (now_.pairs == kMostPairs) now_.pairs = now_.start_pairs;
  return true;
}

void InverseJacobian::update(const Search& search, const double* s, const double* y) {
  keep();
  if (!make_room()) return;
  const double* scale = search.scale();
  for (int i = 0; i < size_; ++i) {
    y_[index(i)] = y[i] * scale[i];
    s_[index(i)] = s[i] * scale[i];
    weighted_[index(i)] = s[i] / scale[i];
  }
  multiply(search, y_.data());
  const double pivot = dot(size_, weighted_.data(), y_.data());
  if (!(std::abs(pivot) > kSingular * dot(size_, s, s)) || !std::isfinite(pivot)) return;
  for (int i = 0; i < size_; ++i) s_[index(i)] = (s_[index(i)] - y_[index(i)]) / pivot;
  if (dense_) return add_to_matrix(s_.data(), weighted_.data());
  const auto at = static_cast<std::ptrdiff_t>(index(now_.pairs) * index(size_));
  std::copy(s_.begin(), s_.end(), now_.u.begin() + at);
  std::copy(weighted_.begin(), weighted_.end(), now_.w.begin() + at);
  ++now_.pairs;
}

/// H ← H + u (wᵀ H)
void InverseJacobian::add_to_matrix(const double* u, const double* w) {
  std::fill(work_.begin(), work_.end(), 0.0);
  for (int i = 0; i < size_; ++i) add(size_, w[i], &now_.matrix[index(i) * index(size_)], work_.data());
  for (int i = 0; i < size_; ++i) add(size_, u[i], work_.data(), &now_.matrix[index(i) * index(size_)]);
}

}  // namespace accordo
