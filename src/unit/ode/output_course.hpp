// What outputs do within a macro-step: how far they run from the cubics that others take them for, and what
// they are at any instant.
#pragma once

#include <algorithm>
#include <vector>

#include "integrate/dense_path.hpp"
#include "unit/ode/driven_system.hpp"
#include "unit/ode/dynamics.hpp"

namespace accordo {

/// Over the step that its system has opened, with the states in the path that this has followed.
class OutputCourse {
 public:
  OutputCourse(Dynamics& dynamics, DrivenSystem& system, int states, int inputs, int outputs);

  /// Whether shapes() tells anything: the path of units with states must be known better than as a cubic.
  bool tells(const DensePath& path) const { return states_ == 0 || path.tells(); }
  /// Outputs and scaled slopes at the end of the step, where it has given them.
  void keep_end(const double* y, const double* dy) {
    std::copy_n(y, y2_.size(), y2_.begin());
    std::copy_n(dy, dy2_.size(), dy2_.begin());
    end_known_ = true;
  }
  void forget_end() { end_known_ = false; }
  void shapes(const DensePath& path, OutputShape* shapes);
  /// x ← the states at this time, y ← the outputs; either may be null.
  void at(const DensePath& path, double t, double* x, double* y);

 private:
  void end(const DensePath& path, std::size_t piece, const Instant& at, double* y, double* dy);
  void look(const DensePath& path, std::size_t piece, double t);
  void look_along(const DensePath& path, std::size_t piece, double begin, double end, OutputShape* shapes);
  void weigh(double s, double weight, OutputShape* shapes) const;
  void find_noise(const DensePath& path, OutputShape* shapes);

  Dynamics& dynamics_;
  DrivenSystem& system_;
  int states_;
  bool end_known_ = false;
  std::vector<double> x_, u_, du_, y_, dy_, y1_, dy1_, y2_, dy2_;
  std::vector<double> away_;  ///< from the cubics, at the latest point
};

}  // namespace accordo
