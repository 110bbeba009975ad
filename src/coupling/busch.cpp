// Busch (2012), continuous inputs without iteration: each step runs along a line from where the inputs ended
//
//   delayed:       to the newest known value u_N, one step late; never beyond values that were reached
//   extrapolated:  to 2u_N − u_{N−1} (on a grid of equal steps)
//
// Order of convergence: 1, extrapolated 2.

#include "coupling/busch.hpp"

#include "coupling/past.hpp"

namespace accordo {
namespace {

struct BuschState final : CouplingState {
  explicit BuschState(std::size_t inputs)
      : history(inputs), sizes(inputs), end(inputs), next(inputs), ahead(inputs) {}
  History history;
  InputSizes sizes;
  std::vector<double> end, next;  ///< where the inputs of the latest step, and of the proposed one, end
  Signal ahead;
};

class Busch final : public Coupling {
 public:
  explicit Busch(bool extrapolate) : extrapolate_(extrapolate) {}

  std::unique_ptr<CouplingState> begin(Ensemble& e) const override {
    return std::make_unique<BuschState>(e.u().size());
  }

  void propose(Ensemble& e, const Step& step, CouplingState& state, int, Proposal& proposal) const override {
    auto& s = static_cast<BuschState&>(state);
    if (extrapolate_) {
      extrapolate(s.history, step.h, 1, s.ahead);
      s.ahead.view().values(1, s.next.data());
    } else {
      std::copy(e.u().begin(), e.u().end(), s.next.begin());
    }
    line(s.end, s.next, proposal.inputs);
    if (proposal.tolerance <= 0) return;
    s.sizes.open(step, proposal);
    estimate_error(s.history, extrapolate_ ? 1 : 0, e, s.sizes, step.h, proposal);
  }

  void accepted(const Ensemble& e, const Step& step, CouplingState& state) const override {
    auto& s = static_cast<BuschState&>(state);
    s.end.swap(s.next);
    s.history.push(step.end, e.u());
    for (std::size_t i = 0; i < e.u().size(); ++i) s.sizes.accepted(i, e.u()[i]);
  }

  void restart(Ensemble& e, double t, CouplingState& state) const override {
    auto& s = static_cast<BuschState&>(state);
    std::copy(e.u().begin(), e.u().end(), s.end.begin());
    s.history.clear();
    s.sizes.restart(t);
    s.history.push(t, e.u());
  }

 private:
  bool extrapolate_;
};

}  // namespace

Method busch_method() {
  return {.name = "busch",
          .summary = "continuous inputs without iteration: lines towards the newest values, one step late",
          .order = "1, extrapolated 2",
          .needs = {},
          .options = {{.name = "extrapolate",
                       .kind = OptionInfo::Kind::flag,
                       .standard = "false",
                       .help = "lines lead ahead instead of running one step late",
                       .choices = {}}},
          .traits =
              [](const Options& o, std::span<const UnitInfo>) {
                return Traits{.order = o.flag("extrapolate") ? 2 : 1, .inputs = Inputs::extrapolated};
              },
          .make = [](const MethodSetup& setup) -> std::unique_ptr<Coupling> {
            return std::make_unique<Busch>(setup.options.flag("extrapolate"));
          }};
}

}  // namespace accordo
