// Macro-steps from an accuracy: the estimated interface error of every step is kept at the tolerance.
#pragma once

#include <vector>

#include "core/step_control.hpp"

namespace accordo {

struct ErrorControlKnobs {
  double tolerance = 1e-4;
  double span = 1;      ///< of the whole run
  double shortest = 0;  ///< no step below
};

/// A proportional-integral controller on err = max(e_int, e_emb^(k/(k-1))) in units of the tolerance, err ∝
/// h^k: rejected before anything moves where err > 1; what the step turned out to be off by steers the next
/// one. Where even a tiny step is off, something jumps: it is stepped over, and everything starts again after
/// it.
class ErrorControl final : public StepControl {
 public:
  explicit ErrorControl(const ErrorControlKnobs& knobs);

  double tolerance() const override { return knobs_.tolerance; }
  void restart(Ensemble& ensemble, double t, std::optional<double> first) override;
  double longest() const override;
  double next_step_size() const override { return h_; }
  bool accept(const Step& step, const Proposal& proposal) override;
  bool jumped() const override { return jumped_; }
  bool reduce(const Step& step) override;
  void on_accepted(const Step& step, const Proposal& proposal, std::optional<double> post) override;
  double heed(double growth) override;

 private:
  /// In units of the tolerance; 0 where it is not known.
  double error_of(const Proposal& proposal) const;

  void choose(double h);
  void judge_pace(const Step& step);

  ErrorControlKnobs knobs_;
  double restarted_ = 0;
  int stalled_ = 0;      ///< very short steps in a row
  double leniency_ = 1;  ///< times the tolerance that they may be off
  double h_ = 0;
  double error_ = 0;       ///< of the proposal at hand
  int order_ = 1;          ///< of that error
  bool converged_ = true;  ///< whether the units agreed on it
  bool jumped_ = false;    ///< accepted because no step over it would be accurate
  double sharper_ = 1;     ///< by so much than the tolerance single steps are wanted
  double previous_ = 1;    ///< error of the step before
  std::vector<double> du_, dy_;
};

}  // namespace accordo
