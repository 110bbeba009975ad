#include "unit/fmi/unit/held_pieces.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.hpp"

namespace accordo::fmi {
namespace {

/// Of a cubic without its constant: the mean between two points.
double mean_between(const double* a, double from, double to) {
  return a[1] * (from + to) / 2 + a[2] * (from * from + from * to + to * to) / 3 +
         a[3] * (from + to) * (from * from + to * to) / 4;
}

/// About the middle of the step: moments 0, 1 and 2, of a piece by its length.
using Moments = std::array<double, 3>;
Moments moments_of(double from, double to) {
  const double c = (from + to - 1) / 2, width = to - from;
  return {1, c, c * c + width * width / 12};
}

/// A z = b for the first n unknowns, A symmetric and positive; false where it is not.
bool eliminate(std::array<Moments, 3>& A, Moments& b, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    if (!(A[k][k] > 0)) return false;
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = A[i][k] / A[k][k];
      for (std::size_t j = k; j < n; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return true;
}

std::array<double, kCoefficients> coefficients(const SignalView& u, int input) {
  std::array<double, kCoefficients> a{};
  std::copy_n(u.component(input), u.degree + 1, a.begin());
  return a;
}

}  // namespace

/// Three pieces whose last one is the end: edges 1/3 and 5/6 make the second moment of a line fit, too. With
/// more of them that moment is made to fit by itself; a short last one keeps the others from swinging.
double Division::edge(int i) const {
  if (i == pieces) return 1;
  if (!end) return double(i) / pieces;
  if (pieces == 3) return i == 0 ? 0 : i == 1 ? 1.0 / 3 : 5.0 / 6;
  return i * (1 - 0.5 / pieces) / (pieces - 1);
}

namespace {

double variance_of_line(const Division& d) {
  HeldPieces line(std::vector<InputBounds>(1));
  const std::array<double, kCoefficients> s{0, 1, 0, 0};
  line.fit({s.data(), 1, 1}, d, false);
  double sum = 0;
  for (int i = 0; i < d.pieces; ++i) {
    const double from = d.edge(i) - line.value(0, i), to = d.edge(i + 1) - line.value(0, i);
    sum += (to * to * to - from * from * from) / 3;
  }
  return sum;
}

/// With the last piece at the end, for numbers of them from 3 on.
constexpr std::size_t kKnown = 64;

}  // namespace

double Division::variance() const {
  const double m = pieces;
  if (!end) return pieces == 1 ? 1.0 / 12 : 1 / (12 * (m * m - 1));
  static const std::array<double, kKnown> known = [] {
    std::array<double, kKnown> list{};
    for (std::size_t n = 3; n < kKnown; ++n) list[n] = variance_of_line({static_cast<int>(n), true});
    return list;
  }();
  return known[std::min(index(pieces), kKnown - 1)];
}

InputBounds range_of(const double* a) {
  const double end = a[1] + a[2] + a[3];
  InputBounds range{std::min(0.0, end), std::max(0.0, end)};
  const auto note = [&](double s) {
    if (!(s > 0 && s < 1)) return;
    const double v = s * (a[1] + s * (a[2] + s * a[3]));
    range = {std::min(range.low, v), std::max(range.high, v)};
  };
  // Where a1 + 2 a2 s + 3 a3 s² = 0, in the form that does not cancel.
  const double square = a[2] * a[2] - 3 * a[3] * a[1];
  if (square < 0) return range;
  const double q = -(a[2] + std::copysign(std::sqrt(square), a[2]));
  if (q != 0) note(a[1] / q);
  if (a[3] != 0) note(q / (3 * a[3]));
  return range;
}

HeldPieces::HeldPieces(std::vector<InputBounds> bounds) : bounds_(std::move(bounds)) {
  constexpr std::size_t usual = 40;
  values_.reserve(usual * bounds_.size());
  edges_.reserve(usual + 1);
  fixed_.reserve(usual);
}

void HeldPieces::divide(const Division& division) {
  division_ = division;
  stride_ = index(division.pieces);
  values_.resize(stride_ * bounds_.size());
  edges_.resize(stride_ + 1);
  fixed_.resize(stride_);
  for (int i = 0; i <= division.pieces; ++i) edges_[index(i)] = division.edge(i);
}

void HeldPieces::fit(const SignalView& u, const Division& division, bool more) {
  constexpr int most_more = 2;
  for (int added = 0; added <= (more ? most_more : 0); ++added) {
    divide({division.pieces + added, division.end});
    if (fit_all(u)) return;
  }
  set_means(u);
}

bool HeldPieces::fit_all(const SignalView& u) {
  for (int j = 0; j < u.size; ++j) {
    const std::array<double, kCoefficients> a = coefficients(u, j);
    double* v = values_.data() + index(j) * stride_;
    if (!fit_one(a.data(), bounds_[index(j)], v)) return false;
    for (std::size_t i = 0; i < stride_; ++i) v[i] += a[0];
    if (division_.end) v[stride_ - 1] = u.value(j, 1);
  }
  return true;
}

void HeldPieces::set_means(const SignalView& u) {
  for (int j = 0; j < u.size; ++j) {
    const std::array<double, kCoefficients> a = coefficients(u, j);
    double* v = values_.data() + index(j) * stride_;
    for (std::size_t i = 0; i < stride_; ++i) v[i] = a[0] + mean_between(a.data(), edges_[i], edges_[i + 1]);
    if (division_.end) v[stride_ - 1] = u.value(j, 1);
  }
}

/// All without the constant a0, so that what does not move stays as it is to the last bit. False where values
/// cannot both fit and stay in range.
bool HeldPieces::fit_one(const double* a, const InputBounds& declared, double* v) {
  constexpr double slack = 0.05;
  std::fill(fixed_.begin(), fixed_.end(), 0);
  if (division_.end) fixed_.back() = 1, v[stride_ - 1] = a[1] + a[2] + a[3];
  solve(a, v);
  const double end = a[1] + a[2] + a[3], rough = slack * std::abs(end);
  const auto keeps = [&](double low, double high) {
    return std::all_of(v, v + stride_, [&](double value) { return value >= low && value <= high; });
  };
  if (keeps(std::max(std::min(0.0, end) - rough, declared.low - a[0]),
            std::min(std::max(0.0, end) + rough, declared.high - a[0])))
    return true;
  InputBounds range = range_of(a);
  const double beyond = slack * (range.high - range.low);
  range.low = std::min(range.low, std::max(range.low - beyond, declared.low - a[0]));
  range.high = std::max(range.high, std::min(range.high + beyond, declared.high - a[0]));
  for (std::size_t round = 0; round < stride_; ++round) {
    if (keeps(range.low, range.high)) return true;
    std::size_t free = 0;
    for (std::size_t i = 0; i < stride_; ++i) {
      if (v[i] < range.low || v[i] > range.high)
        fixed_[i] = 1, v[i] = std::clamp(v[i], range.low, range.high);
      free += fixed_[i] == 0 ? 1 : 0;
    }
    if (free < moments()) return false;
    solve(a, v);
  }
  return keeps(range.low, range.high);
}

/// The values that are not fixed: means, plus the combination of the moments of a piece that makes those of
/// the step fit.
void HeldPieces::solve(const double* a, double* v) const {
  const std::size_t n = moments();
  Moments rest{a[1] / 2 + a[2] / 3 + a[3] / 4, a[1] / 12 + a[2] / 12 + 3 * a[3] / 40,
               a[1] / 24 + a[2] / 30 + 7 * a[3] / 240};
  std::array<Moments, 3> A{};
  for (std::size_t i = 0; i < stride_; ++i) {
    const double width = edges_[i + 1] - edges_[i];
    const Moments of = moments_of(edges_[i], edges_[i + 1]);
    if (fixed_[i] == 0) v[i] = mean_between(a, edges_[i], edges_[i + 1]);
    for (std::size_t k = 0; k < n; ++k) {
      rest[k] -= width * of[k] * v[i];
      for (std::size_t l = 0; l < n && fixed_[i] == 0; ++l) A[k][l] += width * of[k] * of[l];
    }
  }
  if (!eliminate(A, rest, n)) return;
  for (std::size_t i = 0; i < stride_; ++i) {
    if (fixed_[i] != 0) continue;
    const Moments of = moments_of(edges_[i], edges_[i + 1]);
    for (std::size_t k = 0; k < n; ++k) v[i] += rest[k] * of[k];
  }
}

}  // namespace accordo::fmi
