#include "record/error_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace accordo {
namespace {

const double* of_kind(const RecordColumn& c, const double* u, const double* y, const double* x) {
  return c.kind == RecordColumn::output ? y : c.kind == RecordColumn::input ? u : x;
}

}  // namespace

const SignalError* ErrorTable::worst() const {
  if (!known()) return nullptr;
  return &*std::max_element(signals.begin(), signals.end(), [](const SignalError& a, const SignalError& b) {
    return a.relative() < b.relative();
  });
}

const SignalError* ErrorTable::most_doubtful() const {
  if (!known()) return nullptr;
  return &*std::max_element(signals.begin(), signals.end(),
                            [](const SignalError& a, const SignalError& b) { return a.doubt() < b.doubt(); });
}

std::optional<double> ErrorTable::mean_percent() const {
  double sum = 0;
  int count = 0;
  for (const SignalError& s : signals) {
    if (s.size > 0) sum += 100 * s.rms / s.size, ++count;
  }
  return known() && count > 0 ? std::optional(sum / count) : std::nullopt;
}

ErrorRecorder::ErrorRecorder(const std::vector<RecordColumn>& columns, Recorder* other) : other_(other) {
  for (const RecordColumn& c : columns) {
    const bool real =
        c.kind == RecordColumn::output || c.kind == RecordColumn::input || c.kind == RecordColumn::state;
    if (!real || c.error) continue;
    columns_.push_back(c);
    states_ = states_ || c.kind == RecordColumn::state;
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  sums_.resize(columns_.size(), {.low = infinity, .high = -infinity});
}

void ErrorRecorder::point(const Frame& frame) {
  if (other_ != nullptr) other_->point(frame);
  const bool first = !begun_;
  if (first) start_ = t_ = frame.t;
  begun_ = true;
  const double h = frame.t - t_;
  t_ = frame.t;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const RecordColumn& c = columns_[i];
    Sum& sum = sums_[i];
    const double value = of_kind(c, frame.u, frame.y, frame.x)[c.index];
    if (first) sum.first = value;
    const double from = sum.value, to = value - sum.first;
    sum.value = to;
    sum.sum += h * (from + to) / 2;
    sum.squares += h * (from * from + from * to + to * to) / 3;
    sum.low = std::min(sum.low, value);
    sum.high = std::max(sum.high, value);
    sum.rounding = std::max(sum.rounding, std::abs(value) * std::numeric_limits<double>::epsilon());
    if (const double* rounding = of_kind(c, frame.rounding_u, frame.rounding_y, nullptr))
      sum.rounding = std::max(sum.rounding, rounding[c.index]);
    const double* errors = of_kind(c, frame.error_u, frame.error_y, frame.error_x);
    if (errors == nullptr) continue;
    const double before = sum.last;
    sum.last = errors[c.index];
    sum.square += h * (before * before + before * sum.last + sum.last * sum.last) / 3;  // of a line
    if (std::abs(sum.last) <= sum.largest) continue;
    sum.largest = std::abs(sum.last);
    sum.at = frame.t;
  }
}

ErrorTable ErrorRecorder::table(const std::string& lost) const {
  ErrorTable table{.carried = true, .lost = lost};
  const double span = t_ - start_;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Sum& sum = sums_[i];
    const double rounding = 64 * sum.rounding;
    const double mean = span > 0 ? sum.sum / span : 0;
    const double variance = span > 0 ? std::max(0.0, sum.squares / span - mean * mean) : 0;
    table.signals.push_back({.name = columns_[i].name,
                             .largest = sum.largest,
                             .at = sum.at,
                             .last = sum.last,
                             .rms = span > 0 ? std::sqrt(sum.square / span) : 0,
                             .range = begun_ && sum.high - sum.low > rounding ? sum.high - sum.low : 0,
                             .size = std::sqrt(std::max(0.0, variance + std::pow(sum.first + mean, 2))),
                             .spread = std::max(std::sqrt(variance), rounding)});
  }
  return table;
}

}  // namespace accordo
