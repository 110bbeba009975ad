// Ctrl-C and the wish to end of a batch system, obeyed also where a unit does not return.
#pragma once

#include <atomic>

namespace accordo::cli {

/// From now on the first SIGINT, SIGTERM, SIGHUP (a terminal that was closed) or SIGXCPU sets the flag
/// returned, so that runs end cleanly.
const std::atomic<bool>& catch_interrupts();

/// From now on a full disk or a reader that went away is an ordinary write error: it is reported, and nothing
/// is left behind.
void expect_failing_writes();

/// While it lasts, a run that has not ended some seconds after that, or at the second signal, is abandoned:
/// rows are written as far as there are any, the FMI call at work is named, and the program ends with exit
/// code 130.
class AbandonSlowRun {
 public:
  AbandonSlowRun();
  ~AbandonSlowRun();
  AbandonSlowRun(const AbandonSlowRun&) = delete;
  AbandonSlowRun& operator=(const AbandonSlowRun&) = delete;
};

}  // namespace accordo::cli
