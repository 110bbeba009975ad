// An FMU for model exchange as a unit: we bring the solver, it brings equations and events.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "unit/fmi/fmu_dynamics.hpp"
#include "unit/ode/driven_system.hpp"
#include "unit/ode/integrator.hpp"

namespace accordo::fmi {

/// Integrates from event to event. A state event is where an indicator leaves its side of zero (z > 0 or
/// z <= 0); it is looked for at a few instants of every internal step of the integrator, and located by
/// bisection. Time events are hit exactly. Of completed steps the FMU hears after every internal step when it
/// has indicators, else once per macro-step, at the latest moment: so that a macro-step can be repeated.
class ModelExchangeUnit final : public accordo::Unit {
 public:
  ModelExchangeUnit(std::shared_ptr<const UnitInfo> info, std::shared_ptr<const FmuPlan> plan,
                    const IntegratorSettings& settings);

  void step(const Step& step, SignalView u, double* y, double* dy) override;
  void outputs(const Instant& at, const double* u, const double* du, double* y, double* dy) override;
  void save() override;
  /// Throws UnitFailure when there was an event since and the FMU cannot save its own state.
  void restore() override;
  void states(double* x) const override;
  void place(const double* x) override;
  void evaluate(const Instant& at, const double* x, const double* u, double* f, double* g) override;
  void linearize(const Instant& at, const double* x, const double* u, LinearModel& out) override;

 private:
  /// What a step changes on our side, besides the integrator.
  struct Present {
    double t = 0;
    std::vector<double> x, u;
    std::vector<double> discrete;  ///< the discrete ones among the inputs, as the FMU has them
    double next_event = 0, last_event = 0;
    std::vector<char> positive;       ///< per indicator: on which side it is
    bool stepped = false;             ///< the integrator may go on where it stopped
    bool completion_pending = false;  ///< the FMU has not heard of the latest step yet
  };

  /// Whether an event is due by t.
  static bool reaches(double t, double event) { return event <= t + hair(t); }

  void leave_initialization();
  void begin_step(const Step& step, const SignalView& u);
  bool takes_new_discrete_inputs(const SignalView& u);
  void finish_step();
  void integrate(const Step& piece, bool continuous);
  void advance_between_events(const Step& step, bool continuous);
  double end_of_piece(const Step& step, double t) const;
  bool find_state_event(double t, double& end);
  double first_crossing(double t, double end);
  double locate_event(double from, double to);
  /// Whether an indicator has left its side at this point.
  bool crossed(double t, const double* x, const double* u);
  void read_indicators(double t, const double* x, const double* u);
  void handle_event(double t, const double* u);
  void iterate_event(double t, const double* u);
  void keep_for_rollback();

  std::shared_ptr<const FmuPlan> plan_;
  std::unique_ptr<Instance> instance_;
  FmuDynamics dynamics_;
  std::unique_ptr<Integrator> integrator_;
  DrivenSystem system_;
  bool initializing_ = true;
  Present now_, saved_;
  bool has_saved_ = false, event_since_save_ = false;
  bool snapshot_ = false;  ///< the FMU's own state is that of the saved point, as far as events matter
  std::vector<double> x_left_, x_right_, f_left_, f_right_, indicators_, du_;
};

}  // namespace accordo::fmi
