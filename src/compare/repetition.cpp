#include "compare/repetition.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "compare/difference.hpp"

namespace accordo {
namespace {

/// How the second run steps: one of them is 0.
struct Finer {
  double step = 0, tolerance = 0;
};

/// Waits for the word; nothing when it never comes.
std::optional<Finer> receive(int pipe) {
  Finer finer;
  ssize_t n = 0;
  while ((n = read(pipe, &finer, sizeof finer)) < 0 && errno == EINTR) {
  }
  return n == sizeof finer ? std::optional(finer) : std::nullopt;
}

}  // namespace

Repetition::Repetition(const Opener& open, const Settings& settings, const std::atomic<bool>& interrupt)
    : interrupt_(interrupt) {
  int ends[2];  // NOLINT(modernize-avoid-c-arrays): as pipe() wants it
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw Error(Exit::usage, "no-process", fmt::format("--verify: {}", std::strerror(errno)));
  go_ = ends[1];
  child_ = std::make_unique<Child>([&](Parcel& answer) {
    close(ends[1]);
    const std::optional<Finer> finer = receive(ends[0]);
    if (!finer) return;
    RunApart run{.settings = settings, .keep = Keep::slopes};
    run.settings.step.reset();
    run.settings.tolerance.reset();
    (finer->step > 0 ? run.settings.step : run.settings.tolerance) =
        finer->step > 0 ? finer->step : finer->tolerance;
    make_run(open, run, &interrupt, answer);
  });
  close(ends[0]);
}

Repetition::~Repetition() {
  close(go_);
}

Verification Repetition::verify(const Session& session, const Trajectory& rows) {
  Verification result;
  Finer finer;
  if (session.step() > 0) {
    result.against = "half the step";
    finer.step = session.step() / 2;
  } else {
    result.against = "a tenth of the tolerance";
    finer.tolerance = session.tolerance() / 10;
  }
  if (write(go_, &finer, sizeof finer) != sizeof finer) {
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
  const Difference d = difference(rows, trajectory_of(*child_));
  if (const SignalDifference* worst = d.worst()) {
    result.difference_percent = worst->percent;
    result.signal = worst->name;
    result.time = worst->time;
  }
  return result;
}

}  // namespace accordo
