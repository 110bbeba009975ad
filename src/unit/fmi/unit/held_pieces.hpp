// Polynomial inputs of an FMU that holds them over its own steps: replaced by few constants that have the
// same moments ∫u ds and ∫s u ds over the macro-step. See docs/decisions/0026-moments.md.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "signal/signal.hpp"

namespace accordo::fmi {

/// The pieces of a macro-step over which inputs are held.
struct Division {
  int pieces = 1;
  bool end = false;  ///< the last piece holds what the inputs are at the end of the macro-step

  /// ∫ (pieces − s)² ds for an input that is s itself: what inputs that enter nonlinearly are off by.
  double variance() const;
  /// Where piece i begins, in scaled time; of i = pieces, 1.
  double edge(int i) const;
};

/// What an input may be.
struct InputBounds {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// What a cubic is on [0, 1], relative to its value at 0.
InputBounds range_of(const double* coefficients);

/// The constants for all inputs of a unit: on every piece the mean, plus the least change that makes the
/// moments fit. Values stay in the range of their input, but for a twentieth of it, and within its declared
/// bounds.
class HeldPieces {
 public:
  explicit HeldPieces(std::vector<InputBounds> bounds);

  /// `more`: there may be more pieces than asked for, where values would leave their range otherwise. Where
  /// that does not help, and where there must not be more, they are means.
  void fit(const SignalView& u, const Division& division, bool more);

  const Division& division() const { return division_; }
  double value(int input, int piece) const {
    return values_[static_cast<std::size_t>(input) * stride_ + static_cast<std::size_t>(piece)];
  }

 private:
  bool fit_all(const SignalView& u);
  bool fit_one(const double* a, const InputBounds& declared, double* v);
  void solve(const double* a, double* v) const;
  /// How many are made to fit.
  std::size_t moments() const { return division_.end && division_.pieces > 3 ? 3 : 2; }
  void set_means(const SignalView& u);
  void divide(const Division& division);

  std::vector<InputBounds> bounds_;
  Division division_;
  std::size_t stride_ = 0;
  std::vector<double> values_;
  std::vector<double> edges_;
  std::vector<unsigned char> fixed_;  ///< per piece: its value is given
};

}  // namespace accordo::fmi
