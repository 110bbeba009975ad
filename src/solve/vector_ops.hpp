// The few vector operations of the solvers as plain loops: every sum has one fixed order, so that results do
// not depend on how a buffer happens to be aligned (vectorized reductions do).
#pragma once

#include <cmath>

namespace accordo {

/// Four partial sums in a fixed order: as reproducible as one, without waiting for each addition.
inline double dot(int n, const double* a, const double* b) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int i = 0;
  for (; i + 3 < n; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  for (; i < n; ++i) s0 += a[i] * b[i];
  return (s0 + s1) + (s2 + s3);
}

inline double norm(int n, const double* a) {
  return std::sqrt(dot(n, a, a));
}

/// y ← y + α x
inline void add(int n, double alpha, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] += alpha * x[i];
}

/// y ← α x
inline void set(int n, double alpha, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = alpha * x[i];
}

/// c ← a − b
inline void subtract(int n, const double* a, const double* b, double* c) {
  for (int i = 0; i < n; ++i) c[i] = a[i] - b[i];
}

}  // namespace accordo
