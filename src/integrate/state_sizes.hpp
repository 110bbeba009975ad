// What errors of states are relative to: by how much each has varied so far.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace accordo {

/// Counted from where a state was when it was first integrated. A state that starts from rest has not varied
/// yet: as far as the attempts of a macro-step lead counts, too, as far as they can be believed, so that what
/// starts with a high power of time need not be followed from nothing; and a trillionth of the state of the
/// same unit that has varied most.
class StateSizes {
 public:
  explicit StateSizes(int states)
      : home_(static_cast<std::size_t>(states)), most_(home_), saved_(home_), seen_(home_) {}

  /// Attempts start from these states.
  void open(const double* x) {
    if (!begun_) std::copy_n(x, home_.size(), home_.begin());
    begun_ = true;
    std::fill(seen_.begin(), seen_.end(), 0.0);
    largest_seen_ = 0;
    note(x);
  }
  /// Of a state that an attempt has taken to x, with this error.
  double of(std::size_t i, double x, double error) {
    constexpr double doubt = 4;
    const double credible = away(i, x) - doubt * std::abs(error);
    if (credible > seen_[i] && credible < std::numeric_limits<double>::max()) {
      seen_[i] = credible;
      largest_seen_ = std::max(largest_seen_, credible);
    }
    return std::max({most_[i], seen_[i], kLeast * largest_, kLeast * largest_seen_}) +
           std::numeric_limits<double>::min();
  }
  double away(std::size_t i, double x) const { return std::abs(x - home_[i]); }
  void accepted(const std::vector<double>& x) { note(x.data()); }

  void save() {
    saved_ = most_;
    saved_largest_ = largest_;
  }
  void restore() {
    most_ = saved_;
    largest_ = saved_largest_;
  }

 private:
  static constexpr double kLeast = 1e-12;

  void note(const double* x) {
    for (std::size_t i = 0; i < most_.size(); ++i) {
      most_[i] = std::max(most_[i], away(i, x[i]));
      largest_ = std::max(largest_, most_[i]);
    }
  }

  std::vector<double> home_, most_, saved_, seen_;
  double largest_ = 0, saved_largest_ = 0, largest_seen_ = 0;
  bool begun_ = false;
};

}  // namespace accordo
