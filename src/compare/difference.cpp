#include "compare/difference.hpp"

#include <algorithm>
#include <cmath>

namespace accordo {
namespace {

/// ‖v‖₂ without overflow on the way.
double norm(const std::vector<double>& v) {
  double largest = 0;
  for (const double x : v) largest = std::max(largest, std::abs(x));
  if (largest == 0) return 0;
  double sum = 0;
  for (const double x : v) sum += (x / largest) * (x / largest);
  return largest * std::sqrt(sum);
}

bool all_finite(const std::vector<double>& v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
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
    if (has_error(s) && (most == nullptr || !(s.percent <= most->percent))) most = &s;
  }
  return most;
}

Difference difference(const Trajectory& run, const Trajectory& reference) {
  Difference result;
  std::vector<std::size_t> rows;
  std::vector<Spot> spots;
  std::size_t limit = 0;
  for (std::size_t n = 0; n < run.rows(); ++n) {
    limit = n > 0 && run.times[n] == run.times[n - 1] ? limit + 1 : 0;
    const Spot spot = locate(reference, run.times[n], limit);
    if (spot.kind == Spot::Kind::outside) {
      ++result.outside;
      continue;
    }
    if (spot.kind == Spot::Kind::between) ++result.between;
    rows.push_back(n);
    spots.push_back(spot);
  }
  result.points = rows.size();
  for (std::size_t c = 0; c < run.names.size(); ++c) {
    const auto found = std::find(reference.names.begin(), reference.names.end(), run.names[c]);
    const auto column = static_cast<std::size_t>(found - reference.names.begin());
    std::vector<double> expected(rows.size()), off(rows.size());
    std::size_t most = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      expected[i] = value_at(reference, spots[i], column);
      off[i] = run.at(rows[i], c) - expected[i];
      if (std::abs(off[i]) > std::abs(off[most])) most = i;
    }
    SignalDifference& s = result.signals.emplace_back();
    s.name = run.names[c];
    if (rows.empty()) continue;
    s.time = run.times[rows[most]];
    s.unknown_reference = !all_finite(expected);
    s.finite = s.unknown_reference || all_finite(off);
    s.zero_reference = !s.unknown_reference && norm(expected) == 0;
    s.constant_reference =
        std::all_of(expected.begin(), expected.end(), [&](double y) { return y == expected.front(); });
    if (has_error(s)) s.percent = 100 * (norm(off) / norm(expected));
  }
  return result;
}

}  // namespace accordo
