#include "session/run.hpp"

#include <fmt/format.h>

#include "record/both_recorders.hpp"
#include "record/recording.hpp"
#include "session/slow_run.hpp"
#include "session/verdict.hpp"

namespace accordo {
namespace {

/// Who records, as the options want it.
class Recorders {
 public:
  Recorders(const Session& session, const RunOptions& options, Trajectory& rows)
      : kept_(rows, options.sink), columns_(session.columns()) {
    if (options.errors && session.bars_hindrance().empty()) add_error_columns(columns_);
    if (options.keep != Keep::nothing) rows = empty_trajectory(columns_);
    if (options.keep == Keep::slopes) {
      recorder_ = std::make_unique<SlopesRecorder>(columns_, rows);
      return;
    }
    RowSink* const sink = options.keep == Keep::nothing ? options.sink : &kept_;
    if (sink == nullptr) return;
    const bool all = options.keep == Keep::points;
    const ExperimentSpec& e = session.scenario().experiment;
    auto recording =
        all ? std::make_unique<Recording>(columns_, *sink)
            : std::make_unique<Recording>(columns_, *sink, e.output_interval.value_or(0), e.output_points);
    recording_ = recording.get();
    recorder_ = std::move(recording);
    if (options.dense == nullptr) return;
    *options.dense = empty_trajectory(session.columns());
    slopes_ = std::make_unique<SlopesRecorder>(session.columns(), *options.dense);
    both_.emplace(*recorder_, *slopes_);
  }
  Recorder* get() { return both_ ? &*both_ : recorder_.get(); }
  RowError row_error() const {
    if (recording_ == nullptr || recording_->row_error() == 0) return {};
    return {recording_->row_error(), columns_[recording_->worst_column()].name};
  }

 private:
  TrajectorySink kept_;
  std::vector<RecordColumn> columns_;
  std::unique_ptr<Recorder> recorder_, slopes_;
  std::optional<BothRecorders> both_;
  const Recording* recording_ = nullptr;  ///< the same, where it makes rows
};

}  // namespace

std::string reason_of(const Error& error) {
  const auto& problems = error.problems();
  if (problems.size() == 1) return problems.front().what;
  return fmt::format("{} (and {} more)", problems.front().what, problems.size() - 1);
}

std::string reason_of(const Result& result) {
  if (result.failure) return reason_of(*result.failure);
  if (result.ended) return reason_of(*result.ended);
  return result.interrupted ? fmt::format("interrupted at t = {}", result.statistics.reached) : "";
}

Result result_of(Session& session, Outcome outcome, StepStatistics step_statistics, Trajectory rows,
                 RowError row_error, ErrorTable errors) {
  Result result;
  result.rows = std::move(rows);
  result.errors = std::move(errors);
  result.row_error = std::move(row_error);
  result.statistics = session.statistics(outcome);
  result.step_statistics = std::move(step_statistics);
  result.interrupted = outcome.interrupted;
  result.late = outcome.late;
  result.unsettled = outcome.unsettled;
  result.floor = outcome.floor;
  result.failure = std::move(outcome.failure);
  result.ended = std::move(outcome.ended);
  result.error_time = outcome.error_time;
  if (!result.failure) result.messages = session.ensemble().messages();
  result.warnings = session.warnings();
  result.unsure_at_start = session.unsure_at_start();
  result.verdict = assess(session, result);
  return result;
}

Result run(Session& session, const RunOptions& options) {
  Trajectory rows;
  Recorders recorders(session, options, rows);
  StepMonitor history(session.ensemble(), session.traits().points(), options.watch.observer);
  RunWatch watch = options.watch;
  SlowRunWatch slow(session, {.tell = watch.warn, .seconds = watch.seconds, .next = &history});
  watch.observer = &slow;
  ErrorRecorder errors(session.columns(), recorders.get());
  const bool bars = session.bars_hindrance().empty();
  Outcome outcome = session.record(bars ? &errors : recorders.get(), watch, options.ends);
  Result result = result_of(session, std::move(outcome), history.finish(), std::move(rows),
                            recorders.row_error(), session.errors(errors));
  result.slow_run = slow.warning();
  if (result.slow_run) result.warnings.push_back(*result.slow_run);
  return result;
}

}  // namespace accordo
