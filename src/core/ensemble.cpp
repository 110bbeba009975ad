#include "core/ensemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/index.hpp"

namespace accordo {
namespace {

std::unique_ptr<Exchange> make_exchange(const Wiring& wiring, std::span<const UnitInfo> units) {
  if (wiring.layout.discrete_inputs() + wiring.layout.discrete_outputs() == 0) return nullptr;
  return std::make_unique<Exchange>(wiring, units);
}

/// Inputs that are fed by discrete outputs follow a function of time, too: a piecewise constant one.
std::vector<DrivenInput> with_held_inputs(std::vector<DrivenInput> driven, const Wiring& wiring,
                                          const Exchange* exchange) {
  for (std::size_t k = 0; k < wiring.discrete.held.size(); ++k) {
    driven.push_back(
        {wiring.discrete.held[k].input, [exchange, k](const Instant&) { return exchange->held(k); },
         [](const Instant&) { return 0.0; }, [exchange, k](double, double) { return exchange->held(k); }});
  }
  return driven;
}

}  // namespace

Ensemble::Ensemble(const Wiring& wiring, std::vector<UnitInfo> units, Executor& executor,
                   std::vector<DrivenInput> driven)
    : wiring_(wiring),
      units_(std::move(units)),
      exchange_(make_exchange(wiring, units_)),
      driven_(with_held_inputs(std::move(driven), wiring, exchange_.get())),
      executor_(executor),
      agreement_(wiring, units_),
      estimators_(wiring, units_, executor),
      ledger_(wiring.layout),
      sizes_(index(wiring.layout.inputs())),
      errors_(index(wiring.layout.inputs())),
      noise_floor_(wiring, units_),
      watch_(wiring, units_),
      all_(units_.size()),
      u_(index(wiring.layout.inputs())),
      y_(index(wiring.layout.outputs())),
      y_end_(y_.size()),
      amplitude_(u_.size()),
      residual_(u_.size()),
      integrations_(units_.size()) {
  output_request_.operation = Operation::outputs;
  evaluated_anew_.assign(units_.size(), 1);
  for (const int output : agreement_.order().outputs_first) {
    evaluated_anew_[index(wiring.unit_of_output[index(output)])] = 0;
  }
  std::iota(all_.begin(), all_.end(), 0);
  undriven_ = undriven_units(wiring);
  for (const int k : all_) {
    if (units_[index(k)].can.reevaluation) reevaluable_.push_back(k);
    if (!units_[index(k)].ports.observed.empty()) observed_.push_back(k);
    if (units_[index(k)].own_steps) own_steps_.push_back(k);
    if (units_[index(k)].held_measured) held_.push_back(k);
  }
  if (!own_steps_.empty()) step_news_.resize(units_.size());
  find_shown_courses();
  for (std::size_t k = 0; k < units_.size(); ++k) {
    std::copy(units_[k].ports.start.begin(), units_[k].ports.start.end(),
              u_.begin() + wiring.layout.first_input(static_cast<int>(k)));
  }
}

void Ensemble::start(double t) {
  const Instant at = Instant::right_of(t);
  start_values(at);
  settle_discrete(at, [&] { start_values(at); });
  const bool initializes =
      std::any_of(units_.begin(), units_.end(), [](const UnitInfo& u) { return u.initializes; });
  if (initializes) initialize(at);
  sizes_.begin(u_);
  for (const Link& link : wiring_.links) {
    const int unit = wiring_.unit_of_output[index(link.output)];
    const std::vector<double>& known = units_[index(unit)].output_variation;
    if (known.empty()) continue;
    const auto output = index(link.output - wiring_.layout.first_output(unit));
    sizes_.know(index(link.input), std::abs(link.gain) * known[output]);
  }
}

/// Values pass through as many units as there are.
template <class MakeConsistent>
void Ensemble::settle_discrete(const Instant& at, MakeConsistent make_consistent) {
  if (exchange_ == nullptr) return;
  for (std::size_t k = 0; k <= units_.size() && exchange(at, k < units_.size()); ++k) make_consistent();
}

void Ensemble::restart(const Instant& at, bool event) {
  if (event) agreement_.forget_poles();
  const bool followed = make_consistent(at, reevaluable_, agreement_);
  if (!forerunners_.empty()) restart_trails(at.t);
  if (!followed) return;
  for (std::size_t k = 0; k <= units_.size() && exchange(at, k < units_.size()); ++k)
    make_consistent(at, reevaluable_, agreement_);
}

bool Ensemble::make_consistent(const Instant& at, Group group, Agreement& agreement) {
  now_ = at;
  driven_.values(at, u_);
  const bool followed = follow(at);
  outputs(group, at, u_.data(), nullptr, y_.data(), nullptr);
  agreement.values(*this, at, u_.data(), y_.data());
  check_finite(at);
  for (std::size_t i = 0; i < u_.size(); ++i) amplitude_[i] = std::max(amplitude_[i], std::abs(u_[i]));
  return followed;
}

inline void Ensemble::count(Group group) {
  if (is_all(group)) {
    ++all_integrations_;
  } else {
    for (const int k : group) ++integrations_[index(k)];
  }
}

const Sample& Ensemble::trial(const Step& step, Signal& inputs, Group group, bool slopes) {
  if (trial_.size() == 0) trial_ = Sample(y_.size());
  drive(step, group, inputs);
  if (!looked_for_forerunners_) find_forerunners(step.t);
  if (!undriven_.empty()) group = to_be_tried(step, group, inputs);
  if (!group.empty()) try_units(step, inputs, group, slopes);
  return trial_;
}

Group Ensemble::to_be_tried(const Step& step, Group group, const Signal& inputs) {
  const SignalView view = inputs.view();
  pending_.clear();
  for (const int k : group) {
    if (Forerunner* f = forerunners_.find(k); f != nullptr) {
      lead(*f, step);
      follow_trail(*f, step, trial_.value.data(), trial_.slope.data());
    } else if (undriven_[index(k)] == 0 || !ledger_.already_at_end(k, view)) {
      pending_.push_back(k);
    }
  }
  return pending_.size() == group.size() ? group : Group(pending_);
}

void Ensemble::try_units(const Step& step, const Signal& inputs, Group group, bool slopes) {
  if (trial_.size() == 0) trial_ = Sample(y_.size());
  selected_.clear();
  for (const int k : group) {
    if (!ledger_.saved(k)) selected_.push_back(k), ledger_.mark_saved(k);
  }
  run_on(Operation::save, selected_);
  selected_.clear();
  for (const int k : group) {
    if (ledger_.moved(k)) selected_.push_back(k);
  }
  run_on(Operation::restore, selected_);
  for (const int k : group) ledger_.mark_moved(k, inputs.view());
  Request request{.operation = Operation::step,
                  .units = group,
                  .step = step,
                  .inputs = inputs.view(),
                  .y = trial_.value.data(),
                  .dy = slopes ? trial_.slope.data() : nullptr};
  request.step.followed = follows_;
  if (watch_.on) {
    request.step.watched = true;
    request.news = watch_.news.data();
  }
  run(request);
  count(group);
}

const Sample& Ensemble::predict(const Step& step, Signal& inputs, Group group) {
  if (trial_.size() == 0) trial_ = Sample(y_.size());
  drive(step, group, inputs);
  estimators_.estimate(step, inputs, group, trial_);
  return trial_;
}

void Ensemble::rewind() {
  for (Forerunner& f : forerunners_.all()) {
    if (f.lost) recede(f);
  }
  if (!ledger_.any_moved()) return;
  selected_.clear();
  for (const int k : all_) {
    if (ledger_.moved(k)) selected_.push_back(k), ledger_.mark_rewound(k);
  }
  run_on(Operation::restore, selected_);
}

void Ensemble::commit(const Step& step, Signal& inputs, Group group, bool sample) {
  drive(step, group, inputs);
  Request& request = step_request_;
  request.units = group;
  // One by one: copied as a whole, the length would be read across the seam of two writes, which stalls.
  request.step.t = step.t;
  request.step.h = step.h;
  request.step.end = step.end;
  request.step.after_event = step.after_event;
  request.step.before_event = step.before_event;
  request.step.followed = follows_;
  request.inputs = inputs.view();
  request.y = y_end_.data();
  request.dy = nullptr;
  if (sample) {
    if (integrated_.size() == 0) integrated_ = Sample(y_.size());
    request.dy = integrated_.slope.data();
  }
  // When all units step at once, nobody reads an output before close() evaluates it under consistent inputs.
  request.without_outputs = is_all(group) && !sample ? evaluated_anew_.data() : nullptr;
  if (ledger_.any_moved() || !forerunners_.empty()) {
    commit_after_trials(request, sample);
  } else {
    run(request);
    count(group);
  }
  if (sample) std::copy(y_end_.begin(), y_end_.end(), integrated_.value.begin());
}

/// Only units that do not stand there already step.
void Ensemble::commit_after_trials(Request& request, bool sample) {
  const Group group = request.units;
  selected_.clear();
  for (const int k : group) {
    if (ledger_.moved(k) && !ledger_.already_at_end(k, request.inputs))
      selected_.push_back(k), ledger_.mark_rewound(k);
  }
  run_on(Operation::restore, selected_);
  // Tried for its events under inputs that have become others since, where units go one after the other.
  const bool again = watch_.on && group.size() == 1 && selected_.size() == 1;
  selected_.clear();
  for (const int k : group) {
    if (Forerunner* f = forerunners_.find(k); f != nullptr) {
      lead(*f, request.step);
      follow_trail(*f, request.step, y_end_.data(), sample ? integrated_.slope.data() : nullptr);
      continue;
    }
    if (!ledger_.moved(k)) {
      selected_.push_back(k);
      continue;
    }
    const auto first = wiring_.layout.first_output(k);
    const auto outputs = wiring_.layout.output_count(k);
    std::copy_n(trial_.value.begin() + first, outputs, y_end_.begin() + first);
    if (sample) std::copy_n(trial_.slope.begin() + first, outputs, integrated_.slope.begin() + first);
  }
  if (selected_.empty()) return;
  request.units = selected_;
  request.step.watched = again;
  request.news = again ? watch_.news.data() : nullptr;
  run(request);
  count(selected_);
  request.step.watched = false;
  request.news = nullptr;
  if (again) watch_.missed = std::min(watch_.missed, watch_.news[index(group.front())].first);
}

void Ensemble::commit_states(std::span<const double> x, std::span<const double> u, const Step& step) {
  Request request{.operation = Operation::set_states, .units = all_, .at = now_};
  request.x = const_cast<double*>(x.data());  // NOLINT: set_states only reads
  run(request);
  now_ = step.end_instant();
  std::copy(u.begin(), u.end(), u_.begin());
  outputs(all_, step.end_instant(), u_.data(), nullptr, y_.data(), nullptr);
  check_finite(step.end_instant());
  if (exchange_ != nullptr) exchange(step.end_instant());
}

/// How large inputs are, and how far those that were used are from those that the outputs now ask for; 0 for
/// inputs without a link.
inline void Ensemble::note_inputs(const SignalView& used) {
  if (used.degree > 0) return note_curved_inputs(used);
  const double *u = u_.data(), *a = used.a;
  double *amplitude = amplitude_.data(), *residual = residual_.data();
  for (int i = 0; i < used.size; ++i, a += kCoefficients) {
    amplitude[i] = std::max(amplitude[i], std::abs(u[i]));
    residual[i] = std::max(residual[i], std::abs(a[0] - u[i]));
  }
}

void Ensemble::note_curved_inputs(const SignalView& used) {
  for (int j = 0; j < used.size; ++j) {
    const std::size_t i = index(j);
    amplitude_[i] = std::max(amplitude_[i], std::abs(u_[i]));
    residual_[i] = std::max(residual_[i], std::abs(used.value(j, 1) - u_[i]));
  }
}

void Ensemble::close(const Step& step, const Signal& inputs) {
  const SignalView used = inputs.view();
  const Instant at = step.end_instant();
  now_ = at;
  for (const DrivenInput& d : driven_.all()) u_[index(d.input)] = used.value(d.input, 1);
  y_.swap(y_end_);
  agreement_.values(*this, at, u_.data(), y_.data());
  agreement_.check_poles(at);
  check_finite(at);
  note_inputs(used);
  if (tolerance_ > 0 || wants_sizes_) sizes_.accepted(u_);
  if (exchange_ != nullptr) exchange(at);
}

void Ensemble::outputs(Group group, const Instant& at, const double* u, const double* du, double* y,
                       double* dy) {
  if (!forerunners_.empty()) {
    group = without_forerunners(group, at, y, dy);
    if (group.empty()) return;
  }
  Request& request = output_request_;
  request.units = group;
  request.at = at;
  request.u = u;
  request.du = du;
  request.y = y;
  request.dy = dy;
  run(request);
}

void Ensemble::feed_through(Group group, const Instant& at, const double* u, double* D) {
  run({.operation = Operation::feed_through, .units = group, .at = at, .u = u, .D = D});
}

void Ensemble::run(const Request& request) {
  executor_.run(request, reply_);
  if (!reply_.unit_errors.empty()) throw_first(reply_, units_);
}

void Ensemble::fill_driven(const Step& step, Group group, Signal& inputs) const {
  DrivenInputs::fill(is_all(group) ? driven_.all() : driven_.of(group, wiring_.layout), step, inputs);
}

void Ensemble::run_on(Operation operation, Group group) {
  if (!group.empty()) run({.operation = operation, .units = group, .at = now_});
}

}  // namespace accordo
