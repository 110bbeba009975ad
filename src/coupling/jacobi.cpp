// Non-iterative Jacobi (Gomes et al., co-simulation tutorial, algorithm 2):
//
//   u(s) = the polynomial of degree `order` through the latest accepted inputs;   x_k ← ζ_k(u_k) for all k at
//   once
//
// At each communication point feed-through is propagated in dependency order. Order of convergence: order
// + 1.

#include "coupling/jacobi.hpp"

#include "coupling/input_history.hpp"

namespace accordo {
namespace {

class Jacobi final : public CouplingRun {
 public:
  Jacobi(Ensemble& e, int order) : history_(e, order) {}

  void restart(const Instant& at) override { history_.restart(at); }
  Proposal propose(const StepQuestion& question) override { return history_.propose(question); }
  std::optional<double> accepted(const Step& step) override { return history_.accepted(step), std::nullopt; }

 private:
  InputHistory history_;
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
          .make = [](const MethodSetup& s) { return coupling_of<Jacobi>(s.options.integer("order")); }};
}

}  // namespace accordo
