#include "report/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace accordo {

Reference::Reference(const std::filesystem::path& file, const std::vector<std::size_t>& signals)
    : csv_(file) {
  csv_.choose(signals);
}

/// Communication points of two runs are computed as n·h with different h: they meet up to rounding.
bool Reference::same(double a, double b) const {
  return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

bool Reference::read() {
  if (ended_ || !csv_.next()) {
    ended_ = true;
    return false;
  }
  Row row;
  if (!spare_.empty()) {
    row = std::move(spare_.back());
    spare_.pop_back();
  }
  row.time = csv_.time();
  row.values.assign(csv_.values().begin(), csv_.values().end());
  rows_.push_back(std::move(row));
  return true;
}

/// Reads until two rows lie beyond `time`, and forgets all but two of those before it.
void Reference::advance(double time) {
  const auto beyond = [&](const Row& row) { return row.time > time && !same(row.time, time); };
  while (rows_.size() < 2 || !beyond(rows_[rows_.size() - 2])) {
    if (!read()) break;
  }
  const auto before = [&](const Row& row) { return row.time < time && !same(row.time, time); };
  while (rows_.size() > 2 && before(rows_[2])) {
    spare_.push_back(std::move(rows_.front()));
    rows_.pop_front();
  }
}

void Reference::at(double time, std::span<double> values) {
  repeats_ = repeats_ >= 0 && time == last_time_ ? repeats_ + 1 : 0;
  last_time_ = time;
  advance(time);
  const Row* match = nullptr;
  int seen = 0;
  for (const Row& row : rows_) {
    if (!same(row.time, time)) continue;
    if (seen++ <= repeats_) match = &row;
  }
  if (match != nullptr) {
    std::copy(match->values.begin(), match->values.end(), values.begin());
  } else {
    interpolate(time, values);
  }
}

void Reference::interpolate(double time, std::span<double> values) const {
  const auto next = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.time > time; });
  if (next == rows_.begin() || next == rows_.end()) {
    std::fill(values.begin(), values.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  auto from = next - 1, to = next;
  if (from != rows_.begin() && (from - 1)->time < from->time) --from;
  if (to + 1 != rows_.end() && (to + 1)->time > to->time) ++to;
  std::fill(values.begin(), values.end(), 0.0);
  for (auto row = from; row <= to; ++row) {  // Lagrange's form
    double weight = 1;
    for (auto other = from; other <= to; ++other) {
      if (other != row) weight *= (time - other->time) / (row->time - other->time);
    }
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += weight * row->values[i];
  }
}

}  // namespace accordo
