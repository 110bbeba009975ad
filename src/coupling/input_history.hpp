// What the explicit methods carry from step to step: the latest accepted inputs, and how they go on from
// there.
#pragma once

#include <vector>

#include "core/coupling.hpp"
#include "coupling/options.hpp"
#include "signal/point_history.hpp"

namespace accordo {

/// The knob that all explicit methods have.
inline OptionInfo order_option(const char* default_value) {
  return {.name = "order",
          .kind = OptionInfo::Kind::integer,
          .default_value = default_value,
          .help = "degree of the polynomial through the latest values: 0 holds, 1 a line, 2 a parabola",
          .choices = {},
          .least = 0,
          .most = 2};
}

/// How many times the noise of values may be in the difference of two extrapolations, this order and the one
/// below.
double amplified_noise(const PointHistory& past, double h, int order);

/// Fills in the error of inputs extrapolated to this order: by how much the next order (where enough points
/// are known, else the one below) ends elsewhere, relative to the inputs' size.
void estimate_error(const PointHistory& past, int order, const Ensemble& e, double h, Proposal& proposal);

/// restart → propose → accepted → propose → …; a step that was rejected leaves no trace.
class InputHistory {
 public:
  InputHistory(Ensemble& e, int order)
      : e_(e),
        inputs_(e.u().size()),
        history_(e.u().size()),
        order_(order),
        du_(order == 2 ? e.u().size() : 0) {}

  const PointHistory& history() const { return history_; }
  Signal& inputs() { return inputs_; }

  /// Forgets everything but the ensemble's present values.
  void restart(const Instant& at);

  /// The polynomial through the latest points goes on; its error, where the run asks for it.
  Proposal propose(const StepQuestion& question) {
    if (order_ == 0) {
      hold(e_.u(), inputs_);
    } else {
      extrapolate_past(question.step.h);
    }
    Proposal proposal{.inputs = &inputs_};
    wants_error_ = question.tolerance > 0;
    if (wants_error_) assess(question, proposal);
    return proposal;
  }

  void accepted(const Step& step) {
    if (order_ > 0 || wants_error_) remember(step.end);  // else a hold needs nothing but the present
  }

 private:
  void remember(double t);
  void assess(const StepQuestion& question, Proposal& proposal);
  void extrapolate_past(double h);

  Ensemble& e_;
  Signal inputs_;
  PointHistory history_;
  int order_;
  bool wants_error_ = false;
  std::vector<double> du_, dy_;
};

}  // namespace accordo
