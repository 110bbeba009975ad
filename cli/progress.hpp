// A progress line on the terminal.
#pragma once

#include <chrono>

namespace accordo::cli {

class Progress {
 public:
  Progress(double start, double stop) : start_(start), stop_(stop) {}
  /// Cheap to call on every step: redraws a few times a second.
  void show(double t);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  double start_, stop_;
  Clock::time_point begun_ = Clock::now(), drawn_ = begun_;
  bool visible_ = false;
};

}  // namespace accordo::cli
