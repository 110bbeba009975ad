#include "report/decimate.hpp"

#include <algorithm>
#include <cmath>

namespace accordo {

Decimator::Decimator(std::size_t columns, std::size_t points)
    : points_(std::max<std::size_t>(points, 4) / 4 * 4), columns_(columns) {}

Decimator::Extremes Decimator::merged(const Extremes& a, const Extremes& b) {
  if (std::isnan(a.low)) return b;
  if (std::isnan(b.low)) return a;
  const bool low_in_a = a.low <= b.low, high_in_a = a.high >= b.high;
  const bool low_first = low_in_a == high_in_a ? (low_in_a ? a.low_first : b.low_first) : low_in_a;
  return {low_in_a ? a.low : b.low, high_in_a ? a.high : b.high, low_first};
}

void Decimator::add(double time, std::span<const double> values) {
  ++rows_;
  if (in_last_ < rows_per_bucket_ && !first_time_.empty()) {
    ++in_last_;
    last_time_.back() = time;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      columns_[i].back() = merged(columns_[i].back(), {values[i], values[i], true});
    }
    return;
  }
  while (first_time_.size() >= capacity()) halve();
  in_last_ = 1;
  first_time_.push_back(time);
  last_time_.push_back(time);
  for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].push_back({values[i], values[i], true});
}

/// All buckets are full when this is called, and their number is even.
void Decimator::halve() {
  const std::size_t half = first_time_.size() / 2;
  for (std::size_t b = 0; b < half; ++b) {
    first_time_[b] = first_time_[2 * b];
    last_time_[b] = last_time_[2 * b + 1];
    for (std::vector<Extremes>& column : columns_) column[b] = merged(column[2 * b], column[2 * b + 1]);
  }
  first_time_.resize(half);
  last_time_.resize(half);
  for (std::vector<Extremes>& column : columns_) column.resize(half);
  rows_per_bucket_ *= 2;
}

Trace Decimator::finish() {
  Trace trace;
  trace.rows = rows_;
  trace.rows_per_bucket = rows_per_bucket_;
  trace.values.resize(columns_.size());
  const bool single = rows_per_bucket_ == 1;
  for (std::size_t b = 0; b < first_time_.size(); ++b) {
    trace.time.push_back(first_time_[b]);
    if (!single) trace.time.push_back(last_time_[b]);
  }
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    trace.values[i].reserve(trace.time.size());
    for (const Extremes& e : columns_[i]) {
      trace.values[i].push_back(e.low_first ? e.low : e.high);
      if (!single) trace.values[i].push_back(e.low_first ? e.high : e.low);
    }
    columns_[i] = {};
  }
  return trace;
}

}  // namespace accordo
