#include "unit/fmi/unit/co_simulation_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/failure.hpp"
#include "base/index.hpp"
#include "unit/fmi/unit/input_pieces.hpp"

namespace accordo::fmi {
namespace {

constexpr std::array<double, kCoefficients> kFactorial{1, 1, 2, 6};

/// How far from an event it is left alone: far beyond rounding, far below what can be seen.
double margin(double t, double h) {
  return std::max(1e-9 * h, 100 * hair(t));
}

}  // namespace

CoSimulationUnit::CoSimulationUnit(std::shared_ptr<const UnitInfo> unit_info,
                                   std::shared_ptr<const FmuPlan> plan)
    : Unit(std::move(unit_info)),
      plan_(std::move(plan)),
      instance_(start_instance(*plan_)),
      piece_(plan_->input_start.size()),
      values_(plan_->input_start.size()),
      u_end_(values_.size()),
      du_(values_.size()) {
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
  handle_pending();
  if (!now_.tokens.empty()) pass_tokens();
  watched_ = step.watched && info().reports_events;
  now_.first = EventNews::never;
  advance(step, u);
  if (now_.pending) now_.reached = step.end, now_.ahead = now_.first - step.end;
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

/// A step that the FMU discards is made again in more and more parts, where its state before is saved: FMI
/// has no other way back.
void CoSimulationUnit::advance(const Step& step, const SignalView& u) {
  constexpr int most = 1024;
  const bool way_back = has_saved_ && saved_.reached == now_.reached && info().can.variable_step;
  for (int pieces = pieces_of(step, u);; pieces *= 2) {
    try {
      return advance_in(pieces, step, u);
    } catch (const Discarded& e) {
      if (!way_back || pieces > most) {
        throw UnitFailure(fmt::format("{}; a smaller step may succeed{}", e.what(),
                                      plan_->rollback && !way_back ? ", or a method that goes back" : ""));
      }
    }
    restore();
  }
}

void CoSimulationUnit::advance_in(int pieces, const Step& step, const SignalView& u) {
  const double ahead = step.before_event && plan_->any_step ? -margin(step.end, step.h) : 0;
  if (pieces == 1 && !plan_->intermediate) {
    const double whole = length_of(step);
    return advance_piece(u, {0, 1, step.t, whole, ahead, step.after_event});
  }
  const double h = plan_->fixed_step > 0 ? plan_->fixed_step : step.h / pieces;
  if (plan_->intermediate) instance_->set_intermediate_inputs(&u, step.t, step.h);
  try {
    for (int i = 0; i < pieces; ++i) {
      const double from = double(i) / pieces, to = double(i + 1) / pieces, t = step.t + i * h;
      if (plan_->intermediate) {
        u.values(from, values_.data());
        instance_->set(plan_->equations.inputs.references, values_.data());
        do_step(t, h, i + 1 == pieces ? ahead : 0);
      } else {
        advance_piece(u, {from, to, t, h, i + 1 == pieces ? ahead : 0, i == 0 && step.after_event});
      }
      if (now_.pending) break;
    }
  } catch (...) {
    if (plan_->intermediate) instance_->set_intermediate_inputs(nullptr, 0, 1);
    throw;
  }
  if (!plan_->intermediate) return;
  instance_->set_intermediate_inputs(nullptr, 0, 1);
  u.values(1, now_.u.data());
}

double CoSimulationUnit::length_of(const Step& step) const {
  const bool one = plan_->fixed_step > 0 && std::abs(step.h - plan_->fixed_step) <= 1e-9 * step.h;
  return one ? plan_->fixed_step : step.h;
}

/// A unit with a fixed step takes as many of them as there are in the macro-step.
int CoSimulationUnit::pieces_of(const Step& step, const SignalView& u) const {
  if (plan_->fixed_step > 0) {
    const double count = std::round(step.h / plan_->fixed_step);
    const bool whole = std::abs(step.h - count * plan_->fixed_step) <= 1e-6 * plan_->fixed_step;
    return info().ticks && !whole ? 1 : std::max(1, static_cast<int>(count));
  }
  return !plan_->intermediate && degree_of(u) > plan_->input_order ? plan_->substeps : 1;
}

/// The degree that the inputs of this unit really have: that of the signal is the largest of all units.
int CoSimulationUnit::degree_of(const SignalView& u) const {
  for (int p = u.degree; p > 0; --p) {
    for (int j = 0; j < u.size; ++j) {
      if (u.component(j)[p] != 0 && plan_->continuous_input[index(j)] != 0) return p;
    }
  }
  return 0;
}

void CoSimulationUnit::advance_piece(const SignalView& u, const Piece& piece) {
  const bool first = plan_->latency > 0 && !now_.stepped;
  if (u.degree == 0 && !first) return advance_held(u, piece.t, piece.h, piece.ahead);
  const double lead = piece.after_event && !first ? 0 : lead_of(piece.h);
  for (int j = 0; j < u.size; ++j) {
    std::array<double, kCoefficients> b = part_of(u.component(j), u.degree, piece.from, piece.to);
    const bool moves = b[1] != 0 || b[2] != 0 || b[3] != 0;
    reduce(b, plan_->continuous_input[index(j)] != 0 ? plan_->input_order : 0);
    if (lead > 0 && (moves || first) && plan_->continuous_input[index(j)] != 0)
      b[0] += lead * (b[0] - now_.u[index(j)]);
    std::copy(b.begin(), b.end(), piece_.component(j));
    values_[index(j)] = b[0];
    u_end_[index(j)] = b[0] + b[1] + b[2] + b[3];
  }
  set_inputs(values_.data());
  now_.u = u_end_;
  if (!derivatives_.values.empty()) {
    set_derivatives(piece.h);
    now_.derivatives_set = true;
  }
  do_step(piece.t, piece.h, piece.ahead);
}

/// Inputs that the FMU takes late are led: if a part θ of what acts on a tick is the value v_{k-1} that was
/// held before, v_k = m_k + θ/(1 - θ) (m_k - v_{k-1}) makes that act whose mean is m_k. Of n ticks only the
/// first is concerned: a part θ/n. What does not move within its step is given as it is: it may switch, and a
/// lead would take it beyond where it switches to. So is what follows an event. In the very first step all
/// inputs are led: what the FMU had before is what it left its initialization with, and others may have
/// computed their outputs only after that.
double CoSimulationUnit::lead_of(double h) const {
  constexpr double rounding = 1e-6;
  if (plan_->latency == 0 || h < plan_->fixed_step * (1 - rounding)) return 0;
  const double theta = plan_->latency * plan_->fixed_step / h;
  return theta / (1 - theta);
}

/// Inputs that are held, as the cheapest methods do: there is less to be done.
void CoSimulationUnit::advance_held(const SignalView& u, double t, double h, double ahead) {
  for (int j = 0; j < u.size; ++j) values_[index(j)] = u.component(j)[0];
  set_inputs(values_.data());
  now_.u.swap(values_);
  if (now_.derivatives_set) forget_derivatives();
  do_step(t, h, ahead);
}

/// Zeros, too, must be set: the FMU may remember older ones.
void CoSimulationUnit::forget_derivatives() {
  std::fill(derivatives_.values.begin(), derivatives_.values.end(), 0.0);
  instance_->set_input_derivatives(derivatives_);
  now_.derivatives_set = false;
}

void CoSimulationUnit::set_derivatives(double h) {
  std::size_t k = 0;
  double scale = 1;
  for (int order = 1; order <= plan_->input_order; ++order) {
    scale *= h;
    for (int j = 0; j < piece_.size(); ++j) {
      if (plan_->continuous_input[index(j)] == 0) continue;
      derivatives_.values[k++] = kFactorial[index(order)] * piece_.component(j)[order] / scale;
    }
  }
  instance_->set_input_derivatives(derivatives_);
}

/// The length itself, not the difference of two times: some FMUs refuse steps that differ by rounding.
void CoSimulationUnit::do_step(double t, double h, double ahead) {
  constexpr double rounding = 1e-6;
  reading_.known = false;
  ahead -= plan_->short_of;
  const bool regular = now_.ahead == ahead;
  const double from = t + now_.ahead, length = regular ? h : h + (ahead - now_.ahead);
  instance_->set_going_back(has_saved_ && saved_.reached < t - rounding * h);
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

void CoSimulationUnit::states(double* x) const {
  end_initialization();
  instance_->get(plan_->equations.states.references, x);
}

}  // namespace accordo::fmi
