// Interface signals: vector polynomials on one macro-step, in scaled local time s = (t - t_N)/h in [0, 1].
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace accordo {

/// Coefficients kept per component: the interface is at most cubic (Hermite).
inline constexpr int kCoefficients = 4;

/// A polynomial input as a unit sees it: component j is sum_p a[j*4 + p] s^p, p = 0..degree.
struct SignalView {
  const double* a = nullptr;
  int size = 0;
  int degree = 0;

  const double* component(int j) const { return a + static_cast<std::ptrdiff_t>(j) * kCoefficients; }

  double value(int j, double s) const {
    const double* c = component(j);
    double v = c[degree];
    for (int p = degree - 1; p >= 0; --p) v = v * s + c[p];
    return v;
  }

  /// du/ds: the slope in scaled time, h times the slope in time.
  double slope(int j, double s) const {
    const double* c = component(j);
    double v = 0;
    for (int p = degree; p >= 1; --p) v = v * s + p * c[p];
    return v;
  }

  void values(double s, double* u) const {
    if (degree == 0) {  // the most common signal, and the cheapest
      for (int j = 0; j < size; ++j) u[j] = component(j)[0];
      return;
    }
    for (int j = 0; j < size; ++j) u[j] = value(j, s);
  }
  void slopes(double s, double* du) const {
    for (int j = 0; j < size; ++j) du[j] = slope(j, s);
  }
};

/// Values and scaled slopes (h·u') of all components at an instant.
struct Sample {
  std::vector<double> value;
  std::vector<double> slope;

  Sample() = default;
  explicit Sample(std::size_t n) : value(n), slope(n) {}
  std::size_t size() const { return value.size(); }
};

/// The inputs of all units over one macro-step.
class Signal {
 public:
  Signal() = default;
  explicit Signal(std::size_t n) : a_(n * kCoefficients) {}

  int size() const { return static_cast<int>(a_.size()) / kCoefficients; }
  int degree() const { return degree_; }
  /// Declares the degree; the coefficients up to it are the caller's to write.
  void set_degree(int degree) { degree_ = degree; }
  /// At least this degree, the polynomials unchanged.
  void raise_degree(int degree);
  double* component(int j) { return a_.data() + static_cast<std::ptrdiff_t>(j) * kCoefficients; }
  const double* component(int j) const { return a_.data() + static_cast<std::ptrdiff_t>(j) * kCoefficients; }
  SignalView view() const { return view(0, size()); }
  SignalView view(int first, int count) const { return {component(first), count, degree_}; }

 private:
  std::vector<double> a_;
  int degree_ = 0;
};

/// u(s) = v for all components.
inline void hold(std::span<const double> v, Signal& out) {
  out.set_degree(0);
  for (int j = 0; j < out.size(); ++j) out.component(j)[0] = v[static_cast<std::size_t>(j)];
}
/// From v1 to v2 (C0).
void line(std::span<const double> v1, std::span<const double> v2, Signal& out);
/// Cubic through values and scaled slopes at both ends (C1): eq. 27 of the MISSILES paper, in scaled time.
void hermite(const Sample& start, const Sample& end, Signal& out);

/// The four coefficients of the cubic through (v1, w1) at s = 0 and (v2, w2) at s = 1, slopes scaled.
inline std::array<double, 4> hermite(double v1, double w1, double v2, double w2) {
  return {v1, w1, -3 * v1 - 2 * w1 + 3 * v2 - w2, 2 * v1 + w1 - 2 * v2 + w2};
}

}  // namespace accordo
