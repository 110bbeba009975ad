#include "record/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "record/recording.hpp"
#include "signal/signal.hpp"

namespace accordo {
namespace {

/// Lagrange's polynomial through `count` rows from `first` on.
double through_rows(const Trajectory& a, std::size_t first, std::size_t count, const Spot& spot,
                    std::size_t column) {
  double sum = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    double weight = 1;
    for (std::size_t j = first; j < first + count; ++j) {
      if (j != i) weight *= (spot.t - a.times[j]) / (a.times[i] - a.times[j]);
    }
    sum += weight * a.at(i, column);
  }
  return sum;
}

/// Up to four rows around the gap after `row`, none beyond a jump: the first of them, and how many.
std::pair<std::size_t, std::size_t> neighbors(const Trajectory& a, std::size_t row) {
  constexpr double tiny = 1e-6;  // of the gap: steps become that short where they lead over a jump
  std::size_t first = row, last = row + 1;
  const double least = tiny * (a.times[last] - a.times[first]);
  const auto to_left = [&] { return first > 0 && a.times[first] - a.times[first - 1] > least; };
  const auto to_right = [&] { return last + 1 < a.rows() && a.times[last + 1] - a.times[last] > least; };
  if (to_left()) --first;
  if (to_right()) ++last;
  while (last - first < 3 && (to_left() || to_right())) {
    if (to_left()) {
      --first;
    } else {
      ++last;
    }
  }
  return {first, last - first + 1};
}

}  // namespace

bool is_error(const std::string& name, std::span<const std::string> names) {
  constexpr std::string_view begin = "error(";
  if (!name.starts_with(begin) || !name.ends_with(')')) return false;
  const std::string signal = name.substr(begin.size(), name.size() - begin.size() - 1);
  return std::find(names.begin(), names.end(), signal) != names.end();
}

Trajectory empty_trajectory(std::span<const RecordColumn> columns) {
  Trajectory a;
  for (const RecordColumn& column : columns) {
    a.names.push_back(column.name);
    a.held.push_back(column.discrete() ? 1 : 0);
  }
  return a;
}

void TrajectorySink::header(std::span<const std::string> columns) {
  if (to_.names.empty()) {
    to_.names.assign(columns.begin(), columns.end());
    to_.held.assign(columns.size(), 0);
  }
  if (also_ != nullptr) also_->header(columns);
}

void TrajectorySink::finish() {
  if (also_ != nullptr) also_->finish();
}

void TrajectorySink::row(double t, std::span<const double> values) {
  if (also_ != nullptr) also_->row(t, values);
  to_.times.push_back(t);
  to_.values.insert(to_.values.end(), values.begin(), values.end());
}

SlopesRecorder::SlopesRecorder(std::vector<RecordColumn> columns, Trajectory& to)
    : columns_(std::move(columns)), to_(to) {
  for (const RecordColumn& column : columns_) {
    wants_states_ = wants_states_ || column.kind == RecordColumn::Kind::state;
    wants_discrete_ = wants_discrete_ || column.discrete();
  }
}

void SlopesRecorder::point(const Frame& frame) {
  const std::size_t at = to_.values.size();
  to_.times.push_back(frame.t);
  to_.values.resize(at + columns_.size());
  to_.slopes.resize(at + columns_.size());
  gather_values(columns_, frame, std::span(to_.values).subspan(at));
  gather_slopes(columns_, frame, std::span(to_.slopes).subspan(at));
}

void SlopesRecorder::slopes(const Frame& frame) {
  gather_slopes(columns_, frame, std::span(to_.slopes).last(columns_.size()));
}

Spot locate(const Trajectory& a, double t, std::size_t limit) {
  if (a.times.empty()) return {};
  const double reach = std::max({std::abs(t), std::abs(a.times.front()), std::abs(a.times.back())});
  const double rounding = 64 * std::numeric_limits<double>::epsilon() * reach;
  const auto next = std::lower_bound(a.times.begin(), a.times.end(), t - rounding);
  auto row = static_cast<std::size_t>(next - a.times.begin());
  if (row == a.rows()) return {.t = t};
  if (a.times[row] <= t + rounding) {
    while (limit-- > 0 && row + 1 < a.rows() && a.times[row + 1] == a.times[row]) ++row;
    return {Spot::Kind::on_row, row, t};
  }
  if (row == 0) return {.t = t};
  return {Spot::Kind::between, row - 1, t};
}

double value_at(const Trajectory& a, const Spot& spot, std::size_t column) {
  const std::size_t n = spot.row;
  if (spot.kind != Spot::Kind::between || a.held[column] != 0) return a.at(n, column);
  const double h = a.times[n + 1] - a.times[n];
  if (!a.slopes.empty()) {
    const std::size_t width = a.names.size();
    const double left = a.slopes[n * width + column], right = a.slopes[(n + 1) * width + column];
    if (std::isfinite(left) && std::isfinite(right)) {
      const auto c = hermite(a.at(n, column), h * left, a.at(n + 1, column), h * right);
      const double s = (spot.t - a.times[n]) / h;
      return ((c[3] * s + c[2]) * s + c[1]) * s + c[0];
    }
  }
  const auto [first, count] = neighbors(a, n);
  return through_rows(a, first, count, spot, column);
}

}  // namespace accordo
