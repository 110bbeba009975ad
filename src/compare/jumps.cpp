#include "compare/jumps.hpp"

#include <algorithm>
#include <cmath>

namespace accordo {
namespace {

/// How far beyond the values that the jump leads from and to.
double beyond(const Jump& jump, double value) {
  const auto [low, high] = std::minmax(jump.from, jump.to);
  return std::max({low - value, value - high, 0.0});
}

/// One side of a jump: instants at which one run has jumped and the other has not.
class Side {
 public:
  Side(const Jump& jump, const Pair& pair, bool of_reference, bool forward)
      : jump_(jump), pair_(pair), other_(of_reference ? pair.run : pair.reference) {
    // The one that has jumped is ahead afterwards, and the other one before.
    expected_ = of_reference == forward ? -jump.size() : jump.size();
  }

  /// Whether the runs differ by the jump here.
  bool apart(std::size_t i) const {
    const double off = pair_.run[i] - pair_.reference[i];
    return std::abs(off - expected_) <= std::abs(jump_.size()) / 2;
  }

  /// Whether the other run makes the jump between these instants.
  bool makes_it(std::size_t before, std::size_t after) const {
    const double share = (other_[after] - other_[before]) / jump_.size();
    return share >= 0.5 && share <= 2;
  }

  double beyond_jump(std::size_t i) const { return beyond(jump_, other_[i]); }

 private:
  const Jump& jump_;
  const Pair& pair_;
  std::span<const double> other_;
  double expected_ = 0;
};

}  // namespace

std::vector<Jump> jumps_of(const Trajectory& a, std::size_t column) {
  constexpr double instant = 2e-9;  // of the duration: shorter steps are made to step over jumps only
  constexpr double notable = 1e-3;  // of the range
  std::vector<Jump> jumps;
  if (a.rows() < 2) return jumps;
  double low = a.at(0, column), high = low;
  for (std::size_t n = 1; n < a.rows(); ++n) {
    low = std::min(low, a.at(n, column));
    high = std::max(high, a.at(n, column));
  }
  const double span = a.times.back() - a.times.front();
  for (std::size_t n = 0; n + 1 < a.rows(); ++n) {
    const double from = a.at(n, column), to = a.at(n + 1, column), gap = a.times[n + 1] - a.times[n];
    if (from == to || !std::isfinite(from) || !std::isfinite(to)) continue;
    const bool abrupt = gap <= instant * span && std::abs(to - from) >= notable * (high - low);
    if (gap == 0 || a.held[column] != 0 || abrupt) jumps.push_back({n + 1, a.times[n + 1], from, to});
  }
  return jumps;
}

Displacement take_out(const Jump& jump, bool of_reference, std::size_t after, const Pair& pair,
                      std::span<double> off) {
  const std::size_t count = pair.times.size();
  std::size_t first = after, last = after;  // these instants, the last one excluded
  const Side later(jump, pair, of_reference, true), sooner(jump, pair, of_reference, false);
  while (last < count && later.apart(last)) ++last;
  if (last == count || last == after || !later.makes_it(after, last)) last = after;
  while (first > 0 && sooner.apart(first - 1)) --first;
  if (first == 0 || first == after || !sooner.makes_it(first - 1, after - 1)) first = after;
  for (std::size_t i = first; i < last; ++i) off[i] = std::min(std::abs(off[i]), later.beyond_jump(i));
  const double ahead = last > after ? pair.times[last - 1] - jump.t : 0;
  const double late = first < after ? jump.t - pair.times[first] : 0;
  // Seen from a jump of the reference, the run makes it where the instants end.
  const double by = ahead >= late ? ahead : -late;
  return {of_reference ? by : -by, jump.t};
}

}  // namespace accordo
