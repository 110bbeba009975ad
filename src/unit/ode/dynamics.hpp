// The equations of a native unit: x' = f(t, x, u), y = g(t, x, u), with exact derivatives.
#pragma once

#include <span>

#include "base/time.hpp"
#include "unit/step_guard.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// When branches are held: never; except at right limits, where what was located has happened; always.
enum class Hold : char { never, before_events, always };

/// What switches by states or inputs. Its sides are -1, 0 and 1; 0 is where it stays at its zero.
class Switches {
 public:
  virtual ~Switches() = default;
  virtual std::size_t count() const = 0;
  /// Whether something may jump at this one; else something bends.
  virtual bool jumps(std::size_t i) const = 0;
  /// The functions whose signs are the sides, where branches are those of the held sides, and how large they
  /// may be by rounding alone.
  virtual void values(const Instant& at, const double* x, const double* u, double* w, double* noise) = 0;
  /// From now on f, g and their derivatives are those of these sides, wherever that gives numbers.
  virtual void hold(std::span<const double> sides, Hold when) = 0;
};

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
  /// Null where nothing switches by states or inputs, or where nothing is known.
  virtual Switches* switches() { return nullptr; }
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
