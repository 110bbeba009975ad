#include "coupling/interface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"

namespace accordo {

Interface::Interface(const Ensemble& e, Shape shape, bool difference_slopes)
    : shape_(shape),
      links_(e.wiring().links),
      of_unit_(e.units().size()),
      v1_(e.u().size()),
      w1_(e.u().size(), std::numeric_limits<double>::quiet_NaN()) {
  const Wiring& wiring = e.wiring();
  for (const Link& link : links_) inputs_.push_back(link.input);
  for (std::size_t l = 0; l < links_.size(); ++l) {
    source_unit_.push_back(wiring.unit_of_output[index(links_[l].output)]);
    of_unit_[index(wiring.unit_of_input[input(l)])].push_back(l);
    const bool slopes = e.units()[index(source_unit_.back())].can.slopes;
    differenced_.push_back(difference_slopes || !slopes ? 1 : 0);
  }
  for (int j = 0; j < wiring.layout.inputs(); ++j) {
    if (wiring.link_of_input[index(j)] < 0) free_inputs_.push_back(j);
  }
}

void Interface::restart(std::span<const double> u, std::span<const double> slopes) {
  std::copy(u.begin(), u.end(), v1_.begin());
  std::copy(slopes.begin(), slopes.end(), w1_.begin());
  h_previous_ = 0;
}

void Interface::open(std::span<const double> u, double h) {
  h_ = h;
  if (!smooth()) std::copy(u.begin(), u.end(), v1_.begin());
  for (const int j : free_inputs_) v1_[index(j)] = u[index(j)];
}

void Interface::keep_polynomials(const double* z) {
  previous_.resize(links_.size() * kCoefficients);
  for (std::size_t l = 0; l < links_.size(); ++l) {
    const auto a = polynomial(z, l);
    std::copy(a.begin(), a.end(), previous_.begin() + static_cast<std::ptrdiff_t>(l * kCoefficients));
  }
}

void Interface::accept(const double* z, bool keep) {
  if (!smooth()) return;
  if (keep) keep_polynomials(z);
  const std::size_t n = links_.size();
  for (std::size_t l = 0; l < n; ++l) {
    v1_[input(l)] = z[l];
    w1_[input(l)] = z[n + l] / h_;
  }
  h_previous_ = h_;
}

void Interface::signal(const double* z, Signal& out) const {
  out.set_degree(static_cast<int>(shape_));
  for (const int j : free_inputs_) {
    double* a = out.component(j);
    std::fill(a, a + kCoefficients, 0.0);
    a[0] = v1_[index(j)];
  }
  for (std::size_t l = 0; l < links_.size(); ++l) component(z, l, out);
}

void Interface::signal(const double* z, int unit, Signal& out) const {
  for (const std::size_t l : of_unit_[index(unit)]) component(z, l, out);
}

void Interface::component(const double* z, std::size_t link, Signal& out) const {
  const auto a = polynomial(z, link);
  std::copy(a.begin(), a.end(), out.component(inputs_[link]));
}

void Interface::first_iterate(Signal& out) const {
  out.set_degree(static_cast<int>(shape_));
  for (int j = 0; j < out.size(); ++j) {
    double* a = out.component(j);
    std::fill(a, a + kCoefficients, 0.0);
    a[0] = v1_[index(j)];
  }
  if (!smooth()) return;
  for (std::size_t l = 0; l < links_.size(); ++l) {
    const double w1 = h_ * w1_[input(l)];
    if (std::isnan(w1)) continue;
    double* a = out.component(links_[l].input);
    a[1] = w1;
    a[2] = -w1;
  }
}

bool Interface::extrapolate(double* z) const {
  if (previous_.empty() || h_previous_ == 0) return false;
  const std::size_t n = links_.size();
  const double ratio = h_ / h_previous_;
  const SignalView before{previous_.data(), static_cast<int>(n), static_cast<int>(shape_)};
  for (std::size_t l = 0; l < n; ++l) {
    z[l] = before.value(static_cast<int>(l), 1 + ratio);
    z[n + l] = ratio * before.slope(static_cast<int>(l), 1 + ratio);
  }
  return true;
}

void Interface::stay(double* z) const {
  const std::size_t n = links_.size();
  for (std::size_t l = 0; l < n; ++l) z[l] = v1_[input(l)];
  if (smooth()) std::fill(z + n, z + 2 * n, 0.0);
}

void Interface::dispatch(const Sample& zeta, std::span<const double> before, int unit, double* z) const {
  const std::size_t n = links_.size();
  for (std::size_t l = 0; l < n; ++l) {
    if (unit >= 0 && source_unit_[l] != unit) continue;
    const auto output = index(links_[l].output);
    z[l] = links_[l].gain * zeta.value[output] + links_[l].offset;
    if (!smooth()) continue;
    const double slope = differenced_[l] != 0 ? zeta.value[output] - before[output] : zeta.slope[output];
    z[n + l] = links_[l].gain * slope;
  }
}

void Interface::dispatch_known(const Sample& zeta, const double* predicted, double* z) const {
  dispatch(zeta, zeta.value, -1, z);
  if (!smooth()) return;
  const std::size_t n = links_.size();
  for (std::size_t l = 0; l < n; ++l) {
    if (differenced_[l] != 0) z[n + l] = predicted[n + l];
  }
}

}  // namespace accordo
