// What the ensemble asks of units, and the answer: plain data, so that it can be carried out anywhere.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "signal/signal.hpp"
#include "unit/estimated/estimator_knobs.hpp"
#include "unit/token.hpp"
#include "unit/unit.hpp"

namespace accordo {

enum class Operation : std::uint8_t {
  step,  ///< integrate over `step` under `inputs`; y, dy ← outputs and scaled slopes at its end, where wanted
  outputs,               ///< y ← g at the present state under u; with dy: slopes in time under du
  save,                  ///< remember the present state
  restore,               ///< back to the remembered state
  states,                ///< x ← present states
  set_states,            ///< set the states to x
  derivatives,           ///< x ← x' at the present state under u; NaN where a unit does not expose f
  feed_through,          ///< D ← ∂g/∂u at the present state under u, row by row, at the unit's offset
  discrete_outputs,      ///< tokens ← discrete outputs at the present state under u
  set_discrete_inputs,   ///< the discrete inputs are `tokens` from here on
  leave_initialization,  ///< ends the initialization under u
  observe,               ///< x ← the observed variables at the present state under u
  settle,                ///< handle the events that are due under u; news ← what there is to tell
  news,                  ///< news ← what there is to tell of events
  step_news,             ///< step_news ← what became of steps inside
  messages,              ///< messages ← what units have said
  shapes,                ///< shapes ← how outputs ran through the latest step
  course,                ///< x, y ← states and outputs at a time within the latest step; NaN: not known

  // Of the estimator beside a unit (unit/estimated):
  attach,         ///< make one, with `knobs`
  observe_point,  ///< a new communication point, under u with slopes du in time
  reset,          ///< the points before count no longer
  affine,   ///< y, dy ← b, and y_low, dy_low where wanted, for a step from u with scaled slopes du; K where
            ///< the unit's version of it is not the one given
  correct,  ///< improves b by evaluating the unit where `inputs` lead
  estimate,  ///< y, dy ← outputs and scaled slopes at the end of `step` under `inputs`, without stepping
  estimator_counts,  ///< versions ← per unit: linearizations, operators computed

  // Of errors that are carried along (unit/estimated/error_carrier.hpp):
  start_errors,  ///< y, dy, D, CB ← of the point under u; dy: slopes in time. There are no errors
  event_shifts,  ///< shifts ← of the event at the latest point, with errors u of inputs, which have slopes du
                 ///< in time
  restart_errors,  ///< as start_errors, after an event that is by `shift` later; shifts ← 0 where errors are
                   ///< lost
  arrive_errors,  ///< y, dy, y_low, dy_low ← outputs at the start and at the end of `step` under `inputs`; D
  carry_errors,   ///< y, dy ← b, K, for errors of inputs from u with scaled slopes du, and `defects`
  finish_errors,  ///< they ended at u with scaled slopes du: y, dy, D, CB, rounding of this point, x ← errors
                  ///< of states; shifts ← growth of these, where `shift` is the tolerance
};

/// One operation on a group of units. The vectors are those of the whole system; unit k reads and writes
/// its own slice, given by the Layout. An executor that leaves the process carries the slices over.
struct Request {
  Operation operation = Operation::step;
  std::span<const int> units;
  Step step;
  Instant at;
  SignalView inputs;
  const double* u = nullptr;
  const double* du = nullptr;
  double* y = nullptr;
  double* dy = nullptr;
  double* x = nullptr;
  double* D = nullptr;
  double *y_low = nullptr, *dy_low = nullptr;
  double* CB = nullptr;        ///< as D
  double* rounding = nullptr;  ///< per output
  double* K = nullptr;
  const std::size_t* K_offsets = nullptr;  ///< per unit
  long long* versions = nullptr;           ///< per unit; in: of the K that is known, out: of the one given
  bool* changed = nullptr;                 ///< set when any K was given
  const EstimatorKnobs* knobs = nullptr;
  const double* defects = nullptr;                 ///< kDefectCoefficients per input
  double* shifts = nullptr;                        ///< per unit
  double shift = 0;                                ///< or a tolerance
  Token* tokens = nullptr;                         ///< discrete outputs or inputs
  EventNews* news = nullptr;                       ///< per unit; step: where wanted
  StepNews* step_news = nullptr;                   ///< per unit
  UnitMessages* messages = nullptr;                ///< per unit
  OutputShape* shapes = nullptr;                   ///< per output
  const unsigned char* without_outputs = nullptr;  ///< step: per unit, whether nobody will read its outputs
};

/// A unit that could not do what it was asked.
struct UnitError {
  enum class Kind { failed, non_finite, bug, ended };
  int unit = 0;
  Kind kind = Kind::failed;
  std::string what;
  double t = 0;
};

/// The answer to a request: errors in the order of the units; empty when all went well.
struct Reply {
  std::vector<UnitError> unit_errors;
};

}  // namespace accordo
