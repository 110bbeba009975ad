// Sees the accepted communication points of a run.
#pragma once

#include "base/time.hpp"
#include "unit/token.hpp"

namespace accordo {

struct Frame;

/// What was between a frame and the one before.
class StepCourse {
 public:
  virtual ~StepCourse() = default;
  /// Inputs, outputs and states at a time between; NaN where units do not show them. Until the next call.
  virtual Frame at(double t) = 0;
};

/// The whole system at one instant. Pointers that a recorder did not ask for are null.
struct Frame {
  double t = 0;
  bool after_event = false;  ///< the right limit at an event whose left limit was the frame before
  const double* u = nullptr;
  const double* y = nullptr;
  const double* x = nullptr;
  const Token *discrete_outputs = nullptr, *discrete_inputs = nullptr;
  const double* observed = nullptr;
  const double *du = nullptr, *dy = nullptr, *dx = nullptr;  ///< slopes in time
  /// By how much values are off (computed minus right); null: not known.
  const double *error_u = nullptr, *error_y = nullptr, *error_x = nullptr;
  const double *rounding_u = nullptr,
               *rounding_y = nullptr;  ///< by how much last bits of states and inputs move outputs
  StepCourse* course = nullptr;        ///< since the frame before; null: not known
};

class Recorder {
 public:
  virtual ~Recorder() = default;
  virtual bool wants_states() const { return false; }
  virtual bool wants_slopes() const { return false; }
  virtual bool wants_discrete() const { return false; }
  /// Whether it looks between communication points.
  virtual bool wants_course() const { return false; }
  virtual void point(const Frame& frame) = 0;
  /// Of one that wants slopes: whether it needs them at both ends of a step from the latest point to here.
  virtual bool needs_slopes_before(double /*t*/) const { return true; }
  /// The slopes at the latest point, where that came without.
  virtual void slopes(const Frame&) {}
  /// Everything recorded so far is where it belongs when this returns.
  virtual void finish() {}
};

}  // namespace accordo
