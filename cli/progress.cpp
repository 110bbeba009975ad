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
    : start_(start),
      stop_(stop),
      begun_(coarse_seconds()),
      drawn_(begun_),
      pause_(draws ? 0.2 : 5),
      draws_(draws) {}

void Progress::show(double t) {
  ++steps_;
  const double now = coarse_seconds();
  if (now - drawn_ < pause_) return;
  drawn_ = now;
  const double part = (t - start_) / (stop_ - start_);
  const double elapsed = now - begun_;
  notice_slowness(t, elapsed);
  if (!draws_) return;
  visible_ = true;
  const double left = part > 0 ? elapsed * (1 - part) / part : 0;
  fmt::print(stderr, "\r\033[K{:5.1f} %  t = {:.6g}  about {:.0f} s left", 100 * part, t, left);
  std::fflush(stderr);
}

/// Once: a run that would take hours says so, and what its steps are like.
void Progress::notice_slowness(double t, double elapsed) {
  constexpr double patience = 20, hours = 7200;
  if (said_ || elapsed < patience) return;
  const double part = (t - start_) / (stop_ - start_);
  if (part > 0 && elapsed / part < hours) return;
  said_ = true;
  clear();
  fmt::print(stderr,
             "warning: the run is at t = {:.6g} of {:.6g} after {:.0f} s and {} macro-steps, {:.2g} long on "
             "average [slow-run]\n    Ctrl-C ends it and keeps the rows; a larger tolerance, a fixed step or "
             "another method may do better\n",
             t, stop_, elapsed, steps_, (t - start_) / static_cast<double>(steps_));
}

void Progress::clear() {
  if (visible_) fmt::print(stderr, "\r\033[K");
  visible_ = false;
}

}  // namespace accordo::cli
