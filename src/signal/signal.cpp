#include "signal/signal.hpp"

#include <algorithm>

namespace accordo {

void Signal::raise_degree(int degree) {
  if (degree <= degree_) return;
  for (int j = 0; j < size(); ++j) std::fill(component(j) + degree_ + 1, component(j) + degree + 1, 0.0);
  degree_ = degree;
}

void line(std::span<const double> v1, std::span<const double> v2, Signal& out) {
  out.set_degree(1);
  for (int j = 0; j < out.size(); ++j) {
    const auto i = static_cast<std::size_t>(j);
    out.component(j)[0] = v1[i];
    out.component(j)[1] = v2[i] - v1[i];
  }
}

void hermite(const Sample& start, const Sample& end, Signal& out) {
  out.set_degree(3);
  for (int j = 0; j < out.size(); ++j) {
    const auto i = static_cast<std::size_t>(j);
    const auto a = hermite(start.value[i], start.slope[i], end.value[i], end.slope[i]);
    for (int p = 0; p < kCoefficients; ++p) out.component(j)[p] = a[static_cast<std::size_t>(p)];
  }
}

}  // namespace accordo
