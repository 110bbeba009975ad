#include "unit/ode/time_guard.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace accordo {
namespace {

using expr::Interval;

constexpr double kSeen = 4;      ///< as much wider than what is seen may an enclosure be
constexpr double kSmall = 0.02;  ///< the share of a node's size that may hide
/// The share of a slope's size. Slopes tell of ramps, whose peak is their size; and being products they have
/// wide enclosures where they turn.
constexpr double kSmallSlope = 0.25;
constexpr Interval kNothing{Interval::infinity, -Interval::infinity};

/// The instants that what switches by time sees during [t.lo, t.hi], whatever the window.
Interval any_side(Interval t) {
  return {t.lo - one_sided_offset(t.lo), t.hi + one_sided_offset(t.hi)};
}

void extend(Interval& hull, double value) {
  hull = Interval::hull(hull, Interval::point(value));
}

/// Narrows down between which values the roots of a program vary in a run: halves the part of the run that
/// could hold the extreme value, until half of the variation has been seen.
class RangeSearch {
 public:
  RangeSearch(const expr::Program& program, std::span<const double> symbols, const Interval* points)
      : program_(program),
        symbols_(symbols),
        points_(points),
        tape_(program),
        work_(program.make_work()),
        values_(program.root_count()),
        seen_(program.root_count(), kNothing) {}

  std::vector<double> sizes(Interval run) {
    add(run);
    std::vector<double> found;
    for (std::size_t r = 0; r < seen_.size(); ++r) {
      constexpr int most = 100;
      for (int i = 0; i < most && bisect(r, run.width()); ++i) continue;
    }
    for (const Interval& s : seen_)
      found.push_back(s.width() > 0 && std::isfinite(s.width()) ? s.width() : 0);
    return found;
  }

 private:
  struct Part {
    Interval t;
    std::vector<Interval> range;
  };

  void add(Interval t) {
    tape_.enclose(program_, t, any_side(t), points_);
    Part& part = parts_.emplace_back(Part{t, {}});
    for (std::size_t r = 0; r < seen_.size(); ++r) part.range.push_back(tape_.root(program_, r));
    for (const double at : {t.lo, (t.lo + t.hi) / 2, t.hi}) {
      program_.evaluate(at, at, symbols_.data(), work_.data(), values_.data());
      for (std::size_t r = 0; r < seen_.size(); ++r) {
        if (std::isfinite(values_[r])) extend(seen_[r], values_[r]);
      }
    }
  }

  /// Whether there was something left to do for this root.
  bool bisect(std::size_t r, double run) {
    const auto above = [&](const Part& p) { return p.range[r].hi; };
    const auto below = [&](const Part& p) { return -p.range[r].lo; };
    const auto high = std::max_element(parts_.begin(), parts_.end(),
                                       [&](const Part& a, const Part& b) { return above(a) < above(b); });
    const auto low = std::max_element(parts_.begin(), parts_.end(),
                                      [&](const Part& a, const Part& b) { return below(a) < below(b); });
    if (above(*high) + below(*low) <= 2 * seen_[r].width()) return false;
    const auto chosen = above(*high) - seen_[r].hi >= below(*low) + seen_[r].lo ? high : low;
    const Interval t = chosen->t;
    if (!(t.width() > 1e-12 * run)) return false;
    parts_.erase(chosen);
    const double middle = (t.lo + t.hi) / 2;
    add({t.lo, middle});
    add({middle, t.hi});
    return true;
  }

  const expr::Program& program_;
  std::span<const double> symbols_;
  const Interval* points_;
  expr::IntervalTape tape_;
  std::vector<double> work_, values_;
  std::vector<Interval> seen_;
  std::vector<Part> parts_;
};

}  // namespace

TimedList::TimedList(const TimedNodes::List& nodes, std::span<const double> parameters, Horizon horizon)
    : nodes_(&nodes),
      symbols_(parameters.begin(), parameters.end()),
      tape_(nodes.program),
      work_(nodes.program.make_work()),
      values_(nodes.program.root_count()),
      sizes_(values_.size()),
      seen_(values_.size()) {
  for (const double p : symbols_) symbol_points_.push_back(Interval::point(p));
  if (values_.empty() || !(horizon.stop > horizon.start) || !std::isfinite(horizon.stop - horizon.start))
    return;
  sizes_ = RangeSearch(nodes.program, symbols_, symbol_points_.data()).sizes({horizon.start, horizon.stop});
}

