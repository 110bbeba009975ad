// A native unit with an embedded solver.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "integrate/integrator.hpp"
#include "unit/ode/driven_system.hpp"
#include "unit/ode/dynamics.hpp"
#include "unit/ode/output_course.hpp"
#include "unit/ode/switch_watch.hpp"

namespace accordo {

class OdeUnit final : public DynamicUnit {
 public:
  OdeUnit(std::shared_ptr<const UnitInfo> info, std::unique_ptr<Dynamics> dynamics,
          std::unique_ptr<Integrator> integrator, std::span<const double> initial);
  /// Reports where its equations switch.
  void watch_switches(ChatterRule rule);

  void step(const Step& step, SignalView u, double* y, double* dy) override;
  void outputs(const Instant& at, const double* u, const double* du, double* y, double* dy) override;
  void save() override;
  void restore() override;
  void states(double* x) const override;
  void set_states(const double* x) override;
  bool shapes(OutputShape* shapes) override;
  bool course(double t, double* x, double* y) override;
  UnitEvents* events() override { return switches_ ? switches_->elsewhere() : nullptr; }
  EventNews event_news() const override { return switches_ ? switches_->news() : EventNews{}; }
  double event_shift(const Instant& at, const ErrorBefore& before) override {
    return switches_ ? switches_->shift(at, now_.x.data(), before, system_.step().h) : 0;
  }
  void settle(const Instant& at, const double* u) override {
    if (switches_) switches_->settle(at, now_.x.data(), u);
  }

 private:
  Dynamics& dynamics() override { return *dynamics_; }
  void integrate(const Step& step, bool continuous);
  void give_outputs(const Step& step, SignalView u, double* y, double* dy);

  /// What a step changes besides the integrator: states, and the inputs at the end of the latest step.
  struct Present {
    std::vector<double> x, u_end;
    bool stepped = false;
  };

  std::unique_ptr<Dynamics> dynamics_;
  std::unique_ptr<Integrator> integrator_;
  DrivenSystem system_;
  DensePath path_;
  OutputCourse course_;
  Present now_, saved_;
  std::vector<double> du_;
  std::unique_ptr<SwitchWatch> switches_;  ///< null where nothing switches, or nobody is to hear of it
};

}  // namespace accordo
