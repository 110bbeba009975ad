#include "unit/fmi/selftest/choose_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "unit/fmi/selftest/probes.hpp"
#include "unit/fmi/selftest/selftest.hpp"
#include "unit/fmi/selftest/verified_cache.hpp"
#include "unit/fmi/unit/co_simulation_unit.hpp"
#include "unit/fmi/unit/make_plan.hpp"
#include "unit/fmi/unit/model_exchange_unit.hpp"

namespace accordo::fmi {
namespace {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

constexpr double kSame = 1e-3;  // of the range
constexpr double kFew = 5;      // samples that may be beside an event

/// A run of one kind: so many steps of h, all inputs moved by the same.
struct Trip {
  Kind kind = Kind::co_simulation;
  double h = 0;
  int steps = 0;
  double moved = 0;
};

/// Outputs, discrete ones as numbers.
Row look(accordo::Unit& unit, double t, const std::vector<double>& u) {
  const Ports& ports = unit.info().ports;
  Row row(ports.outputs.size());
  unit.outputs(Instant::at(t), u.data(), nullptr, row.data(), nullptr);
  std::vector<Token> tokens(ports.discrete_outputs.size());
  if (!tokens.empty()) unit.discrete_outputs(Instant::at(t), u.data(), tokens.data());
  for (const Token& token : tokens) row.push_back(number_of(token));
  return row;
}

void simulate(const std::shared_ptr<LoadedFmu>& fmu, const FmuSpec& spec, const Trip& trip, Notebook& notes) {
  fmu->load(trip.kind);
  Problems problems;
  std::vector<Problem> ignored;
  Planned planned =
      make_plan(fmu, trip.kind, spec, as_declared(*fmu->interface_of(trip.kind), 0), problems, ignored);
  problems.throw_if_any();
  planned.info.can.reevaluation = true;
  const auto info = std::make_shared<const UnitInfo>(std::move(planned.info));
  const auto plan = std::make_shared<const FmuPlan>(std::move(planned.plan));
  std::unique_ptr<accordo::Unit> unit;
  if (trip.kind == Kind::co_simulation) {
    unit = std::make_unique<CoSimulationUnit>(info, plan);
  } else {
    unit =
        std::make_unique<ModelExchangeUnit>(info, plan, IntegratorSettings::with_tolerance(spec.tolerance));
  }
  std::vector<double> u = plan->input_start;
  Signal inputs(u.size());
  inputs.set_degree(0);
  for (std::size_t j = 0; j < u.size(); ++j) inputs.component(static_cast<int>(j))[0] = u[j] += trip.moved;
  unit->leave_initialization(Instant::at(spec.start), u.data());
  notes.add(look(*unit, spec.start, u));
  for (int k = 0; k < trip.steps; ++k) {
    const double t = spec.start + k * trip.h;
    unit->step({.t = t, .h = trip.h, .end = t + trip.h}, inputs.view(), nullptr, nullptr);
    notes.add(look(*unit, t + trip.h, u));
  }
  static_cast<void>(unit.release());  // what freeing it would do is no part of this
}

/// How far each output moves from its first value.
Row movement(const Rows& rows) {
  Row most(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < most.size(); ++i)
      most[i] = std::max(most[i], std::abs(row[i] - rows.front()[i]));
  }
  return most;
}

/// Whether one side stands still where the other moves.
bool stands_still(const Rows& rows, const Rows& other) {
  constexpr double rounding = 1e-9;
  const Row mine = movement(rows), theirs = movement(other);
  bool moves = false;
  for (std::size_t i = 0; i < std::min(mine.size(), theirs.size()); ++i) {
    if (theirs[i] <= rounding * std::abs(other.front()[i])) continue;
    moves = true;
    if (mine[i] >= kSame * theirs[i]) return false;
  }
  return moves;
}

/// The output that differs at the most samples: how many, and by how much of its range at the most.
struct Difference {
  std::size_t output = 0;
  int samples = 0;
  double most = 0;
};
Difference difference(const Rows& a, const Rows& b) {
  Difference worst;
  for (std::size_t i = 0; i < std::min(a.front().size(), b.front().size()); ++i) {
    double low = b.front()[i], high = low;
    for (const Row& row : b) low = std::min(low, row[i]), high = std::max(high, row[i]);
    const double size = std::max(high - low, 1e-6 * std::max(std::abs(low), std::abs(high)));
    Difference here{.output = i};
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
      const double off = size > 0 ? std::abs(a[k][i] - b[k][i]) / size : std::abs(a[k][i] - b[k][i]);
      here.samples += off > kSame ? 1 : 0;
      here.most = std::max(here.most, off);
    }
    if (here.samples > worst.samples) worst = here;
  }
  return worst;
}

class Chooser {
 public:
  Chooser(const std::shared_ptr<LoadedFmu>& fmu, const FmuSpec& spec)
      : fmu_(fmu), spec_(spec), probes_(self_test_seconds()) {
    spec_.capabilities.clear();
    const double span = spec.stop - spec.start;
    const auto step = fmu->description().experiment.step;
    constexpr double usual = 500;
    own_ = step && *step > 0 && *step < span / 4 ? *step : span / usual;
  }

