// The equations of a user's unit, with derivatives by differences.
#pragma once

#include <accordo/unit.hpp>
#include <memory>
#include <vector>

#include "unit/ode/dynamics.hpp"

namespace accordo {

class OwnDynamics final : public Dynamics {
 public:
  OwnDynamics(std::shared_ptr<v0::Ode> ode, const Ports& ports);

  void f(const Instant& at, const double* x, const double* u, double* dx) override;
  void g(const Instant& at, const double* x, const double* u, double* y) override;
  void g_slope(const Instant& at, const double* x, const double* u, const double* du, double* y,
               double* dy) override;
  void linearize(const Instant& at, const double* x, const double* u, LinearModel& out) override;

 private:
  /// f and g by one of the variables, at a point a little to each side.
  void differentiate(double t, double& variable, double* f_column, double* g_column);

  /// The unit's own derivatives at that point; false: it has none.
  bool ask(double t, LinearModel& out);

  std::shared_ptr<v0::Ode> ode_;
  std::size_t states_, inputs_, outputs_;
  std::vector<double> x_, u_;  ///< the point at work
  std::vector<double> f_up_, f_down_, g_up_, g_down_;
  std::vector<double> a_, b_, c_, d_;  ///< what the unit fills in
};

}  // namespace accordo
