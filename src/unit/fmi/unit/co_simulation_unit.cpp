#include "unit/fmi/unit/co_simulation_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/failure.hpp"
#include "base/index.hpp"

namespace accordo::fmi {
CoSimulationUnit::CoSimulationUnit(std::shared_ptr<const UnitInfo> unit_info,
                                   std::shared_ptr<const FmuPlan> plan)
    : Unit(std::move(unit_info)),
      plan_(std::move(plan)),
      instance_(start_instance(*plan_)),
      piece_(plan_->input_start.size()),
      values_(plan_->input_start.size()),
      u_end_(values_.size()),
      du_(values_.size()),
      pieces_(plan_->bounds) {
  now_.u = plan_->input_start;
  now_.reached = plan_->experiment.start;
  for (int order = 1; order <= plan_->input_order; ++order) {
    for (std::size_t j = 0; j < now_.u.size(); ++j) {
      if (plan_->continuous_input[j] == 0) continue;
      derivatives_.references.push_back(plan_->equations.inputs.references.list[j]);  // FMI 2: all scalars
      derivatives_.orders.push_back(order);
    }
  }
  derivatives_.values.resize(derivatives_.orders.size());
  const std::size_t rows = info().ports.states.size() + info().ports.outputs.size();
  dx_.resize(info().ports.states.size());
  seed_.resize(dx_.size() + values_.size() + 1);
  correction_.resize(rows);
  result_.resize(rows);
  reading_.dx.resize(dx_.size());
  reading_.y.resize(info().ports.outputs.size());
  reading_.observed.resize(info().ports.observed.size());
  const Holding& holding = plan_->holding;
  if (!holding.measures) return;
  const std::size_t values =
      (holding.states ? dx_.size() : 0) + (holding.compares_outputs() ? reading_.y.size() : 0);
  // What solvers leave is mostly the same in all divisions.
  constexpr double differs = 0.1;
  measure_.emplace(holding, values, differs * plan_->experiment.tolerance + info().noise);
  now_.held.rates.resize(values);
  now_.held.slopes.resize(values_.size());
  found_ = now_.held;
}

void CoSimulationUnit::end_initialization() const {
  if (!initializing_) return;
  instance_->set(plan_->equations.inputs.references, now_.u.data());
  instance_->exit_initialization();
  initializing_ = false;
  reading_.known = false;
}

void CoSimulationUnit::leave_initialization(const Instant&, const double* u) {
  if (initializing_) std::copy_n(u, now_.u.size(), now_.u.begin());
  end_initialization();
}

void CoSimulationUnit::step(const Step& step, SignalView u, double* y, double* dy) {
  end_initialization();
  const bool curved = measure_ && u.degree > 1;
  if (curved) {
    measured_step(step, u);
  } else {
    plain_step(step, u);
  }
  if (y == nullptr) return;
  if (u.degree == 0 && dy == nullptr) return read_values(step.end, y);
  u.values(1, u_end_.data());
  if (dy == nullptr) return read(step.end, u_end_.data(), nullptr, y, nullptr);
  u.slopes(1, du_.data());
  for (double& slope : du_) slope /= step.h;
  read(step.end, u_end_.data(), du_.data(), y, dy);
  if (now_.pending) go_on_without(step, y, dy);
  for (int i = 0; i < info().ports.output_count(); ++i) dy[i] *= step.h;
}

void CoSimulationUnit::plain_step(const Step& step, const SignalView& u) {
  handle_pending();
  if (!now_.tokens.empty()) pass_tokens();
  watched_ = step.watched && info().reports_events;
  now_.first = EventNews::never;
  advance(step, u);
  if (now_.pending) now_.reached = step.end, now_.ahead = now_.first - step.end;
}

/// The length itself, not the difference of two times: some FMUs refuse steps that differ by rounding.
void CoSimulationUnit::do_step(double t, double h, double ahead) {
  constexpr double rounding = 1e-6;
  reading_.known = false;
  ahead -= plan_->short_of;
  const bool regular = now_.ahead == ahead;
  const double from = t + now_.ahead, length = regular ? h : h + (ahead - now_.ahead);
  instance_->set_going_back(is_kept_ || (has_saved_ && saved_.reached < t - rounding * h));
  ++do_steps_;
  if (watched_) return step_to_event(from, length, t + h, ahead);
  const double reached = instance_->do_step(from, length);
  if (!(std::abs(from + length - reached) <= rounding * h)) {
    throw UnitFailure(fmt::format("fmi3DoStep stopped at t = {} instead of {}", reached, from + length));
  }
  now_.reached = t + h;
  now_.ahead = ahead;
  now_.stepped = true;
}

/// A step that is repeated from its start gets them again: restoring brings them back.
void CoSimulationUnit::pass_tokens() {
  reading_.known = false;
  if (plan_->settings.event_mode) instance_->enter_event_mode();
  instance_->set_tokens(plan_->token_inputs, now_.tokens.data());
  if (plan_->settings.event_mode) instance_->enter_step_mode();
  now_.tokens.clear();
}

void CoSimulationUnit::set_inputs(const double* u) {
  reading_.known = false;
  if (!plan_->settings.event_mode || plan_->discrete.empty()) {
    return instance_->set(plan_->equations.inputs.references, u);
  }
  const auto take = [&](bool continuous) {
    part_.clear();
    bool changed = false;
    for (std::size_t j = 0; j < now_.u.size(); ++j) {
      if ((plan_->continuous_input[j] != 0) != continuous) continue;
      part_.push_back(u[j]);
      changed = changed || u[j] != now_.u[j];
    }
    return changed;
  };
  if (take(false)) {
    instance_->enter_event_mode();
    instance_->set(plan_->discrete, part_.data());
    instance_->enter_step_mode();
  }
  take(true);
  instance_->set(plan_->continuous, part_.data());
}

void CoSimulationUnit::save() {
  end_initialization();
  handle_pending();
  has_saved_ = false;
  instance_->save_state();
  if (plan_->restarts) instance_->restore_state();
  saved_ = now_;
  has_saved_ = true;
}

void CoSimulationUnit::restore() {
  instance_->restore_state();
  reading_.known = false;
  now_ = saved_;
}

std::shared_ptr<const void> CoSimulationUnit::keep() {
  if (!info().can.rollback) return nullptr;
  end_initialization();
  handle_pending();
  const auto kept = std::make_shared<Kept>(Kept{now_, instance_->keep_state()});
  if (plan_->restarts) instance_->go_to_state(kept->state);
  is_kept_ = true;
  return kept;
}

void CoSimulationUnit::come_back(const std::shared_ptr<const void>& kept) {
  const Kept& there = *static_cast<const Kept*>(kept.get());
  instance_->go_to_state(there.state);
  reading_.known = false;
  has_saved_ = false;
  now_ = there.present;
}

void CoSimulationUnit::states(double* x) const {
  end_initialization();
  instance_->get(plan_->equations.states.references, x);
}

}  // namespace accordo::fmi
