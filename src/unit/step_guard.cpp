#include "unit/step_guard.hpp"

namespace accordo {

bool GuardedPieces::next() {
  constexpr double finest = 1e-7;  // of a macro-step
  if (end_ == step_.end) return false;
  begin_ = end_;
  const double left = step_.end - begin_, quarter = step_.h / 4;
  // The last of four quarters must not leave a sliver by rounding.
  const double most = left <= quarter * (1 + 1e-9) ? left : quarter;
  double dt = most;
  if (guard_ != nullptr) {
    dt = guard_->longest({.t = begin_, .dt = most, .shortest = finest * step_.h, .points = points_}, window_);
  }
  end_ = dt == left ? step_.end : begin_ + dt;
  if (!(end_ > begin_)) end_ = step_.end;  // too close to tell apart
  return true;
}

}  // namespace accordo
