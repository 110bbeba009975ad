#include "control/error_control.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace accordo {
namespace {

constexpr double kAim = 0.2;      // of the tolerance
constexpr double kCaution = 0.4;  // of a growth of errors from step to step: so much is expected of the next
constexpr double kLeastFactor = 0.3, kMostFactor = 2;
constexpr double kLongest = 0.1;         // of the span
constexpr double kStart = 1e-4;          // of the span, at most
constexpr double kStartLeast = 1e-7;     // of the span, at least
constexpr double kStartFromZero = 1e-3;  // of span and tolerance, where an input has no size yet
// The same where no slope is known. What an input that starts from zero becomes within a step is
// h/settling_time of the size that it counts for, and the settling time is 1e-4 of the span
// (core/driver.cpp).
constexpr double kStartBlind = 1e-4;
constexpr double kBlindLeast = 1e-10;  // of the span, there

// Steps so short, as a part of the span, that no run could be made of them: so many in a row, and errors are
// noise of signals that have hardly moved yet.
constexpr double kStalled = 1e-7;
constexpr double kYoung = 1e-2;  // of the span: so long after a restart signals may not have moved yet
constexpr int kPatience = 24;
constexpr double kLenient = 4, kMostLenient = 1e15, kRegained = 0.5;

// Steps are taken from a ladder and stay on a rung as long as that is good enough: what belongs to a length
// of step (exponentials, factors) is then found again. Four rungs from a step to the double.
constexpr std::array kRungs{1.0, 1.189207115002721, 1.4142135623730951, 1.681792830507429};
constexpr double kStays = 0.85;  // a step so much shorter is wanted: not worth another rung

/// The longest rung that is not longer.
double rung_below(double h) {
  if (!(h >= std::numeric_limits<double>::min()) || !std::isfinite(h)) return h;
  const int exponent = std::ilogb(h);
  const double part = std::ldexp(h, -exponent) * (1 + 1e-12);
  const auto above = std::upper_bound(kRungs.begin(), kRungs.end(), part);
  return std::ldexp(*std::prev(above), exponent);
}

/// Of the span: what cannot be resolved by such a step is a jump. An input that is held is off by as much as
/// it changes: the finer the tolerance, the shorter the step that resolves its change.
double jump_length(double tolerance) {
  return std::clamp(1e-4 * tolerance, 1e-11, 1e-9);
}

}  // namespace

ErrorControl::ErrorControl(const ErrorControlKnobs& knobs) : knobs_(knobs) {}

double ErrorControl::longest() const {
  return kLongest * knobs_.span;
}

/// Unless the coupling knows: a first step that is surely short enough: inputs change by a hundredth of their
/// size. Nothing is known yet about how they bend; the steps grow from here as fast as their errors allow.
void ErrorControl::restart(Ensemble& ensemble, double t, std::optional<double> first) {
  restarted_ = t;
  previous_ = 1;
  if (first) {
    return choose(*first);
  }
  du_.resize(ensemble.u().size());
  dy_.resize(ensemble.y().size());
  ensemble.slopes(Instant::right_of(t), du_, dy_);
  double h = kStart * knobs_.span;
  bool blind = false;
  for (std::size_t i = 0; i < du_.size(); ++i) {
    const double size = std::max(ensemble.amplitude()[i], std::abs(ensemble.u()[i]));
    if (du_[i] == 0) continue;
    blind = blind || !std::isfinite(du_[i]);
    h = blind ? 0 : std::min(h, 0.01 * size / std::abs(du_[i]));
  }
  // After an event even the values may be those before it; after a jump that was found they are known.
  const double careful =
      std::clamp((blind ? kStartBlind : kStartFromZero) * knobs_.tolerance, kBlindLeast, kStartLeast);
  const double least = jumped_ || h > 0 ? kStartLeast : careful;
  choose(std::max(h, least * knobs_.span));
}

void ErrorControl::choose(double h) {
  h_ = std::max(rung_below(h), knobs_.shortest);
}

double ErrorControl::error_of(const Proposal& p) const {
  const double k = p.error_order;
  const double tolerance = knobs_.tolerance / sharper_;
  const double embedded = p.embedded / tolerance;
  // The embedded difference is an order below the error: raised to the same one.
  return std::max(p.error.value_or(0) / tolerance, k > 1 ? std::pow(embedded, k / (k - 1)) : embedded);
}

/// Shorter steps do not help against noise, and relative to a signal that starts from rest any noise is
/// large. What such steps are off by is kept as numbers: the verdict sees at the end whether it mattered.
void ErrorControl::judge_pace(const Step& step) {
  const bool young = step.t - restarted_ < kYoung * knobs_.span;
  if (!young || step.h > kStalled * knobs_.span) {
    stalled_ = 0;
    leniency_ = std::max(1.0, kRegained * leniency_);  // until signals have moved out of their noise
  } else if (++stalled_ > kPatience) {
    stalled_ = kPatience / 2;
    leniency_ = std::min(kLenient * leniency_, kMostLenient);
  }
}

bool ErrorControl::accept(const Step& step, const Proposal& proposal) {
  converged_ = proposal.converged;
  order_ = proposal.error_order;
  judge_pace(step);
  error_ = error_of(proposal) / leniency_;
  jumped_ = converged_ && error_ > 1 && step.h <= jump_length(knobs_.tolerance) * knobs_.span;
  return converged_ && (error_ <= 1 || jumped_);
}

bool ErrorControl::reduce(const Step& step) {
  const double factor = converged_ ? std::clamp(0.8 * std::pow(error_, -1.0 / order_), 0.1, 0.9) : 0.5;
  if (!(step.h > knobs_.shortest * (1 + 1e-9))) return false;
  choose(step.h * factor);
  return true;
}

void ErrorControl::on_accepted(const Step& step, const Proposal& p, std::optional<double> post) {
  const double k = p.error_order;
  const double off = std::max(error_of(p), post.value_or(0) * sharper_ / knobs_.tolerance);
  const double error = std::max(off / leniency_, 1e-12);
  const double rising = std::min(1.0, std::pow(previous_ / error, kCaution));
  const double factor = std::clamp(std::pow(rising * kAim / error, 1 / k), kLeastFactor, kMostFactor);
  const double next = std::min(step.h * factor, kLongest * knobs_.span);
  // A step that an event or the stop has cut short says nothing against longer ones.
  const bool cut = step.h < h_ * (1 - 1e-12);
  const double wanted = cut && factor >= 1 ? std::max(h_, next) : next;
  if (wanted >= kRungs[1] * h_ || wanted < kStays * h_) choose(wanted);
}

/// The tolerance is to hold along the run, not for each step alone: where steps make the error grow, they are
/// made more accurate, so that it grows with the root of time only.
double ErrorControl::heed(double growth) {
  constexpr double least = 0.7, most = 2, sharpest = 1e3;
  return sharper_ = std::clamp(sharper_ * std::clamp(growth, least, most), 1.0, sharpest);
}

}  // namespace accordo
