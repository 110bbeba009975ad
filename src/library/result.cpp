#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "archive/private_folder.hpp"
#include "base/names.hpp"
#include "library/errors.hpp"
#include "library/result_body.hpp"
#include "record/csv.hpp"
#include "report/payload.hpp"
#include "report/report_page.hpp"
#include "session/metadata.hpp"

namespace accordo::v0 {
namespace {

Verdict verdict_of(const accordo::Verdict& inside) {
  Verdict verdict{inside.word(), {}};
  for (const Reason& r : inside.reasons) verdict.reasons.push_back({name_of(r.level), r.id, r.text});
  return verdict;
}

std::optional<Failure> failure_of(const accordo::Result& result) {
  if (!result.failure) return std::nullopt;
  const accordo::Error& error = *result.failure;
  const accordo::Problem& first = error.problems().front();
  Failure failure{cause_of(error.code()),    first.id, first.what, first.remedy,
                  result.statistics.reached, {},       {}};
  if (const std::optional<Origin>& origin = error.origin()) {
    failure.time = origin->t;
    failure.unit = origin->unit;
    failure.words = origin->words;
  }
  return failure;
}

std::vector<StepSummary> steps_of(const StepStatistics& step_statistics) {
  std::vector<StepSummary> steps;
  for (const StepBucket& b : step_statistics.buckets)
    steps.push_back(
        {b.end, b.steps, b.iterations, b.rejected, b.shortest, b.longest, b.residual, b.estimate});
  return steps;
}

std::vector<double> by_columns(const Trajectory& rows) {
  std::vector<double> values;
  values.reserve(rows.values.size());
  for (std::size_t c = 0; c < rows.names.size(); ++c) {
    for (std::size_t r = 0; r < rows.rows(); ++r) values.push_back(rows.at(r, c));
  }
  return values;
}

/// One recorded signal by itself: where points were kept with slopes these, else its rows.
Trajectory course_of(const Result::Body& body, std::size_t position) {
  const Trajectory& dense = body.dense;
  const std::string& name = body.signals[position];
  const auto found = std::find(dense.names.begin(), dense.names.end(), name);
  Trajectory course{.names = {name}, .held = {body.inside.rows.held[position]}};
  if (found == dense.names.end()) {
    const std::span<const double> values = body.column(position);
    course.times = body.inside.rows.times;
    course.values.assign(values.begin(), values.end());
    return course;
  }
  const auto at = static_cast<std::size_t>(found - dense.names.begin());
  course.times = dense.times;
  for (std::size_t i = at; i < dense.values.size(); i += dense.names.size()) {
    course.values.push_back(dense.values[i]);
    course.slopes.push_back(dense.slopes[i]);
  }
  return course;
}

/// `names`: of the first columns.
void write_rows(const Result::Body& body, const std::vector<std::string>& names,
                const std::filesystem::path& file) {
  CsvSink sink(file);
  sink.header(names);
  std::vector<double> row(names.size());
  const std::vector<double>& times = body.inside.rows.times;
  for (std::size_t r = 0; r < times.size(); ++r) {
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = body.columns[c * times.size() + r];
    sink.row(times[r], row);
  }
  sink.finish();
}

std::string where_it_is(const Trajectory& course) {
  if (course.times.empty()) return "it has no rows";
  return fmt::format("it has t = {} to {}", course.times.front(), course.times.back());
}

}  // namespace

Result::Body::Body(accordo::Result result, const Session& session, Trajectory dense_points)
    : inside(std::move(result)),
      name(session.scenario().name),
      metadata(metadata_json(session, inside, name + ".csv")),
      names(inside.rows.names),
      signals(names),
      columns(by_columns(inside.rows)),
      dense(std::move(dense_points)),
      verdict(verdict_of(inside.verdict)),
      failure(failure_of(inside)),
      steps(steps_of(inside.step_statistics)),
      warnings(to_public(inside.warnings)) {
  inside.rows.values = {};  // they are in `columns`
  if (!session.scenario().experiment.record_errors)
    std::erase_if(signals, [this](const std::string& column) { return is_error(column, names); });
}

std::size_t Result::Body::find(std::string_view signal) const {
  const auto found = std::find(signals.begin(), signals.end(), signal);
  if (found != signals.end()) return static_cast<std::size_t>(found - signals.begin());
  throw to_public(accordo::Error(Exit::usage, "unknown-signal", fmt::format("'{}' was not recorded", signal),
                                 did_you_mean(std::string(signal), signals)));
}

std::optional<std::size_t> Result::Body::find_errors(std::string_view signal) const {
  find(signal);
  const auto found = std::find(names.begin(), names.end(), fmt::format("error({})", signal));
  if (found == names.end() || !inside.errors.known()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

std::span<const double> Result::Body::column(std::size_t position) const {
  const std::size_t rows = inside.rows.rows();
  return std::span(columns).subspan(position * rows, rows);
}

Result::Result(std::shared_ptr<const Body> body) : body_(std::move(body)) {}
Result::~Result() = default;
Result::Result(const Result&) = default;
Result& Result::operator=(const Result&) = default;

bool Result::done() const {
  return body_->inside.done();
}
const Failure* Result::failure() const {
  return body_->failure ? &*body_->failure : nullptr;
}
const std::vector<std::string>& Result::signals() const {
  return body_->signals;
}
std::span<const double> Result::time() const {
  return body_->inside.rows.times;
}

std::span<const double> Result::operator[](std::string_view signal) const {
  return body_->column(body_->find(signal));
}

std::vector<double> Result::at(std::span<const double> times, std::string_view signal) const {
  const std::size_t position = body_->find(signal);
  const Trajectory course = course_of(*body_, position);
  std::vector<double> values;
  for (const double t : times) {
    const Spot spot = locate(course, t, 1);
    if (spot.kind == Spot::Kind::outside)
      throw to_public(accordo::Error(Exit::usage, "points-outside",
                                     fmt::format("t = {} is outside of the result", t), where_it_is(course)));
    values.push_back(value_at(course, spot, 0));
  }
  return values;
}

std::optional<SignalError> Result::error(std::string_view signal) const {
  body_->find(signal);
  const ErrorTable& errors = body_->inside.errors;
  if (!errors.known()) return std::nullopt;
  for (const accordo::SignalError& e : errors.signals) {
    if (e.name == signal) return SignalError{e.largest, e.at, e.last, e.rms, e.range};
  }
  return std::nullopt;
}

std::span<const double> Result::errors(std::string_view signal) const {
  const std::optional<std::size_t> position = body_->find_errors(signal);
  return position ? body_->column(*position) : std::span<const double>();
}

const Statistics& Result::statistics() const {
  return body_->inside.statistics;
}
const Verdict& Result::verdict() const {
  return body_->verdict;
}
const std::vector<StepSummary>& Result::steps() const {
  return body_->steps;
}
const std::vector<Problem>& Result::warnings() const {
  return body_->warnings;
}

void Result::write(const std::string& file) const {
  translated([&] { write_rows(*body_, body_->signals, file); });
}

const std::string& Result::metadata() const {
  return body_->metadata;
}

/// As from the files that a run leaves.
std::string Result::page() const {
  return translated([&] {
    const archive::PrivateFolder folder;
    const std::filesystem::path rows = folder.path() / (body_->name + ".csv");
    write_rows(*body_, body_->names, rows);
    std::filesystem::path beside = rows;
    std::ofstream(beside.replace_extension(".json"), std::ios::binary) << body_->metadata;
    return report_page(report_payload({.results = {rows}}).json);
  });
}

}  // namespace accordo::v0
