// The coupled system as one ODE, the algebraic part solved at every evaluation:
//
//   x' = f(t, x, u),   0 = u − Φᵀ g(t, x, u)
//
// No coupling error at all: the reference for every other method. Needs f and g of all units.

#include "coupling/monolithic.hpp"

#include <algorithm>

#include "coupling/coupled_system.hpp"
#include "integrate/integrator.hpp"

namespace accordo {
namespace {

struct MonolithicState final : CouplingState {
  MonolithicState(Ensemble& e, double tolerance)
      : system(e),
        integrator(make_integrator(
            "auto", system.size(),
            IntegratorSettings{.relative_tolerance = tolerance, .absolute_tolerance = tolerance / 100})),
        x(static_cast<std::size_t>(system.size())),
        x_end(x.size()) {}
  CoupledSystem system;
  std::unique_ptr<Integrator> integrator;
  std::vector<double> x, x_end, u;
  bool continuous = false;
};

class Monolithic final : public Coupling {
 public:
  explicit Monolithic(double tolerance) : tolerance_(tolerance) {}

  std::unique_ptr<CouplingState> begin(Ensemble& e) const override {
    return std::make_unique<MonolithicState>(e, tolerance_);
  }

  void propose(Ensemble&, const Step& step, CouplingState& state, int, Proposal& proposal) const override {
    auto& s = static_cast<MonolithicState&>(state);
    s.x_end = s.x;
    s.u = s.system.inputs();
    s.integrator->save();
    const double reached = s.system.integrate(*s.integrator, step, s.continuous, s.x_end);
    const bool stopped = reached < step.end;
    const Instant end = stopped ? Instant::left_of(reached) : step.end_instant();
    s.system.solve_inputs(end, s.x_end.data());
    s.system.agreement().check_poles(end);
    proposal.integrated = true;
    proposal.reached = stopped ? reached : EventNews::never;
    proposal.states = s.x_end;
    proposal.u_end = s.system.inputs();
  }

  void rejected(CouplingState& state) const override {
    auto& s = static_cast<MonolithicState&>(state);
    s.integrator->restore();
    s.system.guess_inputs(s.u);
  }

  void accepted(const Ensemble&, const Step&, CouplingState& state) const override {
    auto& s = static_cast<MonolithicState&>(state);
    s.x.swap(s.x_end);
    s.continuous = true;
  }

  void restart(Ensemble&, double, CouplingState& state) const override {
    auto& s = static_cast<MonolithicState&>(state);
    s.system.read_states(s.x);
    s.system.agreement().forget_poles();
    s.integrator->forget();
    s.continuous = false;
  }

  Work work(const CouplingState& state) const override {
    Work work;
    work.evaluations = static_cast<const MonolithicState&>(state).integrator->evaluations();
    return work;
  }

 private:
  double tolerance_;
};

}  // namespace

Method monolithic_method() {
  return {.name = "monolithic",
          .summary =
              "the coupled system as one ODE, no coupling error: the reference, where units expose their "
              "equations",
          .order = "that of its integrator (5), to its tolerance",
          .needs = {.states = true, .evaluation = true},
          .options = {{.name = "integrator_tolerance",
                       .kind = OptionInfo::Kind::number,
                       .standard = "1e-12",
                       .help = "relative tolerance of the integrator",
                       .choices = {},
                       .least = 1e-15,
                       .most = 1e-1}},
          .traits = [](const Options&,
                       std::span<const UnitInfo>) { return Traits{.order = 5, .inputs = Inputs::none}; },
          .make = [](const MethodSetup& setup) -> std::unique_ptr<Coupling> {
            return std::make_unique<Monolithic>(setup.options.number("integrator_tolerance"));
          }};
}

}  // namespace accordo
