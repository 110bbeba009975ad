// The trials of an FMU for co-simulation: what is written down of each.

#include <algorithm>
#include <cmath>

#include "base/failure.hpp"
#include "unit/fmi/selftest/probe_run.hpp"

namespace accordo::fmi::probe {
namespace {

std::vector<double> joined(std::vector<double> a, const std::vector<double>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// In this order: some FMUs, in initialization mode, give old derivatives once outputs have been read.
std::vector<double> derivatives_and_outputs(ProbeRun& r) {
  std::vector<double> values = r.derivatives();
  return joined(std::move(values), r.outputs());
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

}  // namespace

ProbeRun running(const Subject& subject) {
  ProbeRun r(subject);
  r.set_inputs(0);
  r.leave_initialization();
  return r;
}

std::vector<double> look(ProbeRun& r, bool states) {
  std::vector<double> values = r.outputs();
  return states ? joined(std::move(values), r.states()) : values;
}

void plain(const Subject& subject, Notebook& notes) {
  ProbeRun r = running(subject);
  notes.add(r.outputs());
  for (int i = 0; i < 4; ++i) {
    r.step(subject.h, 1);
    notes.add(r.outputs());
  }
  bool states = false;
  try {
    states = all_finite(r.states()) && all_finite(r.derivatives());
  } catch (const UnitFailure&) {  // told by the 0
    states = false;
  }
  const double told = states ? 1 : 0;
  notes.add(&told, 1);
}

void rollback(const Subject& subject, bool states, bool restores_first, Notebook& notes) {
  ProbeRun r = running(subject);
  const double h = subject.h;
  r.step(h, 1);
  r.save();
  if (restores_first) r.restore();
  notes.add(look(r, states));
  for (int repeat = 0; repeat < 2; ++repeat) {
    for (int i = 0; i < 2; ++i) {
      r.step(h, 1);
      notes.add(look(r, states));
    }
    r.restore();
  }
  r.step(h, 2);
  r.restore();
  r.step(h, 1);
  notes.add(look(r, states));
  r.abandon();
}

void steps(const Subject& subject, const std::vector<double>& lengths, bool states, Notebook& notes) {
  ProbeRun r = running(subject);
  for (const double part : lengths) {
    r.step(part * subject.h, 1);
    notes.add(look(r, states));
  }
  r.abandon();
}

void inputs(const Subject& subject, const Shape& shape, const InputTrial& trial, Notebook& notes) {
  ProbeRun r = running(subject);
  constexpr int parts = 16;
  const double h = subject.h, end = value_at(shape, 1);
  switch (trial.way) {
    case InputWay::held:
      r.step(h, shape[0]);
      break;
    case InputWay::in_parts:
      r.step_in_parts(h, shape, parts);
      break;
    case InputWay::by_mean:
      r.step(h, mean_over(shape, 0, 1));
      break;
    case InputWay::by_derivatives:
      r.step_with_derivatives(h, shape, trial.order);
      break;
    case InputWay::by_updates:
      r.step_with_updates(h, shape);
      break;
  }
  // Outputs may depend directly on inputs, which are elsewhere where they stayed at their mean.
  std::vector<double> seen = trial.outputs  ? look(r, trial.states)
                             : trial.states ? r.states()
                                            : std::vector<double>{};
  for (int i = 0; i < 2; ++i) {
    r.step(h, end);
    seen = joined(std::move(seen), look(r, trial.states));
  }
  notes.add(seen);
  r.abandon();
}

void output_derivatives(const Subject& subject, bool rollback, Notebook& notes) {
  ProbeRun r = running(subject);
  std::vector<double> first;
  for (int i = 1; i <= 4; ++i) {
    r.step(subject.h, 1);
    notes.add(r.outputs());
    if (i != 2) continue;
    first = r.output_derivatives();
    if (rollback) r.save();
  }
  notes.add(first);
  if (rollback) {
    r.restore();
    r.step(subject.h, 1);
    notes.add(r.output_derivatives());
  }
  r.abandon();
}

void directional(const Subject& subject, Notebook& notes) {
  ProbeRun r(subject);
  constexpr double little = 0.01;
  for (const double q : {little, -little, 0.0}) {
    r.set_inputs(q);
    notes.add(derivatives_and_outputs(r));
    notes.add(r.states());
  }
  r.leave_initialization();
  std::vector<double> along, by_inputs;
  r.directional(along, by_inputs);
  for (double& v : by_inputs) v *= 2 * little;
  notes.add(by_inputs);
  for (int i = 1; i <= 3; ++i) {
    r.step(subject.h, 1);
    notes.add(derivatives_and_outputs(r));
    if (i != 2) continue;
    r.directional(along, by_inputs);
  }
  notes.add(along);
  const JacobianPlan& jacobian = r.plan().jacobian;
  const double complete = jacobian.time_may_enter() && !jacobian.time_listed() ? 0 : 1;
  notes.add(&complete, 1);
  r.abandon();
}

}  // namespace accordo::fmi::probe
