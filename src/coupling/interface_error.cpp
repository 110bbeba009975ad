#include "coupling/interface_error.hpp"

#include "base/index.hpp"

namespace accordo {
namespace {

constexpr double kNothing = 1e-9;  // an input this small counts as zero
constexpr double kKept = 0.8;      // of the size of an input, from step to step
constexpr double kLeast = 1e-3;    // of its amplitude

}  // namespace

double InterfaceError::size_of(std::size_t link, const double* z, std::span<const double> amplitude) const {
  const auto input = index(interface_.links()[link].input);
  return std::max({std::abs(interface_.values()[input]), std::abs(z[link]), lately_[link],
                   kLeast * amplitude[input], kNothing});
}

std::optional<double> InterfaceError::interpolation(const double* z, double h,
                                                    std::span<const double> amplitude) {
  const int p = static_cast<int>(interface_.shape());
  const double factorial = p == 3 ? 6 : 1;
  const double constant = p == 3 ? 1.0 / 384 : p == 1 ? 1.0 / 8 : 1.0 / 2;
  const double power = std::pow(h, p);
  double largest = 0;
  for (std::size_t l = 0; l < top_.size(); ++l) {
    proposed_[l] = factorial * interface_.polynomial(z, l)[index(p)] / power;
    const double derivative = (proposed_[l] - top_[l]) / ((h + h_) / 2);
    largest = std::max(largest, constant * power * h * std::abs(derivative) / size_of(l, z, amplitude));
  }
  proposed_h_ = h;
  return h_ > 0 ? std::optional(largest) : std::nullopt;
}

void InterfaceError::sizes(std::span<double> out) const {
  const std::size_t n = lately_.size();
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = lately_[i < n ? i : i - n];
}

void InterfaceError::accepted(const double* z) {
  top_.swap(proposed_);
  h_ = proposed_h_;
  for (std::size_t l = 0; l < lately_.size(); ++l) lately_[l] = std::max(kKept * lately_[l], std::abs(z[l]));
}

double InterfaceError::norm(const double* difference, const double* z,
                            std::span<const double> amplitude) const {
  constexpr double bulge = 4.0 / 27;
  const std::size_t n = top_.size();
  double largest = 0;
  for (std::size_t l = 0; l < n; ++l) {
    const double slope = interface_.smooth() ? bulge * std::abs(difference[n + l]) : 0;
    largest = std::max(largest, std::max(std::abs(difference[l]), slope) / size_of(l, z, amplitude));
  }
  return largest;
}

}  // namespace accordo
