// The unknowns of an implicit coupling, z = (v₂, h·w₂): values and scaled slopes of the connected inputs at
// the end of a macro-step, and the input signals that belong to them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "core/ensemble.hpp"
#include "signal/signal.hpp"

namespace accordo {

/// How inputs run over a macro-step; the number is the degree.
enum class Shape { hold = 0, line = 1, hermite = 3 };

class Interface {
 public:
  Interface(const Ensemble& e, Shape shape, bool difference_slopes);

  Shape shape() const { return shape_; }
  bool smooth() const { return shape_ == Shape::hermite; }
  /// Number of unknowns: values alone, or values and slopes (first all values, then all slopes).
  std::size_t size() const { return links_.size() * (smooth() ? 2 : 1); }
  std::span<const Link> links() const { return links_; }
  /// Where a link ends: for loops over all links that need no more of them.
  std::size_t input(std::size_t link) const { return static_cast<std::size_t>(inputs_[link]); }

  /// At the start and after events: from the ensemble's present values; slopes in time, NaN where unknown.
  void restart(std::span<const double> u, std::span<const double> slopes);
  /// Begins a step of length h from the ensemble's present values; C1 inputs go on from where they ended.
  void open(std::span<const double> u, double h);
  /// The step was committed under z. With `keep` the next one may extrapolate() it.
  void accept(const double* z, bool keep);

  /// Per input, at the start of the step; slopes in time, NaN where unknown.
  std::span<const double> values() const { return v1_; }
  std::span<const double> slopes() const { return w1_; }
  /// The next step starts from these values; slopes stay (C1 is given up by as much as the units' answers
  /// differ from what was predicted).
  void resync(std::span<const double> u) { std::copy(u.begin(), u.end(), v1_.begin()); }

  /// The polynomial of one input that ends at z (null: at zero); coefficients above the degree are zero.
  std::array<double, kCoefficients> polynomial(const double* z, std::size_t link) const;
  /// The inputs that end at z.
  void signal(const double* z, Signal& out) const;
  /// Those of one unit only, the others untouched.
  void signal(const double* z, int unit, Signal& out) const;
  /// The papers' first iterate, back to v₁ at the end: 001 figure 7, 004 eq. 20.
  void first_iterate(Signal& out) const;
  /// z ← where the inputs would end if they went on as over the step before; false when none is
  /// remembered.
  bool extrapolate(double* z) const;
  /// Length of the step in units of the step before.
  double growth() const { return h_ / h_previous_; }
  /// z ← the start of the step: what is known without asking anybody.
  void stay(double* z) const;

  /// z ← Φᵀζ: what the units' outputs at the end of the step ask for; `before`: outputs at its start, from
  /// which slopes are differenced where units give none (001 eq. 12). Only links from this unit, or from all
  /// (-1).
  void dispatch(const Sample& zeta, std::span<const double> before, int unit, double* z) const;
  /// The same of a step that has been committed: slopes that units do not give are as predicted.
  void dispatch_known(const Sample& zeta, const double* predicted, double* z) const;

 private:
  void component(const double* z, std::size_t link, Signal& out) const;
  void keep_polynomials(const double* z);

  Shape shape_;
  std::vector<Link> links_;
  std::vector<int> inputs_;                        ///< per link
  std::vector<int> source_unit_;                   ///< per link
  std::vector<std::vector<std::size_t>> of_unit_;  ///< per unit: the links that end there
  std::vector<int> free_inputs_;                   ///< without a link: held, or driven by the ensemble
  std::vector<unsigned char> differenced_;         ///< per link: its slope comes from differences
  std::vector<double> v1_, w1_;                    ///< per input at the start of the step; slopes in time
  std::vector<double> previous_;                   ///< per link: its polynomial over the step remembered
  double h_ = 0, h_previous_ = 0;
};

// Here because every step asks it of every link several times.
inline std::array<double, kCoefficients> Interface::polynomial(const double* z, std::size_t link) const {
  const double v1 = v1_[input(link)], v2 = z != nullptr ? z[link] : 0;
  if (shape_ == Shape::hold) return {v2, 0, 0, 0};
  if (shape_ == Shape::line) return {v1, v2 - v1, 0, 0};
  const double w1 = h_ * w1_[input(link)], w2 = z != nullptr ? z[links_.size() + link] : 0;
  if (!std::isnan(w1)) return hermite(v1, w1, v2, w2);
  return {v1, 2 * (v2 - v1) - w2, v1 - v2 + w2,
          0};  // no slope known at the start: the parabola through the rest
}

}  // namespace accordo
