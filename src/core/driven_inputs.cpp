#include "core/driven_inputs.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace accordo {

DrivenInputs::DrivenInputs(std::vector<DrivenInput> list) : list_(std::move(list)) {
  std::sort(list_.begin(), list_.end(), [](const auto& a, const auto& b) { return a.input < b.input; });
  limits_ = std::any_of(list_.begin(), list_.end(), [](const DrivenInput& d) { return bool(d.deviation); });
}

double DrivenInputs::followable(const Step& step) const {
  if (!limits_) return step.h;
  constexpr double least = 1e-9;  // of the step: shorter ones follow anything
  constexpr double order = 4;
  double h = step.h;
  for (const DrivenInput& d : list_) {
    while (d.deviation && h > least * step.h) {
      const double off = d.deviation(step.t, step.t + h);
      if (!(off > 1)) break;
      h *= std::clamp(0.9 * std::pow(off, -1 / order), 0.2, 0.9);
    }
  }
  return h;
}

std::span<const DrivenInput> DrivenInputs::of(std::span<const int> group, const Layout& layout) const {
  const auto before = [](const DrivenInput& d, int input) { return d.input < input; };
  const auto [least, most] = std::minmax_element(group.begin(), group.end());
  const auto first = std::lower_bound(list_.begin(), list_.end(), layout.first_input(*least), before);
  const auto last =
      std::lower_bound(first, list_.end(), layout.first_input(*most) + layout.input_count(*most), before);
  return {first, last};
}

void DrivenInputs::values(const Instant& at, std::span<double> u) const {
  for (const DrivenInput& d : list_) u[index(d.input)] = d.value(at);
}

void DrivenInputs::slopes(const Instant& at, std::span<double> du) const {
  for (const DrivenInput& d : list_) du[index(d.input)] = d.slope(at);
}

void DrivenInputs::fill(std::span<const DrivenInput> some, const Step& step, Signal& inputs) {
  inputs.raise_degree(2);
  for (const DrivenInput& d : some) {
    if (d.deviation) {
      inputs.raise_degree(3);
      const Instant from = step.begin_instant(), to = step.end_instant();
      const auto cubic = hermite(d.value(from), step.h * d.slope(from), d.value(to), step.h * d.slope(to));
      std::copy(cubic.begin(), cubic.end(), inputs.component(d.input));
      continue;
    }
    double* a = inputs.component(d.input);
    std::fill(a, a + kCoefficients, 0.0);
    // The parabola through both ends with the function's own mean: what happens between two communication
    // points is not lost, however short it is.
    const double begin = d.value(step.begin_instant()), end = d.value(step.end_instant());
    const double bulge = 6 * (d.mean(step.t, step.end) - (begin + end) / 2);
    a[0] = begin;
    a[1] = end - begin + bulge;
    a[2] = -bulge;
  }
}

}  // namespace accordo
