// Non-iterative Gauss-Seidel (Gomes et al., co-simulation tutorial, algorithm 1), in the sequence σ:
//
//   inputs from units already stepped: interpolated to their new value;  the others: extrapolated, as in
//   Jacobi
//
// Order of convergence: order + 1.

#include "coupling/gauss_seidel.hpp"

#include "coupling/past.hpp"
#include "coupling/sequence.hpp"

namespace accordo {
namespace {

class GaussSeidel final : public Coupling {
 public:
  GaussSeidel(int order, std::vector<int> sequence, const Wiring& wiring)
      : order_(order), sequence_(std::move(sequence)) {
    // Links from units that come earlier in the sequence, per place in it.
    std::vector<std::size_t> place(sequence_.size());
    for (std::size_t i = 0; i < sequence_.size(); ++i) place[static_cast<std::size_t>(sequence_[i])] = i;
    known_.resize(sequence_.size());
    for (const Link& link : wiring.links) {
      const auto source =
          static_cast<std::size_t>(wiring.unit_of_output[static_cast<std::size_t>(link.output)]);
      const auto target =
          static_cast<std::size_t>(wiring.unit_of_input[static_cast<std::size_t>(link.input)]);
      if (place[source] < place[target]) known_[place[target]].push_back(link);
    }
  }

  std::unique_ptr<CouplingState> begin(Ensemble& e) const override {
    return std::make_unique<Past>(e.u().size(), order_);
  }

  int groups(const Ensemble&) const override { return static_cast<int>(sequence_.size()); }
  Group group(const Ensemble&, const CouplingState&, int g) const override {
    return Group(sequence_).subspan(static_cast<std::size_t>(g), 1);
  }

  void propose(Ensemble& e, const Step& step, CouplingState& state, int g,
               Proposal& proposal) const override {
    auto& past = static_cast<Past&>(state);
    if (g == 0) {
      past.extrapolate(e, step.h, proposal.inputs);
      past.estimate_error(e, step, proposal);
    }
    for (const Link& link : known_[static_cast<std::size_t>(g)]) {
      const double end = link.gain * e.y_end()[static_cast<std::size_t>(link.output)] + link.offset;
      interpolate(past.history(), step.h, order_, link.input, end, proposal.inputs);
    }
  }

  void accepted(const Ensemble& e, const Step& step, CouplingState& state) const override {
    static_cast<Past&>(state).push(step.end, e.u());
  }

  void restart(Ensemble& e, double t, CouplingState& state) const override {
    static_cast<Past&>(state).restart(e, t);
  }

 private:
  int order_;
  std::vector<int> sequence_;             ///< σ
  std::vector<std::vector<Link>> known_;  ///< per place in σ
};

}  // namespace

Method gauss_seidel_method() {
  return {.name = "gauss-seidel",
          .summary = "units step one after the other, each using what those before it have reached",
          .order = "order + 1",
          .needs = {},
          .options = {order_option("1"), sequence_option()},
          .traits =
              [](const Options& o, std::span<const UnitInfo>) {
                Traits traits = Traits::of_extrapolation(o.integer("order"));
                traits.sequential = true;
                return traits;
              },
          .make = [](const MethodSetup& setup) -> std::unique_ptr<Coupling> {
            return std::make_unique<GaussSeidel>(setup.options.integer("order"), sequence_of(setup),
                                                 setup.ensemble.wiring());
          }};
}

}  // namespace accordo
