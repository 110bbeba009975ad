// A progress line on the terminal.
#pragma once

namespace accordo::cli {

class Progress {
 public:
  /// `draws`: on a terminal. Elsewhere nothing is shown.
  Progress(double start, double stop, bool draws);
  /// Cheap to call on every step: redraws a few times a second.
  void show(double t);
  void clear();

 private:
  double start_, stop_;
  double begun_, drawn_;  ///< seconds
  bool draws_;
  bool visible_ = false;
};

}  // namespace accordo::cli
