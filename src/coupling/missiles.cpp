// MISSILES (Éguillon, Lacabanne, Tromeur-Dervout 2023): the inputs of IFOSMONDI, found without stepping any
// unit. With the estimators' answers, affine in where the inputs end, the coupling condition is linear,
//
//   (I − ΦᵀK) z = Φᵀ b,   z = (v₂, h w₂)        (eq. 53, in input space)
//
// then every unit steps once. Beyond the paper: exact operators, what the linear models miss is taken from
// the points before (order 4 on nonlinear units too), a corrector, and a restart from consistent values.

#include "coupling/missiles.hpp"

#include <algorithm>

#include "coupling/implicit.hpp"
#include "coupling/step_interface.hpp"

namespace accordo {
namespace {

struct MissilesKnobs {
  StepInterfaceKnobs interface;
  bool corrects = true;
};

class Missiles final : public CouplingRun {
 public:
  Missiles(Ensemble& e, const MissilesKnobs& knobs)
      : interface_(e, knobs.interface),
        corrects_(knobs.corrects),
        z_(interface_.size()),
        inputs_(e.u().size()) {}

  void restart(const Instant& at) override { interface_.restart(at); }
  std::optional<double> look_ahead(double t, double longest, double tolerance) override {
    return interface_.look_ahead(t, longest, tolerance);
  }

  Proposal propose(const StepQuestion& question) override {
    interface_.open(question);
    interface_.predict(z_);                                     // eq. 53
    const double embedded = corrects_ ? interface_.correct(z_)  // b from f and g where z leads
                                      : interface_.order_difference(z_);
    Proposal proposal = interface_.proposal(z_, inputs_);  // eq. 27
    proposal.embedded = embedded;
    proposal.converged = finite(z_);
    proposal.sample = true;
    return proposal;
  }

  bool wants_sizes() const override { return true; }
  std::optional<double> accepted(const Step&) override {
    const double missed = interface_.missed(z_);
    interface_.accepted(z_);
    interface_.resync();
    return missed;
  }

  Work work() const override { return interface_.work(); }

 private:
  StepInterface interface_;
  bool corrects_;
  std::vector<double> z_;
  Signal inputs_;
};

/// Whether f and g are evaluated where the prediction leads.
bool corrects(const Options& options, std::span<const UnitInfo> units) {
  const std::string& corrector = options.text("corrector");
  if (corrector != "auto") return corrector == "on";
  return std::all_of(units.begin(), units.end(), [](const UnitInfo& unit) { return unit.can.evaluation; });
}

}  // namespace

Method missiles_method() {
  const OptionInfo corrector{
      .name = "corrector",
      .kind = OptionInfo::Kind::choice,
      .default_value = "auto",
      .help = "evaluate f and g where the prediction leads and solve again; auto: where all units can",
      .choices = {"auto", "on", "off"}};
  return {
      .name = "missiles",
      .summary =
          "C1-smooth inputs from one linear solve per step, every unit steps once: order 4 without rollback",
      .order = "4",
      .needs = {},
      .options = joined(estimator_options(),
                        {corrector, linear_solver_option(), resync_option(), first_step_option()}),
      .traits =
          [](const Options& o, std::span<const UnitInfo> units) {
            const bool all = estimable(units).size() == units.size();
            const bool linear =
                std::all_of(units.begin(), units.end(), [](const UnitInfo& unit) { return unit.linear; });
            return Traits{.order = all && (linear || corrects(o, units)) ? 4 : 3,
                          .inputs = all ? Inputs::predicted : Inputs::extrapolated};
          },
      .make =
          [](const MethodSetup& setup) {
            const Options& o = setup.options;
            return coupling_of<Missiles>(MissilesKnobs{{.slopes_at_start = o.text("first_step") == "slopes",
                                                        .estimator = estimator_knobs(o),
                                                        .predict = StepInterfaceKnobs::Predict::always,
                                                        .linear_solver = {.choice = linear_solver_of(o)},
                                                        .resync = resync_of(o)},
                                                       corrects(o, setup.ensemble.units())});
          }};
}

}  // namespace accordo
