#include "compare/difference.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "compare/jumps.hpp"

namespace accordo {
namespace {

/// Parts of the duration that the instants stand for: half of the way to the ones beside.
std::vector<double> weights_of(std::span<const double> times) {
  const double span = times.empty() ? 0 : times.back() - times.front();
  if (span == 0)
    return std::vector<double>(times.size(), 1 / std::max(1.0, static_cast<double>(times.size())));
  std::vector<double> weights(times.size());
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    const double half = (times[i + 1] - times[i]) / span / 2;
    weights[i] += half;
    weights[i + 1] += half;
  }
  return weights;
}

/// The root of the weighted mean of v², without overflow on the way.
double mean_size(const std::vector<double>& v, const std::vector<double>& weights) {
  double largest = 0;
  for (const double x : v) largest = std::max(largest, std::abs(x));
  if (largest == 0) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += weights[i] * (v[i] / largest) * (v[i] / largest);
  return largest * std::sqrt(sum);
}

bool all_finite(const std::vector<double>& v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
}

/// What changes of a signal are measured by: its range. Where it hardly changes that is noise, and at a
/// single instant nothing is known of it.
double change_of(const std::vector<double>& y, double span) {
  const double floor = span > 0 ? 1e-7 : 1;  // of its values
  const auto [low, high] = std::minmax_element(y.begin(), y.end());
  return std::max(*high - *low, floor * std::max(std::abs(*low), std::abs(*high)));
}

bool has_error(const SignalDifference& s) {
  return !s.zero_reference && !s.unknown_reference;
}

}  // namespace

double Difference::mean_percent() const {
  double sum = 0;
  int count = 0;
  for (const SignalDifference& s : signals) {
    if (!has_error(s)) continue;
    sum += s.percent;
    ++count;
  }
  return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

const SignalDifference* Difference::worst() const {
  const SignalDifference* most = nullptr;
  for (const SignalDifference& s : signals) {
    if (has_error(s) && (most == nullptr || !(s.percent_of_range <= most->percent_of_range))) most = &s;
  }
  return most;
}

const SignalDifference* Difference::most_displaced() const {
  const SignalDifference* most = nullptr;
  for (const SignalDifference& s : signals) {
    if (s.jump_later != 0 && (most == nullptr || std::abs(s.jump_later) > std::abs(most->jump_later)))
      most = &s;
  }
  return most;
}

namespace {

/// The rows of a run that can be compared, and where they lie in the reference.
class Comparable {
 public:
  Comparable(const Trajectory& run, const Trajectory& reference, Difference& result)
      : run_(run), reference_(reference) {
    std::size_t limit = 0;
    for (std::size_t n = 0; n < run.rows(); ++n) {
      limit = n > 0 && run.times[n] == run.times[n - 1] ? limit + 1 : 0;
      const Spot spot = locate(reference, run.times[n], limit);
      if (spot.kind == Spot::Kind::outside) {
        ++result.outside;
        continue;
      }
      if (spot.kind == Spot::Kind::between) ++result.between;
      rows_.push_back(n);
      spots_.push_back(spot);
      times_.push_back(run.times[n]);
    }
    result.points = rows_.size();
    weights_ = weights_of(times_);
  }

  SignalDifference signal(std::size_t c) const {
    SignalDifference s{.name = run_.names[c]};
    if (rows_.empty()) return s;
    const auto found = std::find(reference_.names.begin(), reference_.names.end(), s.name);
    const auto column = static_cast<std::size_t>(found - reference_.names.begin());
    std::vector<double> is(rows_.size()), expected(rows_.size()), off(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      is[i] = run_.at(rows_[i], c);
      expected[i] = value_at(reference_, spots_[i], column);
      off[i] = is[i] - expected[i];
    }
    s.unknown_reference = !all_finite(expected);
    s.finite = s.unknown_reference || all_finite(off);
    s.zero_reference = !s.unknown_reference &&
                       std::all_of(expected.begin(), expected.end(), [](double y) { return y == 0; });
    s.constant_reference =
        std::all_of(expected.begin(), expected.end(), [&](double y) { return y == expected.front(); });
    if (s.finite && has_error(s)) take_out_jumps(c, column, {times_, is, expected}, off, s);
    s.time = times_[largest(off)];
    if (has_error(s)) set_percent(expected, off, s);
    return s;
  }

 private:
  static std::size_t largest(const std::vector<double>& off) {
    std::size_t most = 0;
    for (std::size_t i = 0; i < off.size(); ++i) {
      if (std::abs(off[i]) > std::abs(off[most])) most = i;
    }
    return most;
  }

  void take_out_jumps(std::size_t column, std::size_t reference_column, const Pair& pair,
                      std::vector<double>& off, SignalDifference& s) const {
    const auto note = [&](const Displacement& d) {
      if (std::abs(d.by) <= std::abs(s.jump_later)) return;
      s.jump_later = d.by;
      s.jump_time = d.time;
    };
    const auto index = [](auto at, const auto& in) { return static_cast<std::size_t>(at - in.begin()); };
    for (const Jump& jump : jumps_of(run_, column)) {
      const auto after = std::lower_bound(rows_.begin(), rows_.end(), jump.row);
      note(take_out(jump, false, index(after, rows_), pair, off));
    }
    for (const Jump& jump : jumps_of(reference_, reference_column)) {
      const auto after = std::partition_point(spots_.begin(), spots_.end(),
                                              [&](const Spot& spot) { return spot.row < jump.row; });
      note(take_out(jump, true, index(after, spots_), pair, off));
    }
  }

  void set_percent(const std::vector<double>& expected, const std::vector<double>& off,
                   SignalDifference& s) const {
    const double span = times_.back() - times_.front();
    const double displaced = s.jump_later == 0 || span == 0 ? 0 : 100 * std::abs(s.jump_later) / span;
    const double size = mean_size(off, weights_);
    s.percent = std::max(100 * (size / mean_size(expected, weights_)), displaced);
    s.percent_of_range = std::max(100 * (size / change_of(expected, span)), displaced);
  }

  const Trajectory& run_;
  const Trajectory& reference_;
  std::vector<std::size_t> rows_;
  std::vector<Spot> spots_;
  std::vector<double> times_, weights_;
};

}  // namespace

Difference difference(const Trajectory& run, const Trajectory& reference) {
  Difference result;
  const Comparable rows(run, reference, result);
  for (std::size_t c = 0; c < run.names.size(); ++c) {
    if (!is_error(run.names[c], run.names)) result.signals.push_back(rows.signal(c));
  }
  return result;
}

}  // namespace accordo
