// The equations of an FMU for model exchange.
#pragma once

#include <memory>
#include <vector>

#include "unit/fmi/unit/fmu_plan.hpp"
#include "unit/ode/dynamics.hpp"

namespace accordo::fmi {

/// Derivatives come from the FMU where it gives them, else from central differences; close after an event,
/// which the FMU cannot be taken back across, from one-sided ones of the same order. The FMU has one time
/// only: it sees the one that switches see, so that beside an event of the scenario it is on the proper side.
class FmuDynamics final : public Dynamics {
 public:
  FmuDynamics(const FmuPlan& plan, Instance& instance);

  /// Before this time the FMU must not be evaluated.
  void set_earliest(double t) { earliest_ = t; }
  /// Something happens over times as long as a step: differences in time are taken over a small part of it. A
  /// slope that is off by that part squared is off by less than what a cubic misses of the step; over shorter
  /// times, what rounding makes of slopes would keep steps from growing.
  void set_step(double h) { time_difference_ = 1e-3 * h; }

  /// Where the FMU has no value (Discard), f is NaN: integrators then try a shorter step.
  void f(const Instant& at, const double* x, const double* u, double* dx) override;
  void g(const Instant& at, const double* x, const double* u, double* y) override;
  void g_slope(const Instant& at, const double* x, const double* u, const double* du, double* y,
               double* dy) override;
  void linearize(const Instant& at, const double* x, const double* u, LinearModel& out) override;
  /// Sets time, states and continuous inputs.
  void move(double t, const double* x, const double* u);

 private:
  /// Points of a difference: (w0 v(0) + w1 v(d) + w2 v(other))/d.
  struct Stencil {
    double at[2];
    double weight[3];
  };
  Stencil stencil(double t, double d) const;
  double time_step(double t) const;
  const double* continuous(const double* u);
  void both(double t, const double* x, const double* u, double* fg);
  void slopes_by_directional(double t, const double* x, const double* u, const double* du, double* dy);
  void slopes_by_differences(double t, const double* x, const double* u, const double* du, const double* y,
                             double* dy);
  void add_time_slopes(double t, const double* x, const double* u, const double* y, double* dy);
  struct Point {
    double t = 0;
    const double *x = nullptr, *u = nullptr;
  };
  bool is_time(int column) const { return column == static_cast<int>(states_ + inputs_); }
  void evaluate_beside(const JacobianPlan::Group& group, const Point& point, double part);
  double bend(std::size_t i) const;  // of `result_`, `ahead_` and `behind_`
  void matrices_by_differences(double t, const double* x, const double* u, LinearModel& out);
  void time_by_differences(double t, const double* x, const double* u, LinearModel& out);

  const FmuPlan& plan_;
  Instance& instance_;
  std::size_t states_, inputs_, outputs_;
  double earliest_, time_difference_;
  std::vector<double> continuous_, seed_, result_, dx_, x_, u_, y_, ahead_, behind_, bends_;
};

}  // namespace accordo::fmi
