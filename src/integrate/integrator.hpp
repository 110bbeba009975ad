// Integrators of x' = f(t, x) over one macro-step, made for rollback: what they keep between macro-steps is a
// step size and at most one derivative.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/failure.hpp"
#include "base/matrix.hpp"
#include "base/time.hpp"

namespace accordo {

/// An internal step that was accepted: states and their derivatives at both ends.
struct InternalStep {
  double t = 0, end = 0;
  const double *x = nullptr, *slope = nullptr, *x_end = nullptr, *slope_end = nullptr;
  /// The solution is the cubic through the ends and s²(1 - s)²(a + b s): per state a, then per state b. Null
  /// where the method knows no more than the cubic.
  const double* bulge = nullptr;
};

/// x' = f(t, x) on one macro-step, inputs already folded in.
class OdeSystem {
 public:
  virtual ~OdeSystem() = default;
  virtual int size() const = 0;
  virtual void rhs(double t, const double* x, double* dx) = 0;

  /// Whether jacobian() is there. Without it `auto` stays with dopri5 and rosenbrock takes differences of
  /// rhs.
  virtual bool has_jacobian() const { return false; }
  /// J ← ∂f/∂x and f_t ← the total time derivative at fixed x: ∂f/∂t + ∂f/∂u u'. Both come with the right
  /// size. Where f_t is not at hand, `difference_in_time` is accurate enough for rosenbrock.
  virtual void jacobian(double t, const double* x, Matrix& J, Vector& f_t);

  // An integrator sees f at its stages only. What is narrower than the distance between them does not exist
  // for it, nor for its error estimate: whoever knows more than values of f can say so.

  /// Whether guarded() can say anything.
  virtual bool guards() const { return false; }
  /// The longest step not above stretch.dt in which nothing that depends on time alone hides from its points.
  virtual double guarded(const Stretch& stretch) { return stretch.dt; }

  /// Whether hides() can say anything; where not, nobody need call what follows.
  virtual bool watches() const { return false; }
  /// The next attempts start from here. `evaluated`: this is where rhs() was called last.
  virtual void origin(double /*t*/, const double* /*x*/, bool /*evaluated*/) {}
  /// An attempt begins: what rhs() is called for from now on are its stages.
  virtual void attempting() {}
  /// Whether something that depends on states and inputs may have hidden between the stages of this attempt.
  virtual bool hides() { return false; }

  /// Whether passed() wants to know.
  virtual bool follows() const { return false; }
  /// One after the other; one that starts before the end of the latest one replaces all from there on.
  virtual void passed(const InternalStep&) {}
};

/// The share of a macro-step below which nobody looks for what hides between stages.
inline constexpr double kShortestGuarded = 1e-7;

/// f_t ← (f(t + d, x) - f(t, x))/d with a d fit for a macro-step of length h; two evaluations of rhs.
/// `scratch` holds as many numbers as there are states.
void difference_in_time(OdeSystem& system, double t, double h, const double* x, double* scratch, Vector& f_t);

/// A state or its derivative became infinite or not a number: the unit knows the state's name, we its index.
class NonFiniteState : public NonFinite {
 public:
  NonFiniteState(int state, double at) : NonFinite("state " + std::to_string(state), at), state_(state) {}
  int state() const { return state_; }

 private:
  int state_;
};

/// Error of an internal step, per state: |error| <= absolute_tolerance + relative_tolerance S, S by how much
/// the state has varied so far: so that units of measurement and offsets do not count.
struct IntegratorSettings {
  double relative_tolerance = 1e-8;
  double absolute_tolerance = 0;
  double micro_step = 0;  ///< rk4 only; 0: a tenth of the macro-step

  static IntegratorSettings with_tolerance(double tolerance) { return {.relative_tolerance = tolerance}; }
};

/// Not thread-safe; allocates nothing once warm. All errors leave x as it was: NonFiniteState, or UnitFailure
/// when the step size or the patience runs out. After an error, call restore() or forget().
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Moves x from step.t to step.end. `continuous`: the state was left alone since the last call and the
  /// inputs continue without a jump, so that the derivative found at its end may be used again.
  virtual void advance(OdeSystem& system, const Step& step, bool continuous, double* x) = 0;

  /// Remembers what the next advance() depends on besides x; one level deep.
  virtual void save() = 0;
  /// Back to what was remembered: the same calls then give the same bits. May be repeated.
  virtual void restore() = 0;
  /// After an event or a change of states: drops the derivative. The step size stays: where it is too long
  /// now, error control finds out in a rejection or two.
  virtual void forget() = 0;

  /// The internal step this integrator would like to take next; 0 where it does not know.
  virtual double next_step_size() const { return 0; }

  virtual const char* name() const = 0;
  /// Right-hand sides evaluated since construction, discarded trials included.
  virtual long long evaluations() const = 0;
};

/// kind: one of the catalogue that can be made; std::invalid_argument for anything else.
std::unique_ptr<Integrator> make_integrator(std::string_view kind, int size,
                                            const IntegratorSettings& settings);

}  // namespace accordo
