// How an FMU for co-simulation gets inputs that it cannot follow: what stands for them over its own steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/failure.hpp"
#include "base/index.hpp"
#include "unit/fmi/unit/co_simulation_unit.hpp"
#include "unit/fmi/unit/input_pieces.hpp"

namespace accordo::fmi {
namespace {

constexpr std::array<double, kCoefficients> kFactorial{1, 1, 2, 6};

/// How far from an event it is left alone: far beyond rounding, far below what can be seen.
double margin(double t, double h) {
  return std::max(1e-9 * h, 100 * one_sided_offset(t));
}

bool moves(const SignalView& u, int input) {
  const double* a = u.component(input);
  return std::any_of(a + 1, a + u.degree + 1, [](double c) { return c != 0; });
}

}  // namespace

/// A step that the FMU discards is made again in more and more parts.
void CoSimulationUnit::advance(const Step& step, const SignalView& u) {
  int parts = 1;
  began_ = now_.reached;
  if (u.degree == 0 && plan_->fixed_step == 0 && !plan_->intermediate) {  // as the cheapest methods have it
    try {
      return advance_held(u, step.t, step.h, ahead_of(step));
    } catch (const Discarded& e) {
      take_back(e, parts);
    }
  } else {
    now_.way = way_of(step, u);
    parts = now_.way.division.pieces;
    try {
      return advance_by(now_.way, step, u);
    } catch (const Discarded& e) {
      take_back(e, parts);
    }
  }
  for (;;) {
    parts *= 2;
    now_.way = {Holding::Kind::parts, {parts}};
    try {
      return advance_in(parts, step, u);
    } catch (const Discarded& e) {
      take_back(e, parts);
    }
  }
}

/// Where the state before is saved, that is: FMI has no other way back.
void CoSimulationUnit::take_back(const Discarded& e, int parts) {
  constexpr int most = 1024;
  // A step that was given up in the middle of its pieces has left its beginning.
  const bool way_back = has_saved_ && saved_.reached == began_ && info().can.variable_step;
  if (!way_back || parts > most) {
    throw UnitFailure(fmt::format("{}; a smaller step may succeed{}", e.what(),
                                  plan_->rollback && !way_back ? ", or a method that goes back" : ""));
  }
  restore();
}

void CoSimulationUnit::advance_by(Way way, const Step& step, const SignalView& u) {
  switch (way.kind) {
    case Holding::Kind::parts:
      return advance_in(way.division.pieces, step, u);
    case Holding::Kind::pieces:
      return advance_pieces(way.division, step, u);
    case Holding::Kind::line:
    case Holding::Kind::polyline:
      return advance_lines(way.kind, step, u);
  }
}

/// How far ahead of its end a step is to stop.
double CoSimulationUnit::ahead_of(const Step& step) const {
  return step.before_event && plan_->any_step ? -margin(step.end, step.h) : 0;
}

void CoSimulationUnit::advance_in(int pieces, const Step& step, const SignalView& u) {
  const double ahead = ahead_of(step);
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

/// One after the other, as long as nothing happens in them that others must know of.
void CoSimulationUnit::advance_pieces(const Division& division, const Step& step, const SignalView& u) {
  const bool ticks = plan_->fixed_step > 0;
  pieces_.fit(u, division, !ticks);
  const Division& made = pieces_.division();
  for (int i = 0; i < made.pieces && !now_.pending; ++i) {
    const double from = made.edge(i), to = made.edge(i + 1);
    const double h = ticks ? plan_->fixed_step : (to - from) * step.h;
    const double t = step.t + (ticks ? i * h : from * step.h);
    const bool first = plan_->latency > 0 && !now_.stepped;
    const double lead = i == 0 && step.after_event && !first ? 0 : lead_of(h);
    for (int j = 0; j < u.size; ++j) {
      double& v = values_[index(j)];
      v = pieces_.value(j, i);
      if (lead > 0 && (first || moves(u, j)) && plan_->continuous_input[index(j)] != 0)
        v += lead * (v - now_.u[index(j)]);
    }
    set_inputs(values_.data());
    now_.u = values_;
    do_step(t, h, i + 1 == made.pieces ? ahead_of(step) : 0);
  }
}

/// One line with the same moments 0 and 1, or three that meet and begin and end where the inputs do. Where
/// they would leave the bounds of an input, lines through the ends of some parts.
void CoSimulationUnit::advance_lines(Holding::Kind kind, const Step& step, const SignalView& u) {
  constexpr int parts = 4;
  const int count = kind == Holding::Kind::line ? 1 : 3;
  if (!lines_keep_bounds(count, u)) return advance_in(parts, step, u);
  for (int i = 0; i < count && !now_.pending; ++i) {
    const double h = step.h / count;
    for (int j = 0; j < u.size; ++j) {
      const Line line = line_of(u, j, i, count);
      double* b = piece_.component(j);
      b[0] = line.from, b[1] = line.to - line.from, b[2] = b[3] = 0;
      values_[index(j)] = line.from;
      u_end_[index(j)] = line.to;
    }
    advance_along(step.t + i * h, h, i + 1 == count ? ahead_of(step) : 0);
  }
}

CoSimulationUnit::Line CoSimulationUnit::line_of(const SignalView& u, int input, int i, int count) const {
  std::array<double, kCoefficients> a{};
  std::copy_n(u.component(input), u.degree + 1, a.begin());
  const double end = u.value(input, 1);
  if (plan_->continuous_input[index(input)] == 0) return {a[0], a[0]};
  if (count == 1) return {a[0] - a[2] / 6 - a[3] / 5, end - a[2] / 6 - 3 * a[3] / 10};
  const double first = a[0] + a[1] / 3 + a[2] / 12 + a[3] / 30;
  const double second = a[0] + 2 * a[1] / 3 + 5 * a[2] / 12 + 13 * a[3] / 60;
  return i == 0 ? Line{a[0], first} : i == 1 ? Line{first, second} : Line{second, end};
}

/// Whether they keep the bounds that are declared and that the inputs keep. Lines leave the range of a cubic
/// by a fifth of it at most, three of them by a half.
bool CoSimulationUnit::lines_keep_bounds(int count, const SignalView& u) const {
  for (int j = 0; j < u.size; ++j) {
    const InputBounds& declared = plan_->bounds[index(j)];
    if (!std::isfinite(declared.low) && !std::isfinite(declared.high)) continue;
    std::array<double, kCoefficients> a{};
    std::copy_n(u.component(j), u.degree + 1, a.begin());
    const InputBounds range = range_of(a.data());
    const double low = std::min(a[0] + range.low, declared.low),
                 high = std::max(a[0] + range.high, declared.high);
    for (int i = 0; i < count; ++i) {
      const Line line = line_of(u, j, i, count);
      if (std::min(line.from, line.to) < low || std::max(line.from, line.to) > high) return false;
    }
  }
  return true;
}

double CoSimulationUnit::length_of(const Step& step) const {
  const bool one = plan_->fixed_step > 0 && std::abs(step.h - plan_->fixed_step) <= 1e-9 * step.h;
  return one ? plan_->fixed_step : step.h;
}

/// A unit with a fixed step takes as many of them as there are in the macro-step.
int CoSimulationUnit::ticks_in(const Step& step) const {
  const double count = std::round(step.h / plan_->fixed_step);
  const bool whole = std::abs(step.h - count * plan_->fixed_step) <= 1e-6 * plan_->fixed_step;
  return info().ticks && !whole ? 1 : std::max(1, static_cast<int>(count));
}

/// Methods whose inputs are lines have no order to lose: the fewest pieces are as good for them.
CoSimulationUnit::Way CoSimulationUnit::way_of(const Step& step, const SignalView& u) const {
  const int degree = degree_of(u);
  if (plan_->fixed_step > 0) {
    const int count = ticks_in(step);
    const bool held = count > 1 && degree > 0 && plan_->input_order == 0;
    return {held ? Holding::Kind::pieces : Holding::Kind::parts, {count}};
  }
  if (plan_->intermediate || degree <= plan_->input_order) return {};
  const Holding& holding = plan_->holding;
  if (holding.kind != Holding::Kind::pieces) return {holding.kind, holding.division};
  const Division fewest{holding.division.end ? 3 : 2, holding.division.end};
  if (degree < 2) return {holding.kind, fewest};
  return {holding.kind, now_.held.division.pieces > 0 ? now_.held.division : holding.division};
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
  advance_along(piece.t, piece.h, piece.ahead);
}

/// Under what piece_, values_ and u_end_ say.
void CoSimulationUnit::advance_along(double t, double h, double ahead) {
  set_inputs(values_.data());
  now_.u = u_end_;
  if (!derivatives_.values.empty()) {
    set_derivatives(h);
    now_.derivatives_set = true;
  }
  do_step(t, h, ahead);
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

}  // namespace accordo::fmi
