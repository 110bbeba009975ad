// Non-iterative Gauss-Seidel (Gomes et al., co-simulation tutorial, algorithm 1), in the sequence σ:
//
//   inputs from units already stepped: interpolated to their new value;  the others: extrapolated, as in
//   Jacobi
//
// Order of convergence: order + 1.

#include "coupling/gauss_seidel.hpp"

#include "base/index.hpp"
#include "coupling/input_history.hpp"
#include "coupling/sequence.hpp"

namespace accordo {
namespace {

struct GaussSeidelKnobs {
  int order;
  std::vector<int> sequence;  ///< σ
};

class GaussSeidel final : public CouplingRun {
 public:
  GaussSeidel(Ensemble& e, const GaussSeidelKnobs& knobs)
      : e_(e), knobs_(knobs), history_(e, knobs.order), known_(knobs.sequence.size()) {
    std::vector<std::size_t> place(known_.size());
    for (std::size_t i = 0; i < known_.size(); ++i) place[index(knobs.sequence[i])] = i;
    for (const Link& link : e.wiring().links) {
      const std::size_t source = place[index(e.wiring().unit_of_output[index(link.output)])];
      const std::size_t target = place[index(e.wiring().unit_of_input[index(link.input)])];
      if (source < target) known_[target].push_back(link);
    }
  }

  std::span<const int> sequence() const override { return knobs_.sequence; }
  void restart(const Instant& at) override { history_.restart(at); }

  Proposal propose(const StepQuestion& question) override {
    h_ = question.step.h;
    return history_.propose(question);
  }

  void refine(std::size_t place) override {
    for (const Link& link : known_[place]) {
      const double end = link.gain * e_.y_end()[index(link.output)] + link.offset;
      interpolate(history_.history(), h_, knobs_.order, link.input, end, history_.inputs());
    }
  }

  std::optional<double> accepted(const Step& step) override { return history_.accepted(step), std::nullopt; }

 private:
  Ensemble& e_;
  GaussSeidelKnobs knobs_;
  InputHistory history_;
  std::vector<std::vector<Link>> known_;  ///< per place in σ: links from units that come earlier
  double h_ = 0;                          ///< of the step proposed
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
          .make =
              [](const MethodSetup& setup) {
                return coupling_of<GaussSeidel>(
                    GaussSeidelKnobs{setup.options.integer("order"), sequence_of(setup)});
              }};
}

}  // namespace accordo