  KindChoice choose() {
    const ChildReport still = go(Kind::co_simulation, 0), moving = go(Kind::model_exchange, 0);
    if (moving.ending != Ending::done) {
      const bool both = still.ending != Ending::done;
      return both ? declared_kind(*fmu_)
                  : KindChoice{
                        Kind::co_simulation, "model exchange failed in a trial: " + moving.what, {}, true};
    }
    if (still.ending != Ending::done)
      return {Kind::model_exchange, "co-simulation failed in a trial: " + still.what, {}, true};
    for (const double moved : {0.0, 1.0}) {
      const ChildReport cs = moved == 0 ? still : go(Kind::co_simulation, moved);
      const ChildReport me = moved == 0 ? moving : go(Kind::model_exchange, moved);
      if (cs.ending != Ending::done || me.ending != Ending::done) continue;
      if (stands_still(me.rows, cs.rows))
        return {Kind::co_simulation,
                "its model exchange side does nothing: the states are hidden in co-simulation",
                {},
                true};
      if (stands_still(cs.rows, me.rows))
        return {Kind::model_exchange, "its co-simulation side does nothing", {}, true};
    }
    return compare();
  }

 private:
  ChildReport go(Kind kind, double moved) { return go(kind, own_, 4, moved); }
  ChildReport go(Kind kind, double h, int steps, double moved) {
    return probes_.run([&](Notebook& notes) { simulate(fmu_, spec_, {kind, h, steps, moved}, notes); });
  }

  /// Both sides live: over the whole run.
  KindChoice compare() {
    constexpr int steps = 50;
    constexpr double odd = 51.7;  // not to meet events at round times, where either side of a jump is right
    const double h = (spec_.stop - spec_.start) / odd;
    const ChildReport cs = go(Kind::co_simulation, h, steps, 0), me = go(Kind::model_exchange, h, steps, 0);
    if (me.ending != Ending::done && cs.ending == Ending::done)
      return {Kind::co_simulation, "model exchange failed in a trial: " + me.what, {}, true};
    KindChoice choice{Kind::model_exchange, "with it a unit can do everything", {}};
    if (cs.ending != Ending::done || me.ending != Ending::done) return choice;
    const Difference d = difference(me.rows, cs.rows);
    if (d.samples <= kFew) return choice;
    if (fmu_->description().structure.states.empty() && fmu_->description().event_indicators == 0) {
      choice = late(me.rows, cs.rows, d.samples) || approached(h, steps, me.rows, d.samples)
                   ? KindChoice{Kind::model_exchange, "co-simulation does the same, but later", {}}
                   : KindChoice{Kind::co_simulation, "model exchange has no states, and differs", {}};
    }
    choice.difference = fmt::format(
        "the two kinds of the FMU differ by {:.2g} of the range of an output in a trial of {} steps", d.most,
        steps);
    return choice;
  }

  /// Whether co-simulation gives, a sample or two later, what model exchange gives: at most half as often
  /// off. No delay brings anything closer to a stub.
  static bool late(const Rows& me, const Rows& cs, int samples) {
    for (const std::size_t delay : {1, 2}) {
      const Rows later(cs.begin() + static_cast<std::ptrdiff_t>(std::min(delay, cs.size() - 1)), cs.end());
      if (2 * difference(me, later).samples <= samples) return true;
    }
    return false;
  }

  /// Whether it is at most half as often off with shorter steps: then it approximates model exchange.
  bool approached(double h, int steps, const Rows& me, int samples) {
    constexpr int finer = 8;
    const ChildReport cs = go(Kind::co_simulation, h / finer, steps * finer, 0);
    if (cs.ending != Ending::done) return false;
    Rows common;
    for (std::size_t k = 0; k < cs.rows.size(); k += finer) common.push_back(cs.rows[k]);
    return 2 * difference(me, common).samples <= samples;
  }

  std::shared_ptr<LoadedFmu> fmu_;
  FmuSpec spec_;
  Probes probes_;
  double own_ = 0;
};

}  // namespace

KindChoice declared_kind(const LoadedFmu& fmu) {
  const bool states = !fmu.description().structure.states.empty();
  if (fmu.interface_of(Kind::co_simulation) == nullptr) return {Kind::model_exchange, "it has no other", {}};
  if (fmu.interface_of(Kind::model_exchange) == nullptr) return {Kind::co_simulation, "it has no other", {}};
  if (states) return {Kind::model_exchange, "with it a unit can do everything", {}};
  return {Kind::co_simulation, "model exchange has no states", {}};
}

namespace {

constexpr const char* kAbout = "kind";

std::optional<KindChoice> found_before(const VerifiedCache& cache, const std::string& key) {
  const auto known = cache.find_text(key, kAbout);
  const std::size_t line = known ? known->find('\n') : std::string::npos;
  if (line == std::string::npos || line < 2) return std::nullopt;
  const Kind kind = known->front() == 'm' ? Kind::model_exchange : Kind::co_simulation;
  return KindChoice{kind, known->substr(2, line - 2), known->substr(line + 1), (*known)[1] == '!'};
}

}  // namespace

KindChoice remembered_kind(const LoadedFmu& fmu, const FmuSpec& spec) {
  const auto known = found_before(VerifiedCache(), key_of(fmu.package().content_hash(), spec));
  return known ? *known : declared_kind(fmu);
}

KindChoice choose_kind(const std::shared_ptr<LoadedFmu>& fmu, const FmuSpec& spec) {
  const VerifiedCache cache;
  const std::string key = key_of(fmu->package().content_hash(), spec);
  if (const auto known = found_before(cache, key)) return *known;
  const KindChoice choice = Chooser(fmu, spec).choose();
  cache.keep_text(key, kAbout,
                  fmt::format("{}{}{}\n{}", choice.kind == Kind::model_exchange ? 'm' : 'c',
                              choice.only ? '!' : ' ', choice.why, choice.difference));
  return choice;
}

}  // namespace accordo::fmi
