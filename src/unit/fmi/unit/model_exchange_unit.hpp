// An FMU for model exchange as a unit: we bring the solver, it brings equations and events.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "integrate/event_search.hpp"
#include "integrate/integrator.hpp"
#include "unit/fmi/unit/fmu_dynamics.hpp"
#include "unit/ode/driven_system.hpp"
#include "unit/ode/output_course.hpp"

namespace accordo::fmi {

/// A state event is where an indicator leaves its side of zero (z > 0 or z <= 0), the side being that on
/// which it was after the latest event. In a watched step events are told and left to settle(). Of completed
/// steps the FMU hears after every internal step when it has indicators, else once per macro-step, at the
/// latest moment: so that a macro-step can be repeated. The same holds for a watched step of an FMU that does
/// not save its state.
class ModelExchangeUnit final : public DynamicUnit, private EventSource, private UnitEvents {
 public:
  ModelExchangeUnit(std::shared_ptr<const UnitInfo> info, std::shared_ptr<const FmuPlan> plan,
                    const IntegratorSettings& settings);

  void step(const Step& step, SignalView u, double* y, double* dy) override;
  void outputs(const Instant& at, const double* u, const double* du, double* y, double* dy) override;
  void leave_initialization(const Instant& at, const double* u) override;
  bool feed_through(const Instant& at, const double* u, double* D) override;
  void save() override;
  /// Throws UnitFailure when there was an event since and the FMU cannot save its own state.
  void restore() override;
  std::shared_ptr<const void> keep() override;
  void come_back(const std::shared_ptr<const void>& kept) override;
  void states(double* x) const override;
  void set_states(const double* x) override;
  UnitEvents* events() override;
  EventNews event_news() const override;
  double event_shift(const Instant& at, const ErrorBefore& before) override {
    return timed_ ? 0 : Unit::event_shift(at, before);
  }
  void settle(const Instant& at, const double* u) override;
  void discrete_outputs(const Instant& at, const double* u, Token* values) override;
  /// An event of the FMU, here and now.
  void set_discrete_inputs(const Instant& at, const double* u, const Token* values) override;
  void observe(const Instant& at, const double* u, double* values) override;
  UnitMessages messages() const override { return instance_->messages(); }
  bool shapes(OutputShape* shapes) override;
  bool course(double t, double* x, double* y) override;

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
    bool wanted = false;              ///< after a completed step the FMU asked for an event
    double first = EventNews::never;  ///< event within the latest step
    long long events = 0, idle = 0;   ///< handled so far; those without visible effect
    long long told = 0;               ///< of those with effect, by the latest settle()
  };

  struct Kept {
    Present present;
    Instance::KeptState state;
  };

  // What interrupts our own integration, and one made elsewhere.
  double next_event() const override { return now_.next_event; }
  bool has_switches() const override { return plan_->indicators > 0; }
  bool crossed(double t, const double* x) override { return crossed(t, x, system_.inputs_at(t)); }
  bool completed(double t, const double* x) override {
    return !quiet_ && completed(t, x, system_.inputs_at(t));
  }
  void handle(double t, double*) override {
    now_.first = std::min(now_.first, t);
    handle_event(t, system_.inputs_at(t));
  }
  bool crossed(const Instant& at, const double* x, const double* u) override { return crossed(at.t, x, u); }
  bool completed(const Instant& at, const double* x, const double* u) override {
    return completed(at.t, x, u);
  }
  void handle(const Instant& at, double* x, const double* u) override;

  Dynamics& dynamics() override {
    end_initialization();
    return dynamics_;
  }
  /// Whoever is asked for more than initialization allows leaves it, unless that was done before.
  void end_initialization();
  void begin_step(const Step& step, const SignalView& u);
  bool takes_new_discrete_inputs(const SignalView& u);
  bool take_discrete(const double* u);
  void finish_step();
  /// What has happened at the very start of a step stays, also when it is repeated.
  void keep_start();
  void integrate(const Step& step, bool continuous);
  /// Whether the FMU can be asked for points within the latest step: across an event it cannot.
  bool shows() const;
  /// Whether an indicator has left its side at this point.
  bool crossed(double t, const double* x, const double* u);
  bool completed(double t, const double* x, const double* u);
  void read_indicators(double t, const double* x, const double* u);
  void enter_event_mode(double t, const double* u);
  /// What an event may change, as far as it shows: states, derivatives, outputs.
  struct View {
    std::vector<double> x, f, y;
    std::vector<Token> discrete;
    bool operator==(const View&) const = default;
  };
  void look(double t, const double* u, View& view);
  void handle_event(double t, const double* u);
  void iterate_event(double t, const double* u);
  void keep_for_rollback();

  std::shared_ptr<const FmuPlan> plan_;
  std::unique_ptr<Instance> instance_;
  FmuDynamics dynamics_;
  std::unique_ptr<Integrator> integrator_;
  DrivenSystem system_;
  DensePath path_;
  OutputCourse course_;
  long long events_before_ = 0;  ///< the latest step
  bool initializing_ = true;
  Present now_, saved_;
  bool timed_ = false;  ///< the latest settle() was at an instant that was known
  bool has_saved_ = false, event_since_save_ = false;
  bool quiet_ = false;     ///< the FMU is not to hear of completed steps now
  bool snapshot_ = false;  ///< the FMU's own state is that of the saved point, as far as events matter
  EventSearch search_;
  std::vector<double> indicators_, du_;
  std::vector<Token> observed_tokens_;  ///< scratch
  std::vector<double> asked_;           ///< outputs that nobody needs
  std::vector<Token> asked_tokens_;     ///< likewise
  View before_, after_;                 ///< an event
  bool effect_ = false;                 ///< the latest settle() changed something
};

}  // namespace accordo::fmi
