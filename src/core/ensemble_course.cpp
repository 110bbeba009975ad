// What units do within steps, as far as they show it.

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"
#include "core/ensemble.hpp"

namespace accordo {

void Ensemble::find_shown_courses() {
  std::vector<unsigned char> feeds(units_.size());
  for (const Link& link : wiring_.links) feeds[index(wiring_.unit_of_output[index(link.output)])] = 1;
  for (const int k : all_) {
    if (feeds[index(k)] == 0) continue;
    const UnitInfo& unit = units_[index(k)];
    sees_all_ = sees_all_ && unit.shows_course;
    if (!unit.shows_course) continue;
    shown_.push_back(k);
    looks_first_ = looks_first_ && unit.can.rollback && !unit.rollback_believed;
  }
  if (!shown_.empty())
    shapes_.resize(y_.size(), OutputShape{.most = std::numeric_limits<double>::quiet_NaN()});
}

InsideView Ensemble::look_inside(const Step& step, Signal& inputs, bool smooth) {
  drive(step, all_, inputs);
  const SignalView view = inputs.view();
  pending_.clear();
  for (const int k : shown_) {
    if (forerunners_.find(k) == nullptr && !ledger_.already_at_end(k, view)) pending_.push_back(k);
  }
  if (!pending_.empty()) try_units(step, inputs, pending_, true);
  return view_inside(step, inputs, trial_.value, smooth);
}

InsideView Ensemble::look_back(const Step& step, const Signal& inputs, bool smooth) {
  now_ = step.end_instant();
  return view_inside(step, inputs, y_end_, smooth);
}

/// `ends`: outputs at the end of the step, of the units that are looked at.
InsideView Ensemble::view_inside(const Step& step, const Signal& inputs, std::span<const double> ends,
                                 bool smooth) {
  selected_.clear();
  for (const int k : shown_) {
    if (forerunners_.find(k) == nullptr) selected_.push_back(k);
  }
  InsideView inside{.all = sees_all_ && selected_.size() == shown_.size()};
  if (selected_.empty()) return inside;
  Request request{.operation = Operation::shapes, .units = selected_, .at = now_};
  request.shapes = shapes_.data();
  run(request);
  const SignalView view = inputs.view();
  const double rounding = one_sided_offset(std::max(std::abs(step.t), std::abs(step.end))) / step.h;
  for (const Link& link : wiring_.links) {
    const OutputShape& shape = shapes_[index(link.output)];
    if (std::isnan(shape.most)) {
      inside.all = false;
      continue;
    }
    const auto input = index(link.input);
    // Where the input leads, or where the output has got: what was extrapolated may have stayed behind.
    const double from = u_[input], led = view.value(link.input, 1),
                 got = link.gain * ends[index(link.output)] + link.offset;
    // Instants within the step are rounded as its ends are.
    const double unsure = rounding * std::abs(got - from);
    const double error = std::max(
        0.0, std::abs(link.gain) * shape.most + (smooth ? false_start(link, view, shape) : 0) - unsure);
    note_error(input, error);
    noise_floor_.sample(input, std::abs(link.gain) * shape.noise);
    const double size =
        sizes_.of(input, from, std::abs(got - from) > std::abs(led - from) ? got : led, error);
    constexpr double amplified = 4;  // noise of values: one value, and those at the ends
    inside.worst = std::max(inside.worst, above_noise(input, error, size, {amplified}));
  }
  return inside;
}

/// By how much the cubic of an input is off because it starts otherwise than the output that it follows: with
/// the slope from before a corner that nobody has announced.
double Ensemble::false_start(const Link& link, const SignalView& inputs, const OutputShape& shape) {
  constexpr double bulge = 4.0 / 27;  // of s (1 - s)²
  const double slope = inputs.slope(link.input, 0);
  const double off = bulge * std::abs(link.gain * shape.dy1 - slope);
  return std::isnan(off) ? 0 : off;
}

void Ensemble::course(double t, std::span<double> x, std::span<double> y) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  std::fill(x.begin(), x.end(), unknown);
  std::fill(y.begin(), y.end(), unknown);
  selected_.clear();
  for (const int k : all_) {
    if (units_[index(k)].shows_course && forerunners_.find(k) == nullptr) selected_.push_back(k);
  }
  if (selected_.empty()) return;
  Request request{.operation = Operation::course, .units = selected_, .at = Instant::at(t)};
  request.x = x.data();
  request.y = y.data();
  run(request);
}

void Ensemble::inputs_from(double t, std::span<const double> y, std::span<double> u) const {
  for (const Link& link : wiring_.links)
    u[index(link.input)] = link.gain * y[index(link.output)] + link.offset;
  for (const DrivenInput& d : driven_.all()) u[index(d.input)] = d.value(Instant::at(t));
}

}  // namespace accordo
