// What a run may take, and when it has taken it.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <string>

#include "base/error.hpp"

namespace accordo {

/// What a run may take; 0: as much as it needs. Looked at between macro-steps.
struct RunBudget {
  long long steps = 0;  ///< accepted ones
  double seconds = 0;   ///< from the first step on
};

class BudgetWatch {
 public:
  explicit BudgetWatch(const RunBudget& budget) : budget_(budget) {}

  /// Time counts from the first call on.
  void begin() {
    if (!begun_) begun_ = Time::now();
  }
  /// After so many macro-steps: what to report where that is all that the run may take.
  std::optional<Error> spent(long long steps, double t, double stop) const {
    const bool by_steps = budget_.steps > 0 && steps >= budget_.steps;
    if (!by_steps && !(budget_.seconds > 0 && seconds() >= budget_.seconds)) return std::nullopt;
    const std::string what =
        by_steps ? fmt::format("{} macro-steps", budget_.steps) : fmt::format("{} s", budget_.seconds);
    return Error(Exit::no_agreement, "budget",
                 fmt::format("the budget of {} was spent at t = {} of {}", what, t, stop),
                 by_steps ? "a larger max_steps, a larger tolerance or step, or another method"
                          : "a larger max_seconds, a larger tolerance or step, or another method");
  }

 private:
  using Time = std::chrono::steady_clock;

  double seconds() const { return std::chrono::duration<double>(Time::now() - *begun_).count(); }

  RunBudget budget_;
  std::optional<Time::time_point> begun_;
};

}  // namespace accordo
