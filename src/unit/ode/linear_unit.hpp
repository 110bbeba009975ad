// A linear native unit, stepped exactly by its matrix exponential.
#pragma once

#include <array>
#include <memory>

#include "base/index.hpp"
#include "unit/ode/dynamics.hpp"
#include "unit/ode/linear_course.hpp"
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
  void set_states(const double* x) override;
  void evaluate(const Instant& at, const double* x, const double* u, double* f, double* g) override;
  void linearize(const Instant& at, const double* x, const double* u, LinearModel& out) override;
  bool shapes(OutputShape* shapes) override;
  bool course(double t, double* x, double* y) override;

 private:
  static constexpr int kFewStates = 4, kFewInputs = 8;

  double* now() { return large_ ? large_.get() : small_.data(); }
  const double* now() const { return large_ ? large_.get() : small_.data(); }
  double* saved() { return now() + system_->states(); }
  [[noreturn]] void report_non_finite(double t) const;

  // Where there are many units they are small, and a step costs what it takes to fetch them from memory: two
  // cache lines hold all that is theirs.
  std::shared_ptr<const LinearSystem> system_;
  std::shared_ptr<const Propagator> propagator_;
  std::unique_ptr<double[]> large_;  ///< x, saved x, room for x and inputs at the end; null for small units
  std::array<double, 2 * index(kFewStates)> small_{};  ///< x, saved x
  std::unique_ptr<LinearCourse> course_;               ///< of the latest step, where one was followed
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
