// A progress line on the terminal, and a word about runs that do not get on.
#pragma once

namespace accordo::cli {

class Progress {
 public:
  /// `draws`: on a terminal. Elsewhere it only says when a run does not get on.
  Progress(double start, double stop, bool draws);
  /// Cheap to call on every step: redraws a few times a second.
  void show(double t);
  void clear();

 private:
  double start_, stop_;
  void notice_slowness(double t, double elapsed);

  double begun_, drawn_;  ///< seconds
  double pause_;          ///< between looks
  long long steps_ = 0;
  bool draws_;
  bool visible_ = false, said_ = false;
};

}  // namespace accordo::cli
