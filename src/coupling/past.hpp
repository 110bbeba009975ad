// What the explicit methods carry from step to step: the latest accepted inputs, and how they go on from
// there.
#pragma once

#include <vector>

#include "core/coupling.hpp"
#include "coupling/input_sizes.hpp"
#include "coupling/options.hpp"
#include "signal/history.hpp"

namespace accordo {

/// The knob that all explicit methods have.
inline OptionInfo order_option(const char* standard) {
  return {.name = "order",
          .kind = OptionInfo::Kind::integer,
          .standard = standard,
          .help = "degree of the polynomial through the latest values: 0 holds, 1 a line, 2 a parabola",
          .choices = {},
          .least = 0,
          .most = 2};
}

/// The error of inputs extrapolated to this order: by how much the next order (where enough points are known,
/// else the one below) ends elsewhere, relative to the inputs' size.
void estimate_error(const History& past, int order, const Ensemble& e, const InputSizes& sizes, double h,
                    Proposal& proposal);

class Past final : public CouplingState {
 public:
  Past(std::size_t inputs, int order)
      : history_(inputs), sizes_(inputs), order_(order), du_(order == 2 ? inputs : 0) {}

  const History& history() const { return history_; }

  /// Forgets everything but the ensemble's present values.
  void restart(Ensemble& e, double t);

  void push(double t, std::span<const double> u) {
    if (order_ > 0 || wants_error_) remember(t, u);  // else a hold needs nothing but the present
  }

  /// What the proposal says of its error, where the run asks for it.
  void estimate_error(const Ensemble& e, const Step& step, Proposal& proposal) {
    wants_error_ = proposal.tolerance > 0;
    if (wants_error_) judge(e, step, proposal);
  }

  /// The inputs over a step of length h: the polynomial through the latest points.
  void extrapolate(const Ensemble& e, double h, Signal& out) const {
    if (order_ == 0) return hold(e.u(), out);
    extrapolate_past(h, out);
  }

 private:
  void remember(double t, std::span<const double> u);
  void judge(const Ensemble& e, const Step& step, Proposal& proposal);
  void extrapolate_past(double h, Signal& out) const;

  History history_;
  InputSizes sizes_;
  int order_;
  bool wants_error_ = false;
  std::vector<double> du_, dy_;
};

}  // namespace accordo
