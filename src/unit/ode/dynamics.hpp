// The equations of a native unit: x' = f(t, x, u), y = g(t, x, u), with exact derivatives.
#pragma once

#include "base/time.hpp"
#include "unit/step_guard.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// Belongs to one unit: implementations may keep working memory.
class Dynamics {
 public:
  virtual ~Dynamics() = default;
  virtual void f(const Instant& at, const double* x, const double* u, double* dx) = 0;
  virtual void g(const Instant& at, const double* x, const double* u, double* y) = 0;
  /// y ← g and dy ← g_t + C f + D du.
  virtual void g_slope(const Instant& at, const double* x, const double* u, const double* du, double* y,
                       double* dy) = 0;
  virtual void linearize(const Instant& at, const double* x, const double* u, LinearModel& out) = 0;
  /// What looks after steps; null where nothing can hide, or where nothing is known.
  virtual StepGuard* guard() { return nullptr; }
};

/// A unit whose equations are at hand.
class DynamicUnit : public Unit {
 public:
  using Unit::Unit;
  void evaluate(const Instant& at, const double* x, const double* u, double* f, double* g) final {
    Dynamics& equations = dynamics();
    if (f != nullptr) equations.f(at, x, u, f);
    if (g != nullptr) equations.g(at, x, u, g);
  }
  void linearize(const Instant& at, const double* x, const double* u, LinearModel& out) final {
    dynamics().linearize(at, x, u, out);
  }
  StepGuard* guard() final { return dynamics().guard(); }

 private:
  /// Ready to be asked.
  virtual Dynamics& dynamics() = 0;
};

}  // namespace accordo
