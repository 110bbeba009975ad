// MISSILES (Éguillon, Lacabanne, Tromeur-Dervout 2023): the inputs of IFOSMONDI, found without stepping any
// unit. With the estimators' answers, affine in where the inputs end, the coupling condition is linear,
//
//   (I − ΦᵀK) z = Φᵀ b,   z = (v₂, h w₂)        (eq. 53, in input space)
//
// then every unit steps once. Beyond the paper: exact operators, what the linear models miss is taken from
// the points before (order 4 on nonlinear units too), a corrector, and a restart from consistent values.

#include "coupling/missiles.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "coupling/estimation.hpp"
#include "coupling/implicit.hpp"
#include "coupling/interface_error.hpp"
#include "coupling/prediction.hpp"

namespace accordo {
namespace {

struct MissilesKnobs {
  EstimatorKnobs estimator;
  LinearSolverKnobs linear_solver;
  bool corrector = true;
  bool slopes_at_start = true;
  Resync resync = Resync::consistent;
};

struct MissilesState final : CouplingState {
  MissilesState(Ensemble& e, const LinearSolverKnobs& solver)
      : interface(e, Shape::hermite, false),
        notes(e, interface),
        prediction(e, interface, notes, solver),
        error(interface),
        z(interface.size()),
        difference(z.size()),
        u(e.u().size()) {}
  Interface interface;
  PointNotes notes;
  Prediction prediction;
  InterfaceError error;
  std::vector<double> z, difference, u;
  double post = 0;
  bool started = false;
};

class Missiles final : public Coupling {
 public:
  explicit Missiles(const MissilesKnobs& knobs) : knobs_(knobs) {}

  std::unique_ptr<CouplingState> begin(Ensemble& e) const override {
    e.estimators().equip(estimable(e.units()), knobs_.estimator);
    return std::make_unique<MissilesState>(e, knobs_.linear_solver);
  }

  void propose(Ensemble& e, const Step& step, CouplingState& state, int, Proposal& proposal) const override {
    auto& s = static_cast<MissilesState&>(state);
    s.interface.open(e.u(), step.h);
    s.error.open(step, proposal);
    s.notes.note(step.t);
    s.prediction.predict(step, s.z.data());
    proposal.embedded = 0;
    if (e.estimators().linear()) {
      // nothing is missed, nothing to correct
    } else if (knobs_.corrector) {
      s.difference = s.z;
      s.prediction.correct(step, s.z.data());
      for (std::size_t i = 0; i < s.z.size(); ++i) s.difference[i] -= s.z[i];
      proposal.embedded = s.error.norm(s.difference.data(), s.z.data(), e.amplitude());
    } else if (s.notes.count() > 1) {
      proposal.embedded = s.error.norm(s.prediction.change_low().data(), s.z.data(), e.amplitude());
    }
    proposal.error = s.error.interpolation(s.z.data(), step.h, e.amplitude());
    proposal.error_order = 4;
    proposal.converged = std::all_of(s.z.begin(), s.z.end(), [](double v) { return std::isfinite(v); });
    proposal.sample = true;
    s.interface.signal(s.z.data(), proposal.inputs);
  }

  void accepted(const Ensemble& e, const Step&, CouplingState& state) const override {
    auto& s = static_cast<MissilesState&>(state);
    s.interface.dispatch_known(e.integrated(), s.z.data(), s.difference.data());
    const auto next = next_start(knobs_.resync, e, s.interface, s.difference, s.u);
    for (std::size_t i = 0; i < s.z.size(); ++i) s.difference[i] -= s.z[i];
    s.post = s.error.norm(s.difference.data(), s.z.data(), e.amplitude());
    s.interface.accept(s.z.data());
    s.error.accepted(s.z.data());
    s.notes.accepted();
    s.prediction.accepted();
    if (!next.empty()) s.interface.resync(next);
  }

  std::optional<double> post_error(const CouplingState& state) const override {
    return static_cast<const MissilesState&>(state).post;
  }

  void restart(Ensemble& e, double t, CouplingState& state) const override {
    auto& s = static_cast<MissilesState&>(state);
    restart_interface(e, t, s.started || knobs_.slopes_at_start, s.interface);
    s.started = true;
    s.notes.restart();
    s.prediction.restart(t);
    s.error.restart(t);
  }

  Work work(const CouplingState& state) const override {
    return static_cast<const MissilesState&>(state).prediction.system().work();
  }

 private:
  MissilesKnobs knobs_;
};

/// Whether f and g are evaluated where the prediction leads.
bool corrects(const Options& options, std::span<const UnitInfo> units) {
  const auto all = [&](auto has) { return std::all_of(units.begin(), units.end(), has); };
  const std::string& corrector = options.text("corrector");
  return corrector == "on" ||
         (corrector == "auto" && all([](const UnitInfo& unit) { return unit.can.evaluation; }));
}

}  // namespace

Method missiles_method() {
  std::vector<OptionInfo> options = estimator_options();
  options.push_back(
      {.name = "corrector",
       .kind = OptionInfo::Kind::choice,
       .standard = "auto",
       .help = "evaluate f and g where the prediction leads and solve again; auto: where all units can",
       .choices = {"auto", "on", "off"}});
  options.push_back(linear_solver_option());
  options.push_back(resync_option());
  options.push_back(first_step_option());
  return {
      .name = "missiles",
      .summary =
          "C1-smooth inputs from one linear solve per step, every unit steps once: order 4 without rollback",
      .order = "4",
      .needs = {},
      .options = std::move(options),
      .traits =
          [](const Options& o, std::span<const UnitInfo> units) {
            const bool all = estimable(units).size() == units.size();
            const bool linear =
                std::all_of(units.begin(), units.end(), [](const UnitInfo& unit) { return unit.linear; });
            return Traits{.order = all && (linear || corrects(o, units)) ? 4 : 3,
                          .inputs = all ? Inputs::predicted : Inputs::extrapolated};
          },
      .make = [](const MethodSetup& setup) -> std::unique_ptr<Coupling> {
        const Options& o = setup.options;
        return std::make_unique<Missiles>(MissilesKnobs{.estimator = estimator_knobs(o),
                                                        .linear_solver = {.choice = linear_solver_of(o)},
                                                        .corrector = corrects(o, setup.ensemble.units()),
                                                        .slopes_at_start = o.text("first_step") == "slopes",
                                                        .resync = resync_of(o)});
      }};
}

}  // namespace accordo
