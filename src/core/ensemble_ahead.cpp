// The ensemble and units that run ahead of it.

#include <algorithm>

#include "base/index.hpp"
#include "core/ensemble.hpp"

namespace accordo {

/// With the first trial that would need them to go back. A unit that others hear of at events, and one whose
/// estimator is asked, stands where the others are.
bool Ensemble::runs_ahead(int k) const {
  const UnitInfo& unit = units_[index(k)];
  if (undriven_[index(k)] == 0) return false;
  if (!unit.can.rollback) return !estimators_.has(k);
  if (together_) return false;
  // Going back costs these nothing, and within steps they show more than points do.
  if (follows_ && unit.shows_course && unit.ports.variables == nullptr) return false;
  const bool watched = watch_.on && std::ranges::count(watch_.tried, k) > 0;
  const bool discrete = !unit.ports.discrete_inputs.empty() || !unit.ports.discrete_outputs.empty();
  return !watched && !discrete && !(estimators_.has(k) && estimators_.noted());
}

void Ensemble::find_forerunners(double t) {
  looked_for_forerunners_ = true;
  if (undriven_.empty()) return;
  for (const int k : all_) {
    if (!runs_ahead(k)) continue;
    const UnitInfo& unit = units_[index(k)];
    forerunners_.add(k, unit, wiring_.layout,
                     {.states = wants_states_,
                      .observed = wants_observed_,
                      .returns = unit.can.rollback && !unit.rollback_believed});
  }
  if (forerunners_.empty()) return;
  ahead_inputs_ = Signal(u_.size());
  ahead_values_.resize(index(std::max(wiring_.layout.states(), wiring_.layout.all_observed())));
  for (Forerunner& f : forerunners_.all()) mark(f, t, y_.data());
}

/// Notes where the unit is, and what it gives there.
void Ensemble::mark(Forerunner& f, double t, const double* y) {
  const std::span<double> values = f.trail.add(t);
  const Layout& layout = wiring_.layout;
  std::copy_n(y + layout.first_output(f.unit), f.outputs, values.begin());
  Request request{
      .operation = Operation::states, .units = {&f.unit, 1}, .at = Instant::at(t), .u = u_.data()};
  request.x = ahead_values_.data();
  if (f.states > 0) {
    run(request);
    std::copy_n(request.x + layout.first_state(f.unit), f.states, values.begin() + f.outputs);
  }
  if (f.observed > 0) {
    request.operation = Operation::observe;
    run(request);
    std::copy_n(request.x + layout.first_observed(f.unit), f.observed, values.begin() + f.outputs + f.states);
  }
  f.trail.note();
}

/// Back to before its latest step; what it gave after that was no good.
void Ensemble::recede(Forerunner& f) {
  run_on(Operation::restore, {&f.unit, 1});
  f.lost = false;
  f.trail.drop_after(f.saved_at);
}

/// Where it will start a step from the others' time, or before: from there any shorter one can be made.
void Ensemble::save_ahead(Forerunner& f, const Step& step) {
  const double here = f.trail.front();
  if (!f.returns || here > step.t || (f.saved && f.saved_at == here)) return;
  run_on(Operation::save, {&f.unit, 1});
  f.saved = true;
  f.saved_at = here;
  f.after_event = step.after_event;
}

void Ensemble::lead(Forerunner& f, const Step& step) {
  if (f.saved && f.beyond(step.end) && !Forerunners::tells(f, step.end, tolerance_)) recede(f);
  save_ahead(f, step);
  const double rounding = 1e-9 * step.h;
  const double rest = step.end - f.trail.front();
  if (rest <= rounding) return;
  const int parts = Forerunners::parts(f, step.t, rest, tolerance_);
  for (int i = 0; i < parts; ++i) {
    const double from = f.trail.front();
    const bool first = from <= step.t, last = i + 1 == parts;
    const bool together = first && step.t - from <= rounding;  // not so where it went back further
    Step part = step;
    if (!together || !last) {
      part = {.t = from, .h = rest / parts, .end = last ? step.end : from + rest / parts};
      part.after_event = together ? step.after_event : from == f.saved_at && f.after_event;
      part.before_event = last && step.before_event;
    }
    step_ahead(f, part);
    Forerunners::adapt(f, part.h, tolerance_);
  }
}

void Ensemble::step_ahead(Forerunner& f, const Step& step) {
  const Group unit{&f.unit, 1};
  hold(u_, ahead_inputs_);
  if (const auto driven = driven_.of(unit, wiring_.layout); !driven.empty())
    DrivenInputs::fill(driven, step, ahead_inputs_);
  Request request{.operation = Operation::step,
                  .units = unit,
                  .step = step,
                  .inputs = ahead_inputs_.view(),
                  .y = trial_.value.data(),
                  .dy = trial_.slope.data()};
  f.lost = f.saved;
  run(request);
  f.lost = false;
  count(unit);
  const int first = wiring_.layout.first_output(f.unit);
  for (std::size_t i = 0; i < f.slopes.size(); ++i) f.slopes[i] = trial_.slope[index(first) + i] / step.h;
  mark(f, step.end, trial_.value.data());
}

/// y, and scaled slopes unless null, at the end of the step: as the unit gave them, or between its points.
void Ensemble::follow_trail(const Forerunner& f, const Step& step, double* y, double* dy) {
  const bool between = f.beyond(step.end) || f.slopes.empty();
  const Trail::Weights w = f.trail.weights(step.end);
  const int first = wiring_.layout.first_output(f.unit);
  for (int i = 0; i < f.outputs; ++i) {
    y[first + i] = f.trail.value(w, index(i));
    if (dy == nullptr) continue;
    dy[first + i] = step.h * (between ? f.trail.slope(w, index(i)) : f.slopes[index(i)]);
  }
  interpolation_error_ = std::max(interpolation_error_, f.trail.error(w));
}

/// Those of a group that can be asked at this instant; the others' outputs are filled in.
Group Ensemble::without_forerunners(Group group, const Instant& at, double* y, double* dy) {
  const Group present = forerunners_.present(group, at.t);
  if (present.size() == group.size()) return group;
  for (const Forerunner& f : forerunners_.all()) {
    if (!f.beyond(at.t) || std::find(group.begin(), group.end(), f.unit) == group.end()) continue;
    const Trail::Weights w = f.trail.weights(at.t);
    const int first = wiring_.layout.first_output(f.unit);
    for (int i = 0; i < f.outputs; ++i) {
      if (y != nullptr) y[first + i] = f.trail.value(w, index(i));
      if (dy != nullptr) dy[first + i] = f.trail.slope(w, index(i));
    }
  }
  return present;
}

/// After a jump that a unit has reached itself, what it gave before says nothing.
void Ensemble::restart_trails(double t) {
  for (Forerunner& f : forerunners_.all()) {
    if (f.beyond(t)) continue;
    f.forget();
    mark(f, t, y_.data());
  }
}

/// What units that are ahead had at the latest communication point, from their trails.
void Ensemble::recall(Recalled what, std::span<double> values) {
  const Layout& layout = wiring_.layout;
  const bool observed = what == Recalled::observed;
  for (const Forerunner& f : forerunners_.all()) {
    if (!f.beyond(now_.t)) continue;
    const Trail::Weights w = f.trail.weights(now_.t);
    const int from = observed ? f.outputs + f.states : f.outputs, count = observed ? f.observed : f.states;
    const int to = observed ? layout.first_observed(f.unit) : layout.first_state(f.unit);
    for (int i = 0; i < count; ++i) {
      const std::size_t k = index(from + i);
      values[index(to + i)] = what == Recalled::derivatives ? f.trail.slope(w, k) : f.trail.value(w, k);
    }
  }
}

}  // namespace accordo