/// What may hide of a root, rounding included; after tape_.enclose.
double TimedList::small(std::size_t root) const {
  constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();
  const double share = root < nodes_->values ? kSmall : kSmallSlope;
  return share * sizes_[root] + rounding * tape_.root(nodes_->program, root).magnitude();
}

bool TimedList::quiet(Interval t, Interval t_switch) {
  tape_.enclose(nodes_->program, t, t_switch, symbol_points_.data());
  for (std::size_t r = 0; r < values_.size(); ++r) {
    const double width = tape_.root(nodes_->program, r).width();
    if (!std::isfinite(width) || width > small(r)) return false;
  }
  return true;
}

bool TimedList::known_quiet(Interval t) {
  if (quiet_.lo <= t.lo && t.hi <= quiet_.hi) return true;
  if (reach_ <= t.width()) return false;
  const Interval far{t.lo, t.lo + reach_};
  if (quiet(far, any_side(far))) {
    quiet_ = far;
    reach_ *= 2;
    return true;
  }
  reach_ /= 4;
  return false;
}

bool TimedList::fine(const Stretch& stretch, const TimeWindow& window) {
  if (values_.empty()) return true;
  const Interval t{stretch.t, stretch.t + stretch.dt};
  if (known_quiet(t)) return true;
  if (quiet(t, {window.at(t.lo).t_switch, window.at(t.hi).t_switch})) {
    reach_ = std::max(reach_, 4 * t.width());
    return true;
  }
  return visible(stretch, window);
}

/// After quiet(), whose enclosures are still there.
bool TimedList::visible(const Stretch& stretch, const TimeWindow& window) {
  std::fill(seen_.begin(), seen_.end(), kNothing);
  for (const double c : stretch.points) {
    const Instant at = window.at(stretch.t + c * stretch.dt);
    nodes_->program.evaluate(at.t, at.t_switch, symbols_.data(), work_.data(), values_.data());
    for (std::size_t r = 0; r < values_.size(); ++r) extend(seen_[r], values_[r]);
  }
  for (std::size_t r = 0; r < values_.size(); ++r) {
    const double width = tape_.root(nodes_->program, r).width();
    // A slope without bound is that of a corner or a jump, which ends of steps see.
    const bool bounded = std::isfinite(width);
    if (r >= nodes_->values && !bounded) continue;
    if (!bounded || !(width <= kSeen * seen_[r].width() + small(r))) return false;
  }
  return true;
}

TimeGuard::TimeGuard(const TimedNodes& nodes, std::span<const double> parameters, Horizon horizon)
    : even_(nodes.even, parameters, horizon), others_(nodes.others, parameters, horizon) {
  std::vector<double> work = nodes.rates.make_work(), rates(nodes.rates.root_count());
  nodes.rates.evaluate(0, 0, parameters.data(), work.data(), rates.data());
  for (const double rate : rates) clear_ = std::min(clear_, 1 / std::abs(rate));
}

bool TimeGuard::fine(const Stretch& stretch, const TimeWindow& window) {
  return (stretch.dt <= clear_ || even_.fine(stretch, window)) && others_.fine(stretch, window);
}

double TimeGuard::longest(const Stretch& stretch, const TimeWindow& window) {
  Stretch part = stretch;
  for (; part.dt / 2 >= stretch.shortest; part.dt /= 2) {
    if (fine(part, window)) return part.dt;
  }
  if (part.dt == stretch.dt) return part.dt;
  // A point that no halving gets rid of, such as a pole, lets the next ones pass. Where these do not either,
  // enclosures tell nothing, and crawling along would not help.
  for (const int k : {1, 3}) {
    Stretch later = part;
    later.t += k * part.dt;
    if (fine(later, window)) return part.dt;
  }
  return stretch.dt;
}

}  // namespace accordo
