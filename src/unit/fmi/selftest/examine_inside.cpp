#include "unit/fmi/selftest/examine_inside.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "unit/fmi/selftest/assessment.hpp"
#include "unit/fmi/unit/make_plan.hpp"
#include "unit/fmi/unit/parameters.hpp"

namespace accordo::fmi {
namespace {

using Rows = std::vector<std::vector<double>>;

double span_of(const Subject& subject) {
  return subject.spec.stop - subject.spec.start;
}

/// How many of the steps a run could have are made in a test of the whole run, and how long they are.
probe::WholeRun whole_run_of(const Subject& subject, const Verified& verified) {
  constexpr int most = 50;
  probe::WholeRun whole_run{.h = std::max(span_of(subject) / most, subject.h), .states = verified.states};
  if (!verified.variable_step) whole_run.h = std::max(1.0, std::floor(whole_run.h / subject.h)) * subject.h;
  whole_run.steps =
      std::clamp(static_cast<int>(std::floor(span_of(subject) / whole_run.h * (1 + 1e-9))), 1, most);
  return whole_run;
}

}  // namespace

bool examine_stop_time(const Subject& subject, Probes& probes) {
  const ModelDescription& d = subject.fmu->description();
  if (d.version != Version::fmi2 || !d.experiment.stop || subject.spec.stop < *d.experiment.stop)
    return false;
  Subject untold = subject, told = subject;
  untold.wants_stop_time = false;
  told.wants_stop_time = true;
  // Who gets beyond on its own needs no stop time, and might make of it what it is not meant for.
  probe::WholeRun beyond = whole_run_of(subject, {});
  ++beyond.steps;
  const ChildReport whole = probes.run([&](Notebook& notes) { probe::whole_run(untold, beyond, notes); });
  if (whole.ending != Ending::failed) return false;
  const auto stepped = [&](const Subject& asked) {
    return probes.run([&](Notebook& notes) { probe::steps(asked, {1, 1}, false, notes); });
  };
  const ChildReport with = stepped(told);
  if (with.ending != Ending::done || with.rows.size() != 2) return false;
  const ChildReport without = stepped(untold);
  if (without.ending == Ending::failed) return true;  // it does not go that far on its own
  return without.rows == with.rows;
}

std::vector<std::string> examine_parameters(const Subject& subject, Probes& probes) {
  if (subject.spec.parameters.empty()) return {};
  Problems ignored;
  const ParameterValues given = read_parameters(subject.spec, subject.fmu->description(), ignored);
  const ChildReport report = probes.run([&](Notebook& notes) { probe::parameters(subject, notes); });
  std::vector<std::string> lost;
  for (std::size_t k = 0; k < report.rows.size() && !given.start.empty(); ++k) {
    const StartValue& wanted = given.start[k % given.start.size()];
    const std::string why = assess_parameter(wanted, report.rows[k]);
    if (why.empty()) continue;
    const bool later = k >= given.start.size();
    if (later && std::any_of(lost.begin(), lost.end(),
                             [&](const std::string& l) { return l.starts_with(wanted.name + " "); }))
      continue;
    lost.push_back(fmt::format("{} {}{}", wanted.name, why, later ? " after initialization" : ""));
  }
  return lost;
}

std::string examine_rollback(const Subject& subject, Probes& probes, Verified& verified) {
  const auto repeated = [&](bool restores_first) {
    const ChildReport report = probes.run(
        [&](Notebook& notes) { probe::rollback(subject, verified.states, restores_first, notes); });
    return Probes::verdict(report, 6, assess_rollback);
  };
  std::string why = repeated(false);
  if (!why.empty()) {
    if (!repeated(true).empty()) return why;
    verified.restarts = true;
  }
  probe::WholeRun whole_run = whole_run_of(subject, verified);
  const auto went = [&] {
    return probes.run([&](Notebook& notes) { probe::whole_run(subject, whole_run, notes); });
  };
  const ChildReport straight = went();
  // One that fails at some point by itself is compared up to there.
  const bool usable = straight.ending == Ending::done || straight.ending == Ending::failed;
  if (!usable || straight.rows.empty()) return "a whole run could not be tested: " + straight.what;
  whole_run.back = true;
  whole_run.restores_first = verified.restarts;
  const ChildReport back = went();
  if (back.rows.size() < straight.rows.size())
    return back.what.empty() ? "a whole run could not be tested" : back.what;
  std::string off = assess_whole_run(straight.rows, back.rows, verified.noise);
  if (!off.empty()) return off;
  const ChildReport near =
      probes.run([&](Notebook& notes) { probe::three_neighbors(subject, verified.states, notes); });
  if (near.rows.size() == 3) verified.noise = std::max(verified.noise, roughness(near.rows));
  return {};
}

std::string examine_asking(const Subject& subject, Probes& probes, const Verified& verified) {
  probe::WholeRun whole_run = whole_run_of(subject, verified);
  const auto went = [&] {
    return probes.run([&](Notebook& notes) { probe::whole_run(subject, whole_run, notes); });
  };
  const ChildReport silent = went();
  whole_run.derivatives = true;
  const ChildReport asked = went();
  if (asked.rows.size() < silent.rows.size() || silent.rows.empty())
    return asked.what.empty() ? "a whole run could not be tested" : asked.what;
  double noise = 0;
  return assess_whole_run(silent.rows, asked.rows, noise).empty()
             ? ""
             : "asking for derivatives changes what follows";
}

/// Looked for near the step that the FMU names, else near the one that a run would have by itself. Far slower
/// ones are not: outputs that change at regular times, long apart, are rather signals than clocks.
void examine_clock(const Subject& subject, Probes& probes, Verified& verified) {
  constexpr int steps = 24;
  constexpr double part = 3.3;
  const double h = subject.h / part;
  const ChildReport report = probes.run([&](Notebook& notes) { probe::ticks(subject, h, steps, notes); });
  if (report.rows.size() != steps + 1) return;
  const Ticks ticks = find_ticks(report.rows);
  if (ticks.most == 0) return;
  const probe::Bounds about{ticks.least * h, ticks.most * h};
  const ChildReport measured =
      probes.run([&](Notebook& notes) { probe::clock_length(subject, about, notes); });
  if (measured.rows.size() != 1) return;
  verified.clock = likely_length(measured.rows[0][0], measured.rows[0][1], subject.h);
  verified.clock_leads = ticks.first;
}

namespace {

/// Outputs under single inputs moved, less those under none, for each of several lengths or sizes.
class Responses {
 public:
  Responses(const Subject& subject, Probes& probes, bool clock)
      : subject_(subject),
        probes_(probes),
        clock_(clock),
        // With a clock a step does all or nothing: outputs at the start, under moves of one and two sizes.
        lengths_(clock ? std::vector<double>{1, 2} : std::vector<double>{1, 0.02, 0.01, 0.005}) {
    for (const double length : lengths_) base_.push_back(look(length, nobody));
  }

