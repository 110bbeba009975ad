#include "coupling/look_ahead.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace accordo {
namespace {

constexpr double kGrowth = 4;
constexpr int kRungs = 24;       // from some 1e-15 of the longest step
constexpr double kBends = 0.02;  // of its way: an input that shows how long it can be expected to go on
// By how much a way grows with a step of four times: what starts with t⁴ or less slowly bends alike over any
// step.
constexpr double kSteepest = 128;
constexpr double kShare = 0.3;  // of what others could make of an input within that time: it counts at least
// The quartic s²(1-s)² at the end of the shorter step, as a part of its largest value.
constexpr double kSeen = (9.0 / 256) / (1.0 / 16);

/// A power of four: what is found must not depend on how long the run is.
double shortest(double longest) {
  return std::ldexp(1.0, 2 * (std::ilogb(longest) / 2 - kRungs));
}

}  // namespace

LookAhead::LookAhead(Ensemble& e, Interface& interface, Prediction& prediction)
    : e_(e),
      interface_(interface),
      prediction_(prediction),
      z_(interface.size()),
      shorter_(interface.size()),
      way_(interface.links().size()),
      bend_(way_.size()),
      tells_(way_.size()),
      known_(way_.size()) {}

std::optional<double> LookAhead::look(double t, double longest, double tolerance) {
  std::fill(tells_.begin(), tells_.end(), 0);
  std::fill(way_.begin(), way_.end(), 0.0);
  double h = shortest(longest);
  double bent = 0;
  if (!solve(t, h)) return std::nullopt;
  while (bent == 0 && kGrowth * h <= longest) {
    h *= kGrowth;
    z_.swap(shorter_);
    if (!solve(t, h)) break;
    bent = bends();
  }
  if (std::none_of(tells_.begin(), tells_.end(), [](auto tells) { return tells != 0; })) {
    find_gains(t, longest);
    note_what_will_move();
    return std::nullopt;
  }
  if (!finite(z_) || bent > 0)
    h *= bent > 0 ? std::clamp(std::cbrt(kBends / bent), 1 / kGrowth, 1.0) : 1 / kGrowth;
  if (!solve(t, h / kGrowth)) return std::nullopt;
  z_.swap(shorter_);
  if (!solve(t, h)) return std::nullopt;
  take_gains(h);
  note_what_will_move();
  bends();
  note_sizes(t + h);
  return first_step(h, tolerance);
}

/// Where nothing moves yet, the time scale is that of what would move: over shorter steps, gains grow by
/// powers of the step.
void LookAhead::find_gains(double t, double longest) {
  constexpr double off = 0.1;  // of a power
  double h = shortest(longest);
  if (!solve(t, h)) return;
  take_gains(h);
  for (bool found = false; !found && kGrowth * h <= longest;) {
    h *= kGrowth;
    if (!solve(t, h)) return;
    before_.swap(gains_);
    take_gains(h);
    if (gains_.size() != before_.size()) continue;
    for (std::size_t i = 0; i < gains_.size(); ++i) {
      const double power = std::log(gains_[i].gain / before_[i].gain) / std::log(kGrowth);
      found = found || std::abs(power - std::round(power)) > off;
    }
  }
}

void LookAhead::take_gains(double h) {
  prediction_.system().gains(gains_);
  scale_ = h;
}

/// z ← where the inputs end after a step of length h, by the linear models.
bool LookAhead::solve(double t, double h) {
  interface_.open(e_.u(), h);
  const Step step{.t = t, .h = h, .end = t + h, .after_event = true};
  return determined([&] { prediction_.predict(step, z_.data()); }) && finite(z_);
}

/// How far each input gets, and from the cubic through its ends: where the step of a quarter has led, that is
/// not on it. Returns by how much the worst of those bends, relative to its way, that did not at first; 0:
/// none does visibly. Rounding is no bend.
double LookAhead::bends() {
  constexpr double s = 1 / kGrowth;
  constexpr double ulps = 64;
  double worst = 0;
  for (std::size_t l = 0; l < way_.size(); ++l) {
    const auto a = interface_.polynomial(z_.data(), l);
    const double before = shorter_[l], on = ((a[3] * s + a[2]) * s + a[1]) * s + a[0];
    const double noise =
        ulps * std::numeric_limits<double>::epsilon() * std::max(std::abs(a[0]), std::abs(z_[l]));
    way_[l] = std::max(std::abs(z_[l] - a[0]), std::abs(before - a[0]));
    bend_[l] = std::max(0.0, std::abs(before - on) - noise) / kSeen;
    if (bend_[l] <= kBends * way_[l]) {
      const bool smooth = way_[l] <= kSteepest * std::abs(before - a[0]);
      if (smooth && kBends * way_[l] > noise) tells_[l] = 1;
    } else if (tells_[l] != 0) {
      worst = std::max(worst, bend_[l] / way_[l]);
    }
  }
  return worst;
}

/// Inputs that tell nothing themselves are as large as those that do could make them, one after the other.
void LookAhead::spread() {
  bool more = true;
  while (more) {
    more = false;
    next_ = known_;
    reached_ = way_;
    for (const GlobalSystem::Gain& g : gains_) {
      if (known_[g.to] != 0 || known_[g.from] == 0) continue;
      reached_[g.to] = std::max(reached_[g.to], g.gain * way_[g.from]);
      next_[g.to] = 1;
      more = true;
    }
    way_.swap(reached_);
    known_.swap(next_);
  }
}

void LookAhead::note_sizes(double until) {
  known_ = tells_;
  spread();
  for (std::size_t l = 0; l < way_.size(); ++l) {
    if (known_[l] != 0) e_.sizes().expect(interface_.input(l), way_[l] / 2, until);
  }
}

/// What follows from time alone is known all the same.
void LookAhead::note_what_will_move() {
  for (std::size_t l = 0; l < way_.size(); ++l) {
    way_[l] = e_.sizes().known(interface_.input(l));
    known_[l] = way_[l] > 0 ? 1 : 0;
  }
  spread();
  for (std::size_t l = 0; l < way_.size(); ++l) {
    if (known_[l] != 0) e_.sizes().know(interface_.input(l), way_[l]);
  }
}

/// By as much as those that move it do within the time that the gains belong to: what moves far in a long
/// time has taken along what it is tied to.
void LookAhead::follow() const {
  const InputSizes& sizes = e_.sizes();
  for (const GlobalSystem::Gain& g : gains_) {
    const std::size_t to = interface_.input(g.to);
    sizes.raise(to, kShare * g.gain * sizes.moved(interface_.input(g.from), scale_));
  }
}

/// Errors grow with h⁴.
double LookAhead::first_step(double h, double tolerance) const {
  constexpr double aim = 0.3;  // of the tolerance
  double worst = 0;
  for (std::size_t l = 0; l < way_.size(); ++l) {
    const double size = e_.sizes().recent_size(interface_.input(l));
    if (size > std::sqrt(std::numeric_limits<double>::min()))
      worst = std::max(worst, bend_[l] / (aim * tolerance * size));
  }
  return worst > 1 ? h / std::sqrt(std::sqrt(worst)) : h;
}

}  // namespace accordo
