#include "coupling/interface_error.hpp"

#include "base/index.hpp"

namespace accordo {

InterfaceError::InterfaceError(const Ensemble& e, const Interface& interface)
    : e_(e), interface_(interface), top_(interface.links().size()), proposed_(top_.size()) {}

double InterfaceError::size_of(std::size_t link, const double* z) const {
  const std::size_t input = interface_.input(link);
  return e_.size_of(input, interface_.values()[input], z[link]);
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
    if (h_ > 0) e_.note_interpolation(interface_.input(l), error);
    largest = std::max(largest, e_.above_noise(interface_.input(l), error, size_of(l, z), {amplified}));
  }
  proposed_h_ = h;
  return h_ > 0 ? std::optional(largest) : std::nullopt;
}

double InterfaceError::least_size(std::size_t link, double share) const {
  const std::size_t input = interface_.input(link);
  return share > 0 ? e_.noise_floor().of(input, e_.amplitude()[input]) / share : 0;
}

void InterfaceError::sizes(double share, std::span<double> sizes, std::span<double> origin) const {
  const std::size_t n = top_.size();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::size_t link = i < n ? i : i - n, input = interface_.input(link);
    const double recent = e_.sizes().recent_size(input);
    sizes[i] = recent > 0 ? std::max(recent, least_size(link, share)) : 0;
    origin[i] = i < n ? e_.sizes().home(input) : 0;
  }
}

void InterfaceError::accepted() {
  top_.swap(proposed_);
  h_ = proposed_h_;
}

double InterfaceError::error_of(const double* difference, std::size_t link) const {
  constexpr double bulge = 4.0 / 27;
  const double slope = interface_.smooth() ? bulge * std::abs(difference[top_.size() + link]) : 0;
  return std::max(std::abs(difference[link]), slope);
}

double InterfaceError::norm(const double* difference, const double* z, double share, double amplified) const {
  double largest = 0;
  for (std::size_t l = 0; l < top_.size(); ++l) {
    largest = std::max(largest, e_.above_noise(interface_.input(l), error_of(difference, l), size_of(l, z),
                                               {amplified, share}));
  }
  return share * largest;
}

void InterfaceError::note(const double* difference) const {
  for (std::size_t l = 0; l < top_.size(); ++l) e_.note_error(interface_.input(l), error_of(difference, l));
}

}  // namespace accordo