  bool known() const {
    return std::all_of(base_.begin(), base_.end(), [](const ChildReport& r) { return r.rows.size() == 2; });
  }
  std::size_t outputs() const { return base_.front().rows[0].size(); }
  const std::vector<double>& moves() const { return base_.front().rows[1]; }

  /// Column j of ∂y/∂u; false where the FMU did not answer.
  bool direct(std::size_t j, std::vector<double>& column) {
    Rows effects;
    for (std::size_t k = 0; k < lengths_.size(); ++k) {
      const ChildReport moved = look(lengths_[k], j);
      if (moved.rows.size() != 2) return false;
      effects.push_back(moved.rows[0]);
      for (std::size_t i = 0; i < outputs(); ++i) effects.back()[i] -= base_[k].rows[0][i];
    }
    const double size = moves()[j] * (clock_ ? 1 : kFar);
    column.resize(outputs());
    for (std::size_t i = 0; i < outputs(); ++i)
      column[i] = (clock_ ? direct_by_start(effects, i) : direct_by_steps(effects, i)) / size;
    return true;
  }

 private:
  static constexpr double kFar = 10;
  static constexpr auto nobody = static_cast<std::size_t>(-1);

  ChildReport look(double length, std::size_t j) {
    return probes_.run([&](Notebook& notes) {
      if (clock_) return probe::first_outputs(subject_, j, length, notes);
      probe::response(subject_, length * subject_.h, j, kFar, notes);
    });
  }

  const Subject& subject_;
  Probes& probes_;
  bool clock_;
  std::vector<double> lengths_;
  std::vector<ChildReport> base_;
};

/// What a move did to output i in each of four ticks, besides what it does at once.
std::array<double, 4> increments(const Rows& base, const Rows& moved, std::size_t i, double direct) {
  std::array<double, 4> list{};
  double before = direct;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const double effect = moved[k + 1][i] - base[k + 1][i];
    list[k] = effect - before;
    before = effect;
  }
  return list;
}

/// ∂y/∂u, row by row; nothing where the FMU did not answer.
std::optional<std::vector<double>> direct_effects(const Subject& subject, Probes& probes, bool clock) {
  constexpr std::size_t most_inputs = 12;
  Responses responses(subject, probes, clock);
  if (!responses.known() || responses.moves().size() > most_inputs) return std::nullopt;
  const std::size_t inputs = responses.moves().size();
  std::vector<double> D(responses.outputs() * inputs), column;
  for (std::size_t j = 0; j < inputs; ++j) {
    if (responses.moves()[j] == 0) continue;
    if (!responses.direct(j, column)) return std::nullopt;
    for (std::size_t i = 0; i < column.size(); ++i) D[i * inputs + j] = column[i];
  }
  return D;
}

}  // namespace

