// A linear native unit, stepped exactly by its matrix exponential.
#pragma once

#include <memory>
#include <vector>

#include "unit/ode/dynamics.hpp"
#include "unit/ode/linear_system.hpp"

namespace accordo {

class LinearUnit final : public Unit {
 public:
  LinearUnit(std::shared_ptr<const UnitInfo> info, std::shared_ptr<const LinearSystem> system,
             std::span<const double> initial);

  void step(const Step& step, SignalView u, double* y, double* dy) override;
  void outputs(const Instant& at, const double* u, const double* du, double* y, double* dy) override;
  void save() override;
  void restore() override;
  void states(double* x) const override;
  void place(const double* x) override;
  void evaluate(const Instant& at, const double* x, const double* u, double* f, double* g) override;
  void linearize(const Instant& at, const double* x, const double* u, LinearModel& out) override;

 private:
  void check_finite(double t) const;

  std::shared_ptr<const LinearSystem> system_;
  std::shared_ptr<const Propagator> propagator_;
  // One block, so that a step touches few cache lines: x, x at the end, u, du, saved x.
  std::vector<double> memory_;
  double *x_, *next_, *u_, *du_, *saved_;
};

/// Linear equations for the general ODE unit, when a user asks for an integrator other than the exact one.
class LinearDynamics final : public Dynamics {
 public:
  explicit LinearDynamics(std::shared_ptr<const LinearSystem> system) : system_(std::move(system)) {}
  void f(const Instant& at, const double* x, const double* u, double* dx) override;
  void g(const Instant& at, const double* x, const double* u, double* y) override;
  void g_slope(const Instant& at, const double* x, const double* u, const double* du, double* y,
               double* dy) override;
  void linearize(const Instant& at, const double* x, const double* u, LinearModel& out) override;

 private:
  std::shared_ptr<const LinearSystem> system_;
};

}  // namespace accordo
