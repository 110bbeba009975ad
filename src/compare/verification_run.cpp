#include "compare/verification_run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "compare/difference.hpp"

namespace accordo {
namespace {

/// How the second run steps: step or tolerance is 0; see IsolatedRun of the longest.
struct Stepping {
  double step = 0, tolerance = 0, longest = 0;
};

bool consists_of(double length, double part) {
  const double count = std::round(length / part);
  return count >= 1 && std::abs(length - count * part) <= 1e-9 * length;
}

/// Whether a unit has steps of its own that half of the macro-step is not a whole number of.
bool binds(const Session& session) {
  return std::any_of(session.units().begin(), session.units().end(), [&](const UnitInfo& unit) {
    return !unit.can.variable_step && unit.fixed_step > 0 &&
           !consists_of(session.step() / 2, unit.fixed_step);
  });
}

/// Whether macro-steps may end anywhere.
bool is_free(const Session& session) {
  return std::all_of(session.units().begin(), session.units().end(),
                     [](const UnitInfo& unit) { return unit.can.variable_step; });
}

/// Half of the longest step; where even that is long, so short that nothing hides which lasts a hundredth of
/// the time.
double half_of_longest(const Session& session, const StepStatistics& step_statistics) {
  constexpr double least_steps = 128;
  double longest = 0;
  for (const StepBucket& bucket : step_statistics.buckets) longest = std::max(longest, bucket.longest);
  return std::min(longest / 2, (session.stop() - session.start()) / least_steps);
}

/// Half the step, or a tenth of the tolerance; and other ends of steps than before, for what lies between the
/// ends may be overlooked twice otherwise.
Stepping finer(const Session& session, const StepStatistics& step_statistics, std::string& name) {
  Stepping other;
  if (session.step() > 0) {
    name = "half the step";
    other.step = session.step() / 2;
  } else {
    name = "a tenth of the tolerance";
    other.tolerance = session.tolerance() / 10;
  }
  if (is_free(session))
    other.longest = session.step() > 0 ? other.step : half_of_longest(session, step_statistics);
  return other;
}

/// Twice the step, or another few of them that end at the stop.
Stepping coarser(const Session& session, std::string& name) {
  const double span = session.stop() - session.start();
  constexpr std::array<std::pair<int, const char*>, 3> ways{
      {{2, "twice the step"}, {3, "three times the step"}, {5, "five times the step"}}};
  const auto fits = std::find_if(ways.begin(), ways.end(),
                                 [&](auto w) { return consists_of(span, w.first * session.step()); });
  const auto& way = fits == ways.end() ? ways.front() : *fits;
  name = way.second;
  return {.step = way.first * session.step()};
}

/// Waits for the word; nothing when it never comes.
std::optional<Stepping> receive(int pipe) {
  Stepping other;
  ssize_t n = 0;
  while ((n = read(pipe, &other, sizeof other)) < 0 && errno == EINTR) {
  }
  return n == sizeof other ? std::optional(other) : std::nullopt;
}

}  // namespace

VerificationRun::VerificationRun(const Opener& open, const Settings& settings,
                                 const std::atomic<bool>& interrupt)
    : interrupt_(interrupt) {
  int ends[2];  // NOLINT(modernize-avoid-c-arrays): as pipe() wants it
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw Error(Exit::usage, "no-process", fmt::format("--verify: {}", std::strerror(errno)));
  go_ = ends[1];
  child_ = std::make_unique<Child>([&](Parcel& answer) {
    close(ends[1]);
    const std::optional<Stepping> other = receive(ends[0]);
    if (!other) return;
    IsolatedRun run{.settings = settings, .keep = Keep::slopes};
    run.settings.step.reset();
    run.settings.tolerance.reset();
    run.settings.accuracy.reset();  // its steps are known by now
    (other->step > 0 ? run.settings.step : run.settings.tolerance) =
        other->step > 0 ? other->step : other->tolerance;
    run.longest = other->longest;
    make_run(open, run, &interrupt, answer);
  });
  close(ends[0]);
}

VerificationRun::~VerificationRun() {
  close(go_);
}

Verification VerificationRun::verify(const Session& session, const Result& before) {
  Verification result;
  result.coarser = session.step() > 0 && binds(session);
  const Stepping other = result.coarser ? coarser(session, result.against)
                                        : finer(session, before.step_statistics, result.against);
  if (write(go_, &other, sizeof other) != sizeof other) {
    result.failure = std::strerror(errno);
    return result;
  }
  child_->wait(&interrupt_);
  const std::optional<Result> finer_run = figures_of(*child_);
  if (!finer_run || !finer_run->done()) {
    result.failure = interrupt_.load() ? "interrupted"
                     : finer_run       ? reason_of(*finer_run)
                                       : reason_of(*child_->failure());
    return result;
  }
  // At the rows of the coarser run: between them it knows less; at those of the first one where there are
  // fewer, since a user wanted no more.
  const Trajectory again = trajectory_of(*child_);
  const bool at_its_rows = result.coarser && again.rows() < before.rows.rows();
  const Difference d = at_its_rows ? difference(again, before.rows) : difference(before.rows, again);
  if (const SignalDifference* worst = d.worst()) {
    result.difference_percent = worst->percent_of_range;
    result.signal = worst->name;
    result.time = worst->time;
  }
  if (const SignalDifference* most = d.most_displaced())
    result.jump = {most->name, most->jump_time, at_its_rows ? -most->jump_later : most->jump_later};
  return result;
}

}  // namespace accordo