void examine_feed_through(const Subject& subject, Probes& probes, Verified& verified) {
  std::optional<std::vector<double>> D = direct_effects(subject, probes, verified.clock > 0);
  verified.feed_through_known = D.has_value();
  if (D && std::any_of(D->begin(), D->end(), [](double d) { return d != 0; }))
    verified.feed_through = *std::move(D);
}

/// All outputs and inputs that can tell must tell the same.
void examine_latency(const Subject& subject, Probes& probes, Verified& verified) {
  constexpr double far = 10, visible = 0.05, whole = 1;
  constexpr std::size_t nobody = static_cast<std::size_t>(-1), rows = 6;
  const auto ticked = [&](std::size_t j) {
    const probe::Ticking clock{verified.clock, verified.clock_leads};
    return probes.run([&](Notebook& notes) { probe::tick_response(subject, clock, j, far, notes); });
  };
  std::optional<std::vector<double>> D = verified.feed_through;
  if (!verified.feed_through_known) D = direct_effects(subject, probes, true);
  const ChildReport base = ticked(nobody);
  if (!D || base.rows.size() != rows) return;
  const std::vector<double>& moves = base.rows.back();
  D->resize(base.rows[0].size() * moves.size());
  std::vector<double> found;
  for (std::size_t j = 0; j < moves.size(); ++j) {
    if (moves[j] == 0) continue;
    const ChildReport moved = ticked(j);
    if (moved.rows.size() != rows) return;
    for (std::size_t i = 0; i < base.rows[0].size(); ++i) {
      const double direct = (*D)[i * moves.size() + j] * far * moves[j];
      const std::optional<double> theta = latency_of(increments(base.rows, moved.rows, i, direct));
      if (theta) found.push_back(*theta);
    }
  }
  if (found.empty()) return;
  const auto [least, most] = std::minmax_element(found.begin(), found.end());
  if (*least > visible && *most <= whole + visible && *most - *least <= visible)
    verified.latency = std::min((*least + *most) / 2, whole);
}

/// Steps are short, so that little moves in them; of an FMU that ticks, or takes one length only, as short as
/// it takes them.
void examine_first_outputs(const Subject& subject, Probes& probes, Verified& verified) {
  constexpr double part = 1e-3, beside = 1e-6;
  const double h = verified.clock > 0       ? verified.clock
                   : verified.variable_step ? part * subject.h
                                            : subject.h;
  const double first = verified.clock == 0 ? h : h * (verified.clock_leads ? 1 - beside : 1 + beside);
  const ChildReport report =
      probes.run([&](Notebook& notes) { probe::first_steps(subject, first, h, notes); });
  if (report.ending == Ending::done && report.rows.size() == 4)
    verified.late_outputs = late_outputs(report.rows);
}

void examine_integrations(const Subject& subject, Probes& probes, Verified& verified) {
  const auto difference = [&](double h) {
    const auto in = [&](int parts) {
      return probes.run([&](Notebook& notes) { probe::in_parts(subject, h, parts, verified.states, notes); });
    };
    const ChildReport one = in(1), four = in(4);
    return one.rows.size() == 1 && four.rows.size() == 1 ? distance(one.rows[0], four.rows[0]) : 0.0;
  };
  constexpr double seen = 1e-5, falling = 0.7;
  const double whole = difference(subject.h);
  if (whole > seen && difference(subject.h / 2) < falling * whole) verified.step_error = whole;
  // At the start little may happen: the whole run, in long steps and in shorter ones.
  probe::WholeRun whole_run = whole_run_of(subject, verified);
  const auto went = [&] {
    return probes.run([&](Notebook& notes) { probe::whole_run(subject, whole_run, notes); });
  };
  const ChildReport coarse = went();
  whole_run.parts = 4;
  const ChildReport fine = went();
  if (coarse.ending != Ending::done || fine.rows.size() != coarse.rows.size()) return;
  constexpr double visible = 1e-2;
  const double apart = distance_over_range(coarse.rows, fine.rows);
  if (apart > visible) verified.step_error = std::max(verified.step_error, apart);
}

}  // namespace accordo::fmi
