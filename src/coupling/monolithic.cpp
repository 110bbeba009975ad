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

class Monolithic final : public CouplingRun {
 public:
  Monolithic(Ensemble& e, double tolerance)
      : system_(e),
        integrator_(make_integrator("auto", system_.size(), IntegratorSettings::with_tolerance(tolerance))),
        path_(system_.size()),
        x_(static_cast<std::size_t>(system_.size())),
        x_end_(x_.size()) {}

  void restart(const Instant&) override {
    system_.read_states(x_);
    system_.agreement().forget_poles();
    integrator_->forget();
    continuous_ = false;
  }

  Proposal propose(const StepQuestion& question) override {
    const Step& step = question.step;
    x_end_ = x_;
    u_ = system_.inputs();
    integrator_->save();
    const double reached = system_.integrate(*integrator_, step, continuous_, x_end_);
    const bool stopped = reached < step.end;
    const Instant end = stopped ? Instant::left_of(reached) : step.end_instant();
    system_.solve_inputs(end, x_end_.data());
    system_.agreement().check_poles(end);
    return {.integrated = true,
            .states = x_end_,
            .u_end = system_.inputs(),
            .reached = stopped ? reached : EventNews::never};
  }

  void rejected() override {
    integrator_->restore();
    system_.guess_inputs(u_);
  }

  std::optional<double> accepted(const Step&) override {
    x_.swap(x_end_);
    continuous_ = true;
    return std::nullopt;
  }

  void follow_course() override { system_.follow(&path_); }

  bool course(double t, std::span<double> x, std::span<double> u, std::span<double> y) override {
    const std::vector<double> guess = system_.inputs();  // rows change nothing
    const bool known = system_.solve_within(t, x.data());
    std::copy(system_.inputs().begin(), system_.inputs().end(), u.begin());
    std::copy(system_.outputs().begin(), system_.outputs().end(), y.begin());
    system_.guess_inputs(guess);
    return known;
  }

  Work work() const override {
    Work work;
    work.evaluations = integrator_->evaluations();
    return work;
  }

 private:
  CoupledSystem system_;
  std::unique_ptr<Integrator> integrator_;
  DensePath path_;
  std::vector<double> x_, x_end_;
  std::vector<double> u_;    ///< inputs before the step that is proposed
  bool continuous_ = false;  ///< the step goes on from the one before
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
                       .default_value = "1e-12",
                       .help = "relative tolerance of the integrator",
                       .choices = {},
                       .least = 1e-15,
                       .most = 1e-1}},
          .traits = [](const Options&,
                       std::span<const UnitInfo>) { return Traits{.order = 5, .inputs = Inputs::none}; },
          .make =
              [](const MethodSetup& s) {
                return coupling_of<Monolithic>(s.options.number("integrator_tolerance"));
              }};
}

}  // namespace accordo
