// ψ = Φᵀζ over one macro-step: what the units answer to inputs that end at z, dispatched to the inputs again.
#pragma once

#include <optional>
#include <vector>

#include "coupling/step_interface.hpp"
#include "solve/solver.hpp"

namespace accordo {

/// Who is asked how.
struct InterfaceMapKnobs {
  std::vector<int> sequence = {};             ///< units one after the other; empty: all at once
  std::vector<unsigned char> estimated = {};  ///< per unit: it is predicted instead of tried; empty: none
};

/// open → evaluate → evaluate → …; the units stand where the latest evaluation has left them.
class InterfaceMap final : public FixedPoint {
 public:
  InterfaceMap(Ensemble& e, StepInterface& interface, InterfaceMapKnobs knobs);

  /// Whether any answers are estimates.
  bool predicts() const { return !predicted_.empty(); }
  /// Begins a step.
  void open(const Step& step);

  /// All units under z; a unit that cannot follow says so in unit_error().
  bool evaluate(const double* z, double* psi) override;
  bool apply_inverse(double* r) override;
  /// z ← the papers' first guess: what the units answer to inputs that come back to where they are.
  bool answer_first_iterate(double* z);
  /// The next evaluation is at the same place: the units stand there already.
  void expect_same() { known_ = true; }

  /// Where the latest evaluation was, bit by bit.
  bool stands_at(std::span<const double> z) const;
  std::span<const double> latest() const { return latest_; }
  /// What came of the latest one that went well.
  std::span<const double> answer() const { return answer_; }
  /// Under which the units have been tried.
  Signal& inputs() { return inputs_; }
  const std::optional<Error>& unit_error() const { return unit_error_; }

 private:
  bool is_predicted(int unit) const {
    return !knobs_.estimated.empty() && knobs_.estimated[static_cast<std::size_t>(unit)] != 0;
  }
  const Sample& answers();
  void sweep(const double* z, double* psi);
  template <class Trials>
  bool attempt(const double* out, Trials trials);

  Ensemble& e_;
  StepInterface& interface_;
  const Interface& unknowns_;
  InterfaceMapKnobs knobs_;
  std::vector<int> tried_, predicted_;  ///< units whose answers are real, and those whose are estimates
  Step step_;
  Signal inputs_;
  std::vector<double> latest_, answer_;
  bool known_ = false;
  std::optional<Error> unit_error_;
};

}  // namespace accordo
