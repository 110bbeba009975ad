// Non-iterative Jacobi (Gomes et al., co-simulation tutorial, algorithm 2):
//
//   u(s) = the polynomial of degree `order` through the latest accepted inputs;   x_k ← ζ_k(u_k) for all k at
//   once
//
// At each communication point feed-through is propagated in dependency order. Order of convergence: order
// + 1.

#include "coupling/jacobi.hpp"

#include "coupling/past.hpp"

namespace accordo {
namespace {

class Jacobi final : public Coupling {
 public:
  explicit Jacobi(int order) : order_(order) {}

  std::unique_ptr<CouplingState> begin(Ensemble& e) const override {
    return std::make_unique<Past>(e.u().size(), order_);
  }

  void propose(Ensemble& e, const Step& step, CouplingState& state, int, Proposal& proposal) const override {
    auto& past = static_cast<Past&>(state);
    past.extrapolate(e, step.h, proposal.inputs);
    past.estimate_error(e, step, proposal);
  }

  void accepted(const Ensemble& e, const Step& step, CouplingState& state) const override {
    static_cast<Past&>(state).push(step.end, e.u());
  }

  void restart(Ensemble& e, double t, CouplingState& state) const override {
    static_cast<Past&>(state).restart(e, t);
  }

 private:
  int order_;
};

}  // namespace

Method jacobi_method() {
  return {.name = "jacobi",
          .summary = "all units step at once, inputs extrapolated from the past: simple, cheap, of low order",
          .order = "order + 1",
          .needs = {},
          .options = {order_option("0")},
          .traits = [](const Options& o,
                       std::span<const UnitInfo>) { return Traits::of_extrapolation(o.integer("order")); },
          .make = [](const MethodSetup& setup) -> std::unique_ptr<Coupling> {
            return std::make_unique<Jacobi>(setup.options.integer("order"));
          }};
}

}  // namespace accordo
