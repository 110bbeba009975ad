// Notices, while a run goes on, that it would take far too many steps, and why.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "core/driver.hpp"

namespace accordo {

class Session;

/// What is seen of a run in about a second.
struct Pace {
  double t = 0, stop = 0;     ///< where it is and where it is to end
  double seconds = 0;         ///< since its beginning
  long long steps = 0;        ///< likewise
  double left_steps = 0;      ///< to come, did it go on as lately
  double left_seconds = 0;    ///< likewise
  long long first_tenth = 0;  ///< steps that the first tenth of the time has taken; 0: not known yet
};

/// Whether a run that goes on like this is one to be warned of.
bool grinds(const Pace& pace);

/// Once a second it looks how many steps are still to come; if that is too many, it watches some more of
/// them, to find the reason, and tells, once. Nothing of the run depends on it. Costs a few additions per
/// step; the clock is looked at less often where steps are fast.
class SlowRunWatch final : public StepObserver {
 public:
  struct Listeners {
    std::function<void(const Problem&)> tell = {};
    std::function<double()> seconds = {};  ///< a clock; empty: that of the machine
    StepObserver* next = nullptr;          ///< sees all steps, too
  };
  SlowRunWatch(Session& session, Listeners listeners);

  void attempted(const StepQuestion& question, const Proposal& proposal, bool accepted) override;
  const std::optional<Problem>& warning() const { return warning_; }

 private:
  void look();
  struct Mark {
    double time = 0, t = 0;
    long long steps = 0;
  };
  void extrapolate(double now, const Mark& since);
  void watch_inputs(const Step& step);
  void explain();
  struct Cause {
    std::string what, remedy;
  };
  Cause cause() const;
  std::string remedy_for(int input) const;

  const Session& session_;
  const Ensemble& ensemble_;
  Listeners listeners_;
  double begun_, t_;
  long long attempts_ = 0, stride_ = 1, due_ = 1;  ///< the clock is looked at when `due_` attempts were made
  long long steps_ = 0, first_tenth_ = 0;
  double looked_;              ///< at the clock, the latest time
  double mark_time_, mark_t_;  ///< when the latest second began
  long long mark_steps_ = 0;
  double shortened_below_ = 0;  ///< steps of given length: only shorter ones are a reason to worry

  // Once it is suspicious
  int watched_ = -1;  ///< steps; -1: it is not
  int jumps_ = 0, rejected_ = 0, at_floor_ = 0;
  Pace pace_;
  std::vector<double> times_;
  std::vector<double> inputs_[3];  ///< at the latest three points
  std::vector<double> bend_;       ///< per input, relative to its size, at most
  std::optional<Problem> warning_;
};

}  // namespace accordo
