// Busch (2012), continuous inputs without iteration: each step runs along a line from where the inputs ended
//
//   delayed:       to the newest known value u_N, one step late; never beyond values that were reached
//   extrapolated:  to 2u_N − u_{N−1} (on a grid of equal steps)
//
// Order of convergence: 1, extrapolated 2.

#include "coupling/busch.hpp"

#include "coupling/input_history.hpp"

namespace accordo {
namespace {

class Busch final : public CouplingRun {
 public:
  Busch(Ensemble& e, bool extrapolate)
      : e_(e),
        extrapolate_(extrapolate),
        history_(e.u().size()),
        end_(e.u().size()),
        next_(e.u().size()),
        ahead_(e.u().size()),
        inputs_(e.u().size()) {}

  void restart(const Instant& at) override {
    std::copy(e_.u().begin(), e_.u().end(), end_.begin());
    history_.clear();
    history_.push(at.t, e_.u());
  }

  Proposal propose(const StepQuestion& question) override {
    const double h = question.step.h;
    if (extrapolate_) {
      extrapolate(history_, h, 1, ahead_);
      ahead_.view().values(1, next_.data());
    } else {
      std::copy(e_.u().begin(), e_.u().end(), next_.begin());
    }
    line(end_, next_, inputs_);
    Proposal proposal{.inputs = &inputs_};
    if (question.tolerance <= 0) return proposal;
    estimate_error(history_, extrapolate_ ? 1 : 0, e_, h, proposal);
    return proposal;
  }

  std::optional<double> accepted(const Step& step) override {
    end_.swap(next_);
    history_.push(step.end, e_.u());
    return std::nullopt;
  }

 private:
  Ensemble& e_;
  bool extrapolate_;
  PointHistory history_;
  std::vector<double> end_, next_;  ///< where the inputs of the latest step, and of the proposed one, end
  Signal ahead_, inputs_;
};

}  // namespace

Method busch_method() {
  return {.name = "busch",
          .summary = "continuous inputs without iteration: lines toward the newest values, one step late",
          .order = "1, extrapolated 2",
          .needs = {},
          .options = {{.name = "extrapolate",
                       .kind = OptionInfo::Kind::flag,
                       .default_value = "false",
                       .help = "lines lead ahead instead of running one step late",
                       .choices = {}}},
          .traits =
              [](const Options& o, std::span<const UnitInfo>) {
                return Traits{.order = o.flag("extrapolate") ? 2 : 1, .inputs = Inputs::extrapolated};
              },
          .make = [](const MethodSetup& s) { return coupling_of<Busch>(s.options.flag("extrapolate")); }};
}

}  // namespace accordo
