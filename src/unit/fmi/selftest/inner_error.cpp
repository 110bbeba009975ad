#include "unit/fmi/selftest/inner_error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace accordo::fmi {
namespace {

/// One state over four ticks: by how much it moves, how far that is from the integral of its derivative, and
/// how far the integral itself may be off.
struct Window {
  double moves = 0, off = 0, unsure = 0;
};

/// Boole's rule, of order 6. Simpson's, of order 4, tells how good it is.
Window window_of(const Stretch& s, std::size_t i, std::size_t late, double h) {
  constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
  const auto f = [&](std::size_t k) { return s.f[k + late][i]; };
  const double boole = 2 * h / 45 * (7 * f(0) + 32 * f(1) + 12 * f(2) + 32 * f(3) + 7 * f(4));
  const double simpson = h / 3 * (f(0) + 4 * f(1) + 2 * f(2) + 4 * f(3) + f(4));
  Window w{.off = std::abs(s.x[4][i] - s.x[0][i] - boole)};
  for (std::size_t k = 0; k < 4; ++k) w.moves += std::abs(s.x[k + 1][i] - s.x[k][i]);
  w.unsure = std::abs(boole - simpson) + rounding * std::max(std::abs(s.x[0][i]), std::abs(s.x[4][i]));
  return w;
}

struct Sums {
  double moves = 0, off = 0, unsure = 0, unexplained = 0;
};

/// Where a state moves otherwise than its derivative says, something happened: that is not an error of a
/// solver.
Sums sums_of(const std::vector<Stretch>& stretches, std::size_t i, std::size_t late, double h) {
  constexpr double otherwise = 0.5;
  Sums sums;
  for (const Stretch& s : stretches) {
    const Window w = window_of(s, i, late, h);
    if (!std::isfinite(w.off + w.moves)) continue;
    if (w.off > otherwise * w.moves + w.unsure) {
      sums.unexplained += w.moves;
      continue;
    }
    sums.moves += w.moves;
    sums.off += std::max(0.0, w.off - w.unsure);
    sums.unsure += w.unsure;
  }
  return sums;
}

/// Where what happens is more than what is smooth, or the integrals are no better than the states, nothing is
/// known.
std::optional<double> part_missed(const Sums& s) {
  constexpr double small = 1e-4;
  if (s.unexplained >= s.moves) return std::nullopt;
  if (s.unsure > std::max(small * s.moves, s.off / 2)) return std::nullopt;
  return s.off / s.moves;
}

bool rests(const std::vector<Stretch>& stretches, std::size_t i) {
  constexpr double little = 1e-9;
  double size = 0, moves = 0;
  for (const Stretch& s : stretches) {
    for (std::size_t k = 1; k < s.x.size(); ++k) {
      size = std::max(size, std::abs(s.x[k][i]));
      moves += std::abs(s.x[k][i] - s.x[k - 1][i]);
    }
  }
  return moves <= little * size;
}

}  // namespace

/// Some FMUs give the derivatives of the tick before. Taken for those of now they would make every solver
/// look poor, so both are tried. That flatters no solver of order 1: with f as of now it is off by
/// h/2 times the change of f, with f of the other tick by as much or by three times that.
std::optional<double> inner_error(const std::vector<Stretch>& stretches, double h) {
  if (stretches.empty()) return std::nullopt;
  std::optional<double> best;
  for (const std::size_t late : {0U, 1U}) {
    std::optional<double> worst;
    bool all = true;
    for (std::size_t i = 0; i < stretches.front().x.front().size() && all; ++i) {
      if (rests(stretches, i)) continue;
      const std::optional<double> part = part_missed(sums_of(stretches, i, late, h));
      all = part.has_value();
      if (all) worst = std::max(worst.value_or(0), *part);
    }
    if (all && worst) best = std::min(best.value_or(*worst), *worst);
  }
  return best;
}

namespace {

/// The run in stretches: `between` ticks in one step under inputs moved again, then single ticks.
struct InnerPlan {
  double tick = 0;
  double aside = 0;     ///< how far ends of steps lie beside the ticks, as with probe::tick_response
  bool single = false;  ///< steps of that length only
  int stretches = 0, between = 0;
};

/// All ticks of the run are made, as any test of the whole run makes them. Two or more lie after each move
/// of inputs: they may be taken late, and solvers with a memory must forget the jump.
InnerPlan plan_of(const Subject& subject, const Verified& verified) {
  constexpr int most = 50, least_between = 2, looked_at = static_cast<int>(kStretchRows) - 1;
  constexpr double spare = 1, most_ticks = 1e9, beside = 1e-6;
  InnerPlan plan{.tick = subject.h, .single = verified.clock == 0};
  if (verified.clock > 0) {
    plan.tick = verified.clock;
    plan.aside = (verified.clock_leads ? -beside : beside) * plan.tick;
  }
  const double span = subject.spec.stop - subject.spec.start;
  const auto ticks = static_cast<int>(std::clamp(std::floor(span / plan.tick) - spare, 0.0, most_ticks));
  plan.stretches = std::min(most, ticks / (least_between + looked_at));
  if (plan.stretches > 0) plan.between = ticks / plan.stretches - looked_at;
  return plan;
}

Stretch stretch_of(ProbeRun& r, double tick, double q) {
  Stretch s;
  for (std::size_t i = 0; i < kStretchRows; ++i) {
    if (i > 0) r.step(tick, q);
    s.x.push_back(r.states());
    s.f.push_back(r.derivatives());
  }
  return s;
}

/// The part that is missed, where it can be told.
void look_inside(const Subject& subject, const InnerPlan& plan, Notebook& notes) {
  constexpr double far = 10;
  ProbeRun r = probe::running(subject);
  std::vector<Stretch> stretches;
  for (int k = 0; k < plan.stretches; ++k) {
    const double q = far * probe::moved_in(k);
    const double aside = k == 0 ? plan.aside : 0;
    for (int i = 0; i < plan.between && plan.single; ++i) r.step(plan.tick, q);
    if (!plan.single) r.step(plan.between * plan.tick + aside, q);
    stretches.push_back(stretch_of(r, plan.tick, q));
  }
  if (const std::optional<double> part = inner_error(stretches, plan.tick)) notes.add(&*part, 1);
  r.abandon();
}

}  // namespace

void examine_inner_error(const Subject& subject, Probes& probes, Verified& verified) {
  if (!verified.states || (verified.variable_step && verified.clock == 0)) return;
  const InnerPlan plan = plan_of(subject, verified);
  if (plan.stretches == 0) return;
  const ChildReport report = probes.run([&](Notebook& notes) { look_inside(subject, plan, notes); });
  if (report.ending != Ending::done || report.rows.size() != 1) return;
  verified.inner_step = plan.tick;
  verified.inner_error = report.rows[0][0];
}

}  // namespace accordo::fmi
