// Before the first step: all units agree in their initialization, then leave it one after the other.
#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "core/ensemble.hpp"
#include "model/graph.hpp"

namespace accordo {
namespace {

/// Units as they are in initialization: every one can be asked as often as need be.
std::vector<UnitInfo> open_units(std::span<const UnitInfo> units, bool everything_depends) {
  std::vector<UnitInfo> list(units.begin(), units.end());
  for (UnitInfo& unit : list) {
    unit.can.reevaluation = true;
    if (!unit.initializes || !everything_depends) continue;
    std::vector<int> inputs(unit.ports.inputs.size());
    for (std::size_t j = 0; j < inputs.size(); ++j) inputs[j] = static_cast<int>(j);
    std::fill(unit.feed_through.begin(), unit.feed_through.end(), inputs);
  }
  return list;
}

/// Units in an order in which values flow, those together that do not feed each other.
std::vector<std::vector<int>> levels(const Wiring& wiring, std::span<const UnitInfo> units) {
  std::vector<std::vector<int>> list;
  std::vector<int> level_of(units.size(), -1);
  std::vector<std::vector<int>> feeders(units.size());
  for (const Link& link : wiring.links) {
    feeders[index(wiring.unit_of_input[index(link.input)])].push_back(
        wiring.unit_of_output[index(link.output)]);
  }
  for (const int k : unit_sequence(wiring, units)) {
    const int last = static_cast<int>(list.size()) - 1;
    const bool fed = std::any_of(feeders[index(k)].begin(), feeders[index(k)].end(),
                                 [&](int from) { return level_of[index(from)] == last; });
    if (last < 0 || fed) list.emplace_back();
    level_of[index(k)] = static_cast<int>(list.size()) - 1;
    list.back().push_back(k);
  }
  return list;
}

}  // namespace

/// Before the first step every unit can be asked as often as need be, also those that later cannot.
void Ensemble::start_values(const Instant& at) {
  if (reevaluable_.size() == units_.size()) return restart(at);
  Agreement agreement(wiring_, open_units(units_, false));
  make_consistent(at, all_, agreement);
}

void Ensemble::initialize(const Instant& at) {
  Basis basis;
  basis.hidden = find_hidden_dependencies(at);
  if (exchange_ != nullptr) basis.tokens.assign(exchange_->inputs().begin(), exchange_->inputs().end());
  basis.u = leave_initialization(at);
  // Events at the start may have changed what others see.
  settle_discrete(at, [&] { restart(at); });
  find_unsure_outputs(basis);
}

/// In initialization states may follow inputs, so that outputs depend on more than they declare. Where
/// asking again gives other values, and keeps doing so, everything is taken to depend on everything.
bool Ensemble::find_hidden_dependencies(const Instant& at) {
  constexpr double rounding = 1e-10;
  Agreement declared(wiring_, open_units(units_, false));
  const auto stays = [&] {
    const std::vector<double> before = u_;
    make_consistent(at, all_, declared);
    for (std::size_t i = 0; i < u_.size(); ++i) {
      if (!(std::abs(u_[i] - before[i]) <= rounding * std::max(std::abs(u_[i]), amplitude_[i]))) return false;
    }
    return true;
  };
  for (std::size_t pass = 0; pass < units_.size() + 2; ++pass) {
    if (stays()) return pass > 0;
  }
  Agreement agreement(wiring_, open_units(units_, true));
  make_consistent(at, all_, agreement);
  return true;
}

/// Some units compute outputs only when they leave: sources go first, and what they give then reaches the
/// others while those are still in initialization.
std::vector<double> Ensemble::leave_initialization(const Instant& at) {
  std::vector<double> left_with = u_;
  for (const std::vector<int>& group : levels(wiring_, units_)) {
    for (const int k : group) {
      const int first = wiring_.layout.first_input(k);
      std::copy_n(u_.begin() + first, wiring_.layout.input_count(k), left_with.begin() + first);
    }
    run({.operation = Operation::leave_initialization, .units = group, .at = at, .u = u_.data()});
    outputs(group, at, u_.data(), nullptr, y_.data(), nullptr);
    Wiring::dispatch(wiring_.links, y_.data(), u_.data());
  }
  restart(at);
  return left_with;
}

/// Whose inputs have changed since it left may have outputs that belong to the old ones: those that cannot be
/// told under others; all where initial states follow inputs; and all where it gets discrete inputs with its
/// next step only.
void Ensemble::find_unsure_outputs(const Basis& basis) {
  constexpr double rounding = 1e-10;
  unsure_at_start_.clear();
  for (const int k : all_) {
    const UnitInfo& unit = units_[index(k)];
    if (!unit.initializes) continue;
    const Layout& layout = wiring_.layout;
    bool moved = false, switched = false;
    for (int i = layout.first_input(k); i < layout.first_input(k + 1); ++i) {
      const double size = std::max(std::abs(u_[index(i)]), amplitude_[index(i)]);
      moved = moved || !(std::abs(u_[index(i)] - basis.u[index(i)]) <= rounding * size);
    }
    for (int i = layout.first_discrete_input(k); i < layout.first_discrete_input(k + 1); ++i)
      switched = switched || exchange_->inputs()[index(i)] != basis.tokens[index(i)];
    const bool all = (moved && basis.hidden) || (switched && !unit.reports_events);
    const auto has = [](const std::vector<int>& list, int port) {
      return std::find(list.begin(), list.end(), port) != list.end();
    };
    for (int port = 0; port < unit.ports.output_count(); ++port) {
      if (all || has(unit.late_at_start, port) || (moved && has(unit.fixed_at_start, port)))
        unsure_at_start_.push_back(layout.first_output(k) + port);
    }
  }
}

}  // namespace accordo
