#include "signal/point_history.hpp"

#include <algorithm>

namespace accordo {
namespace {

/// Coefficients in s of the polynomial through (0, v0), (s1, v1), (s2, v2): Newton's divided differences.
void quadratic(double v0, double s1, double v1, double s2, double v2, double* a) {
  const double d1 = (v1 - v0) / s1;
  const double d2 = (v2 - v0) / s2;
  const double c = (d2 - d1) / (s2 - s1);
  a[0] = v0;
  a[1] = d1 - c * s1;
  a[2] = c;
}

}  // namespace

void extrapolate(const PointHistory& past, double h, int order, Signal& out) {
  const int degree = std::min(order, past.size() - 1);
  if (degree == 0) return hold(past.value(0), out);
  out.set_degree(degree);
  const double s1 = (past.time(1) - past.time(0)) / h;
  const double s2 = degree > 1 ? (past.time(2) - past.time(0)) / h : 0;
  for (int j = 0; j < out.size(); ++j) {
    const auto i = static_cast<std::size_t>(j);
    double* a = out.component(j);
    const double v0 = past.value(0)[i], v1 = past.value(1)[i];
    if (degree == 1) {
      a[0] = v0;
      a[1] = (v1 - v0) / s1;
    } else {
      quadratic(v0, s1, v1, s2, past.value(2)[i], a);
    }
  }
}

double extrapolated_end(const PointHistory& past, double h, int order, std::size_t component) {
  const int degree = std::min(order, past.size() - 1);
  const double v0 = past.value(0)[component];
  if (degree <= 0) return v0;
  const double s1 = (past.time(1) - past.time(0)) / h;
  const double v1 = past.value(1)[component];
  if (degree == 1) return v0 + (v1 - v0) / s1;
  double a[3];
  quadratic(v0, s1, v1, (past.time(2) - past.time(0)) / h, past.value(2)[component], a);
  return a[0] + a[1] + a[2];
}

void interpolate(const PointHistory& past, double h, int order, int component, double end, Signal& out) {
  const auto i = static_cast<std::size_t>(component);
  out.raise_degree(std::min(order, past.size()));
  double* a = out.component(component);
  std::fill(a, a + kCoefficients, 0.0);
  const double v0 = past.value(0)[i];
  if (order == 0) {
    a[0] = end;
  } else if (order == 1 || past.size() < 2) {
    a[0] = v0;
    a[1] = end - v0;
  } else {
    quadratic(v0, (past.time(1) - past.time(0)) / h, past.value(1)[i], 1, end, a);
  }
}

}  // namespace accordo
