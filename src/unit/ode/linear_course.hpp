// What a linear unit does within a macro-step: its own solution, looked at on the way.
#pragma once

#include <memory>
#include <vector>

#include "base/time.hpp"
#include "unit/ode/linear_system.hpp"

namespace accordo {

class LinearCourse {
 public:
  /// The system must outlive this.
  explicit LinearCourse(const LinearSystem& system);

  /// A step from these states, under these inputs, which are copied.
  void begin(const Step& step, const double* x, SignalView u);
  /// `x_end`: the states that the step has led to.
  void shapes(const double* x_end, OutputShape* shapes);
  /// x ← the states at this time, y ← the outputs; either may be null.
  void at(double t, double* x, double* y);

 private:
  void move(const Propagator& propagator, double s, double share);
  void outputs_at(double s, double* y);
  void ends_at(double s, double* y, double* dy);
  void look_along(OutputShape* shapes);
  void find_noise(OutputShape* shapes);

  const LinearSystem& system_;
  double rate_;             ///< how fast anything in it goes
  Matrix values_, slopes_;  ///< of outputs, as absolute values: what states, inputs and 1 do to them
  Step step_;
  std::vector<double> start_, a_;  ///< states and inputs of the step
  int degree_ = 0;
  Vector terms_;
  std::vector<double> x_, next_, part_, u_, du_, y_, y1_, dy1_, y2_, dy2_;
  std::shared_ptr<const Propagator> piece_;
};

}  // namespace accordo
