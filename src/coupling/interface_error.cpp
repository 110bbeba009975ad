#include "coupling/interface_error.hpp"

#include "base/index.hpp"

namespace accordo {

InterfaceError::InterfaceError(const Ensemble& e, const Interface& interface)
    : e_(e),
      interface_(interface),
      sizes_(interface.values().size()),
      top_(interface.links().size()),
      proposed_(top_.size()) {}

void InterfaceError::restart(double t) {
  h_ = 0;
  sizes_.restart(t);
}

double InterfaceError::size_of(std::size_t link, const double* z) const {
  const std::size_t input = interface_.input(link);
  return sizes_.of(input, interface_.values()[input], z[link], e_.amplitude()[input]);
}

std::optional<double> InterfaceError::interpolation(const double* z, double h) {
  const int p = static_cast<int>(interface_.shape());
  const double factorial = p == 3 ? 6 : 1;
  const double constant = p == 3 ? 1.0 / 384 : p == 1 ? 1.0 / 8 : 1.0 / 2;
  const double power = std::pow(h, p);
  // Of the highest coefficient, from two values and two slopes, which may be differences themselves.
  const double noise = p == 3 ? 12 : p == 1 ? 2 : 1;
  const double ratio = h_ > 0 ? h / h_ : 1;
  const double amplified = constant * factorial * noise * (1 + std::pow(ratio, p)) * 2 * ratio / (1 + ratio);
  double largest = 0;
  for (std::size_t l = 0; l < top_.size(); ++l) {
    proposed_[l] = factorial * interface_.polynomial(z, l)[index(p)] / power;
    const double derivative = (proposed_[l] - top_[l]) / ((h + h_) / 2);
    const double error = constant * power * h * std::abs(derivative);
    largest = std::max(largest, e_.above_noise(interface_.input(l), error, size_of(l, z), {amplified}));
  }
  proposed_h_ = h;
  return h_ > 0 ? std::optional(largest) : std::nullopt;
}

void InterfaceError::sizes(std::span<double> out) const {
  const std::size_t n = top_.size();
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = sizes_.lately(interface_.input(i < n ? i : i - n));
}

void InterfaceError::accepted(const double* z) {
  top_.swap(proposed_);
  h_ = proposed_h_;
  for (std::size_t l = 0; l < top_.size(); ++l) sizes_.accepted(interface_.input(l), z[l]);
}

double InterfaceError::norm(const double* difference, const double* z, double share, double amplified) const {
  constexpr double bulge = 4.0 / 27;
  const std::size_t n = top_.size();
  double largest = 0;
  for (std::size_t l = 0; l < n; ++l) {
    const double slope = interface_.smooth() ? bulge * std::abs(difference[n + l]) : 0;
    const double error = std::max(std::abs(difference[l]), slope);
    largest =
        std::max(largest, e_.above_noise(interface_.input(l), error, size_of(l, z), {amplified, share}));
  }
  return share * largest;
}

}  // namespace accordo
