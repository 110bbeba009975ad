// Simulated time without drift: t_n = anchor + n·h, the anchor being the start or the latest event.
#pragma once

#include <vector>

#include "base/time.hpp"

namespace accordo {

class Clock {
 public:
  /// Events outside (start, stop) are dropped; the others are hit exactly.
  Clock(double start, double stop, std::vector<double> events);

  double time() const { return t_; }
  bool done() const { return t_ >= stop_; }

  /// The step from here with the wished length, clipped to the next event and to the stop; a remainder below
  /// 1e-9·h is merged into it.
  Step next(double h);
  /// The step has been made.
  void advance(const Step& step);

 private:
  double stop_;
  std::vector<double> events_;  ///< ahead, the next one last
  double anchor_, t_;
  double h_ = 0;
  long long n_ = 0;
  bool after_event_ = true;  ///< the start counts as one
};

}  // namespace accordo
