#include <fmt/format.h>

#include <algorithm>

#include "base/names.hpp"
#include "library/errors.hpp"
#include "library/result_body.hpp"
#include "record/csv.hpp"

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

}  // namespace

Result::Body::Body(accordo::Result result)
    : inside(std::move(result)),
      columns(by_columns(inside.rows)),
      verdict(verdict_of(inside.verdict)),
      failure(failure_of(inside)),
      steps(steps_of(inside.step_statistics)),
      warnings(to_public(inside.warnings)) {
  inside.rows.values = {};  // they are in `columns`
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
  return body_->inside.rows.names;
}
std::span<const double> Result::time() const {
  return body_->inside.rows.times;
}

std::span<const double> Result::operator[](std::string_view signal) const {
  const std::vector<std::string>& names = signals();
  const auto found = std::find(names.begin(), names.end(), signal);
  const std::size_t rows = time().size();
  if (found != names.end())
    return std::span(body_->columns).subspan(static_cast<std::size_t>(found - names.begin()) * rows, rows);
  throw to_public(accordo::Error(Exit::usage, "unknown-signal", fmt::format("'{}' was not recorded", signal),
                                 did_you_mean(std::string(signal), names)));
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
  translated([&] {
    CsvSink sink(file);
    const std::vector<std::string>& names = signals();
    sink.header(names);
    std::vector<double> row(names.size());
    const std::size_t rows = time().size();
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < row.size(); ++c) row[c] = body_->columns[c * rows + r];
      sink.row(time()[r], row);
    }
    sink.finish();
  });
}

}  // namespace accordo::v0
