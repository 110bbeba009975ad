#include "execute/perform.hpp"

#include <algorithm>
#include <limits>

#include "base/failure.hpp"
#include "core/agreement.hpp"
#include "execute/unit_errors.hpp"

namespace accordo {
namespace {

template <class T>
T* from(T* base, int offset) {
  return base == nullptr ? nullptr : base + offset;
}

}  // namespace

double time_of(const Request& request) {
  const Operation o = request.operation;
  const bool over_step = o == Operation::step || o == Operation::correct || o == Operation::estimate;
  return over_step ? request.step.t : request.at.t;
}

UnitError unit_error_of(int k, const Request& request) {
  const double t = time_of(request);
  try {
    throw;
  } catch (const NonFinite& e) {
    return {k, UnitError::Kind::non_finite, e.variable(), e.t()};
  } catch (const EndOfSimulation& e) {
    return {k, UnitError::Kind::ended, e.what(), t};
  } catch (const UnitFailure& e) {
    return {k, UnitError::Kind::failed, e.what(), t};
  } catch (const std::exception& e) {
    return {k, UnitError::Kind::bug, e.what(), t};
  }
}

UnitHost::UnitHost(std::vector<std::unique_ptr<Unit>> units, const Layout& layout)
    : units_(std::move(units)),
      layout_(layout),
      feed_(feed_offsets(layout)),
      scratch_(units_.size()),
      estimators_(units_.size()) {
  for (int k = 0; k < layout.units(); ++k) {
    const bool slopes = unit(k) != nullptr && unit(k)->info().can.slopes;  // null: it lives elsewhere
    slots_.push_back({unit(k), layout.first_input(k), layout.input_count(k), layout.first_output(k),
                      layout.first_state(k), slopes});
  }
}

template <class Each>
void UnitHost::for_each(const Request& request, std::span<const int> units, Reply& reply, Each each) {
  const Slot* slots = slots_.data();
  for_each_noting(
      request, units, reply, [=](int k) { each(k, slots[k]); }, [this](int k) { fetch_unit(k); });
}

/// Of larger units this is the beginning.
void UnitHost::fetch_unit(int k) const {
  constexpr std::size_t small_unit = 128;
  fetch_memory(slots_[static_cast<std::size_t>(k)].unit, small_unit);
}

void UnitHost::perform_steps(const Request& r, std::span<const int> units, Reply& reply) {
  for_each(r, units, reply, [&r](int k, const Slot& s) {
    const SignalView u{r.inputs.component(s.input), s.inputs, r.inputs.degree};
    const bool silent = r.without_outputs != nullptr && r.without_outputs[k] != 0;
    double* dy = r.dy != nullptr && s.slopes ? r.dy + s.output : nullptr;
    s.unit->step(r.step, u, silent ? nullptr : r.y + s.output, dy);
    if (r.news != nullptr) [[unlikely]]
      r.news[k] = s.unit->event_news();
  });
}

void UnitHost::perform_outputs(const Request& r, std::span<const int> units, Reply& reply) {
  for_each(r, units, reply, [&r](int, const Slot& s) {
    s.unit->outputs(r.at, r.u + s.input, nullptr, r.y + s.output, nullptr);
  });
}

void UnitHost::perform_others(const Request& r, std::span<const int> units, Reply& reply) {
  const auto run = [&](auto each) { for_each(r, units, reply, each); };
  switch (r.operation) {
    case Operation::step:
      return;  // above
    case Operation::outputs:
      return run([&](int k, const Slot& s) { output_slopes(r, s, k); });
    case Operation::save:
      return run([](int, const Slot& s) { s.unit->save(); });
    case Operation::restore:
      return run([](int, const Slot& s) { s.unit->restore(); });
    case Operation::states:
      return run([&](int k, const Slot& s) { states(r, s, k); });
    case Operation::set_states:
      return run([&](int, const Slot& s) { s.unit->set_states(r.x + s.state); });
    case Operation::derivatives:
      return run([&](int k, const Slot&) { derivatives(r, k); });
    case Operation::feed_through:
      return run([&](int k, const Slot&) { feed_through(r, k); });
    case Operation::leave_initialization:
      return run([&](int, const Slot& s) { s.unit->leave_initialization(r.at, r.u + s.input); });
    case Operation::discrete_outputs:
    case Operation::set_discrete_inputs:
      return run([&](int k, const Slot& s) { exchange(r, s, k); });
    case Operation::observe:
      return run([&](int k, const Slot& s) {
        if (layout_.observed_count(k) > 0)
          s.unit->observe(r.at, from(r.u, s.input), r.x + layout_.first_observed(k));
      });
    case Operation::settle:
    case Operation::news:
      return run([&](int k, const Slot& s) {
        if (r.operation == Operation::settle) s.unit->settle(r.at, from(r.u, s.input));
        r.news[k] = s.unit->event_news();
      });
    case Operation::step_news:
      return run([&](int k, const Slot& s) { r.step_news[k] = s.unit->step_news(); });
    case Operation::shapes:
      return run([&](int k, const Slot& s) { shapes(r, s, k); });
    case Operation::course:
      return run([&](int k, const Slot& s) { course(r, s, k); });
    case Operation::messages:
      return run([&](int k, const Slot& s) { r.messages[k] = s.unit->messages(); });
    default:
      return perform_estimates(r, units, reply);
  }
}

/// Outputs and their slopes; NaN where the unit has none to give.
void UnitHost::output_slopes(const Request& r, const Slot& slot, int k) {
  Unit& unit = *slot.unit;
  const int input = slot.input;
  double* y = r.y + slot.output;
  double* dy = r.dy + slot.output;
  const Capabilities& can = unit.info().can;
  if (can.slopes && can.reevaluation) return unit.outputs(r.at, from(r.u, input), from(r.du, input), y, dy);
  if (can.reevaluation) unit.outputs(r.at, from(r.u, input), nullptr, y, nullptr);
  std::fill_n(dy, layout_.output_count(k), std::numeric_limits<double>::quiet_NaN());
}

void UnitHost::shapes(const Request& r, const Slot& slot, int k) {
  OutputShape* shapes = r.shapes + slot.output;
  if (slot.unit->info().shows_course && slot.unit->shapes(shapes)) return;
  std::fill_n(shapes, layout_.output_count(k), OutputShape{.most = std::numeric_limits<double>::quiet_NaN()});
}

void UnitHost::course(const Request& r, const Slot& slot, int k) {
  double *x = r.x + slot.state, *y = r.y + slot.output;
  if (slot.unit->info().shows_course && slot.unit->course(r.at.t, x, y)) return;
  std::fill_n(x, layout_.state_count(k), std::numeric_limits<double>::quiet_NaN());
  std::fill_n(y, layout_.output_count(k), std::numeric_limits<double>::quiet_NaN());
}

/// States; NaN where the unit does not give them.
void UnitHost::states(const Request& r, const Slot& slot, int k) {
  double* x = r.x + slot.state;
  if (slot.unit->info().can.states) return slot.unit->states(x);
  std::fill_n(x, layout_.state_count(k), std::numeric_limits<double>::quiet_NaN());
}

void UnitHost::derivatives(const Request& r, int k) {
  Unit& unit = *units_[static_cast<std::size_t>(k)];
  double* dx = r.x + layout_.first_state(k);
  const Capabilities& can = unit.info().can;
  if (!can.states || !(can.evaluation || can.linearization)) {
    std::fill_n(dx, layout_.state_count(k), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  std::vector<double>& x = scratch_[static_cast<std::size_t>(k)].x;
  x.resize(static_cast<std::size_t>(layout_.state_count(k)));
  unit.states(x.data());
  const double* u = from(r.u, layout_.first_input(k));
  if (can.evaluation) return unit.evaluate(r.at, x.data(), u, dx, nullptr);
  LinearModel& linear = scratch_[static_cast<std::size_t>(k)].linear;
  unit.linearize(r.at, x.data(), u, linear);
  std::copy_n(linear.f0.data(), std::min<Eigen::Index>(linear.f0.size(), layout_.state_count(k)), dx);
}

void UnitHost::exchange(const Request& r, const Slot& slot, int k) {
  const double* u = from(r.u, slot.input);
  if (r.operation == Operation::discrete_outputs) {
    slot.unit->discrete_outputs(r.at, u, r.tokens + layout_.first_discrete_output(k));
  } else {
    slot.unit->set_discrete_inputs(r.at, u, r.tokens + layout_.first_discrete_input(k));
  }
}

void UnitHost::feed_through(const Request& r, int k) {
  Unit& unit = *units_[static_cast<std::size_t>(k)];
  Scratch& scratch = scratch_[static_cast<std::size_t>(k)];
  double* D = r.D + feed_[static_cast<std::size_t>(k)];
  if (unit.feed_through(r.at, from(r.u, layout_.first_input(k)), D)) return;
  scratch.x.resize(static_cast<std::size_t>(layout_.state_count(k)));
  unit.states(scratch.x.data());
  unit.linearize(r.at, scratch.x.data(), from(r.u, layout_.first_input(k)), scratch.linear);
  for (int i = 0; i < layout_.output_count(k); ++i) {
    for (int j = 0; j < layout_.input_count(k); ++j) *D++ = scratch.linear.D(i, j);
  }
}

}  // namespace accordo
