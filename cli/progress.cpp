#include "cli/progress.hpp"

#include <fmt/format.h>
#include <time.h>

namespace accordo::cli {
namespace {

/// Good to some milliseconds, and read in a fifth of the time that the exact clock takes: it is asked on
/// every macro-step, which may take no longer itself.
double coarse_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Progress::Progress(double start, double stop, bool draws)
    : start_(start), stop_(stop), begun_(coarse_seconds()), drawn_(begun_), draws_(draws) {}

void Progress::show(double t) {
  constexpr double pause = 0.2;
  if (!draws_) return;
  const double now = coarse_seconds();
  if (now - drawn_ < pause) return;
  drawn_ = now;
  const double part = (t - start_) / (stop_ - start_);
  const double elapsed = now - begun_;
  visible_ = true;
  const double left = part > 0 ? elapsed * (1 - part) / part : 0;
  fmt::print(stderr, "\r\033[K{:5.1f} %  t = {:.6g}  about {:.0f} s left", 100 * part, t, left);
  std::fflush(stderr);
}

void Progress::clear() {
  if (visible_) fmt::print(stderr, "\r\033[K");
  visible_ = false;
}

}  // namespace accordo::cli
