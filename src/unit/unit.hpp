// A unit: a black box with inputs, outputs and its own solver, and what it can do.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/matrix.hpp"
#include "base/time.hpp"
#include "signal/signal.hpp"
#include "unit/capabilities.hpp"
#include "unit/quantity.hpp"
#include "unit/switch_text.hpp"
#include "unit/token.hpp"
#include "unit/unit_messages.hpp"

namespace accordo {

class StepGuard;

/// x' = f ≈ f0 + A dx + B du,  y = g ≈ g0 + C dx + D du around a point.
struct LinearModel {
  Matrix A, B, C, D;
  Vector f0, g0, f_t, g_t;  ///< f_t, g_t: partial derivatives by time
};

/// A variable that is no real number, exchanged at accepted communication points.
struct DiscretePort {
  std::string name;
  TokenType type = TokenType::int32;
  Token start = {};  ///< of an input; of its type also where none is given
  bool has_start = false;
  Quantity quantity = {};                                        ///< of a Float32
  std::vector<std::pair<std::string, std::int64_t>> items = {};  ///< of an enumeration: names and values
};

/// The names of what can be connected, recorded or set.
struct Ports {
  std::vector<std::string> inputs, outputs, states, parameters;
  std::vector<double> start;  ///< start value per input
  std::vector<bool> has_start;
  std::vector<bool> held;  ///< per input: it changes at events only; empty: none is such
  std::vector<DiscretePort> discrete_inputs, discrete_outputs;
  /// What they are measured in, one per port; empty where none of them says.
  std::vector<Quantity> input_quantities, output_quantities, state_quantities;
  /// What else is to be recorded, by name (FMUs): see Unit::observe.
  std::vector<std::string> observed;
  std::vector<bool> observed_continuous;  ///< per observed one
  std::shared_ptr<const std::vector<std::string>> variables =
      {};  ///< all names that an FMU has; null: native

  int input_count() const { return static_cast<int>(inputs.size()); }
  int output_count() const { return static_cast<int>(outputs.size()); }
  int state_count() const { return static_cast<int>(states.size()); }
};

/// How an output ran through a macro-step: the cubic through its values and slopes at both ends, under the
/// inputs of the step, and what it did besides. In scaled time s from 0 to 1; slopes are by s.
struct OutputShape {
  double y1 = 0, dy1 = 0, y2 = 0, dy2 = 0;
  double most = 0;        ///< the farthest that it got from the cubic; NaN: nobody knows the shape
  double m0 = 0, m1 = 0;  ///< ∫ (y − cubic) ds, ∫ s (y − cubic) ds
  double noise = 0;  ///< how far it moves where states and inputs do so by rounding, as far as it was tried
};

/// Where a unit stood before an event, and how far that was off: states e, inputs w; slopes in time.
struct ErrorBefore {
  const double *u, *du, *f;
  const double *e, *w;
};

/// What is known of a unit before the run; plain data, so that it can cross to another process.
struct UnitInfo {
  std::string name;
  std::string kind;  ///< for people: "equations", "linear", "fmi2 co-simulation", …
  Ports ports;
  Capabilities can;
  /// Per output, the inputs it depends on directly (feed-through), ascending.
  std::vector<std::vector<int>> feed_through;
  double fixed_step = 0;  ///< the only length of its own steps; 0: none is known
  bool ticks = false;     ///< it takes other steps, too, but moves on in whole ones of that length only
  /// Of one that ticks, from a trial: how much of a tick's input is still the one before.
  double latency = 0;
  bool latency_corrected = false;
  /// With steps of one length, from a trial: the part of what its states change by that its own solver
  /// misses.
  std::optional<double> inner_error = {};
  std::string integrator;  ///< for people; empty where the unit brings its own
  /// It has events of its own that only the course of its states tells, at which states, f and g may jump.
  bool events = false;
  /// It tells of its events: event_news() and settle().
  bool reports_events = false;
  std::vector<SwitchText> switches = {};  ///< of native units: what these events are, for messages
  /// That it can roll back was declared, and nobody has tried it.
  bool rollback_believed = false;
  /// It cannot roll back, but can be taken back over steps that are watched: no event is handled in these.
  bool repeats_watched = false;
  /// Of one without inputs: by how much each output varies in the whole run; empty: not known.
  std::vector<double> output_variation = {};
  /// f and g are affine in states and inputs and know no time: one linearization holds everywhere.
  bool linear = false;
  /// It is in an initialization of its own until leave_initialization(): its states may follow its inputs.
  bool initializes = false;
  /// Its solver makes steps of its own out of macro-steps, and it tells of them: step_news().
  bool own_steps = false;
  /// It can tell what its states and outputs do within a step: shapes(), course().
  bool shows_course = false;
  /// Of an FMU that holds its inputs over pieces of macro-steps: the order that it keeps for certain; 0: it
  /// follows them.
  int held_order = 0;
  bool held_measured = false;  ///< what it loses by that is measured during the run
  /// Of an FMU, from trials: by how much results scatter where inputs hardly differ, relative to the values.
  double noise = 0;
  /// Of an FMU that integrates once per step whatever its length: how far one step is from four, relative.
  double step_error = 0;
  /// Of an FMU for co-simulation, before its first step: outputs that are not known under other inputs than
  /// those it left its initialization with, and outputs that a trial has shown to be computed by steps only.
  std::vector<int> fixed_at_start, late_at_start;
  std::string why_kind;  ///< for people: why this kind of an FMU, where it has another one
};

/// What a unit that reports its events tells of them.
struct EventNews {
  static constexpr double never = std::numeric_limits<double>::infinity();

  double first = never;  ///< the first one within the latest step
  double next = never;   ///< the next one known in advance
  long long count = 0;   ///< that were handled so far
  long long idle = 0;    ///< of these, without visible effect
  bool effect = false;   ///< the latest settle() changed something
  int chattering = -1;   ///< the switch that does, without any effect that could be seen
};

/// What a unit with a solver of its own has made of macro-steps.
struct StepNews {
  long long do_steps = 0;  ///< that the solver was asked for, so far
  /// Of the latest step, where inputs were held in pieces: how far that took states and outputs from where
  /// the inputs themselves lead, as a part of the most that they have changed by in as much time.
  double held_error = 0;
};

/// The events of a unit whose equations are integrated elsewhere. Points are passed as to evaluate().
class UnitEvents {
 public:
  virtual ~UnitEvents() = default;
  /// The next event known in advance; infinite when there is none.
  virtual double next_event() const = 0;
  /// Whether an event was passed between the latest one and this point.
  virtual bool crossed(const Instant& at, const double* x, const double* u) = 0;
  /// An internal step of the integrator ends here; whether that is an event.
  virtual bool completed(const Instant& at, const double* x, const double* u) = 0;
  /// Handles an event at this point; x may change.
  virtual void handle(const Instant& at, double* x, const double* u) = 0;
  /// While `freely`, f and g follow from a point alone, whatever was handled since: it may lie before an
  /// event. False where that cannot be had.
  virtual bool evaluate_freely(bool /*freely*/) { return false; }
};

/// A unit at work. It holds its own state; `step` moves it forward, `save`/`restore` take it back.
/// Not thread-safe: one caller at a time. Errors are thrown: UnitFailure or NonFinite.
class Unit {
 public:
  explicit Unit(std::shared_ptr<const UnitInfo> info) : info_(std::move(info)) {}
  virtual ~Unit() = default;
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  const UnitInfo& info() const { return *info_; }

  /// Integrates over the step under the input polynomials `u`; unless null, y ← outputs at its end and
  /// dy ← their scaled slopes h·y'. The outputs are those under u at s = 1.
  virtual void step(const Step& step, SignalView u, double* y, double* dy) = 0;

  /// y ← g at the present state under inputs u; slopes are in time: dy ← g_t + C f + D du unless null.
  virtual void outputs(const Instant& at, const double* u, const double* du, double* y, double* dy);

  /// Ends the initialization of a unit that has one, under these inputs. Until then outputs() may be asked
  /// under any inputs, as often as need be, and feed_through() counts what states do at once.
  virtual void leave_initialization(const Instant&, const double* /*u*/) {}
  /// D ← ∂y/∂u at the present point, row by row; false where the unit knows it by linearize() only.
  virtual bool feed_through(const Instant&, const double* /*u*/, double* /*D*/) { return false; }

  /// Remembers the present state, integrator included; one level deep.
  virtual void save();
  /// Back to the remembered state, bitwise; may be repeated.
  virtual void restore();

  /// All that it remembers, to come back to as often and from wherever one likes, as long as the unit lives;
  /// null: that is its states, or it cannot.
  virtual std::shared_ptr<const void> keep() { return nullptr; }
  virtual void come_back(const std::shared_ptr<const void>& /*kept*/) {}

  virtual void states(double* x) const;
  /// Sets the states, as after an event: what an integrator derived from the past is dropped.
  virtual void set_states(const double* x);

  /// f ← f(t, x, u) and g ← g(t, x, u) at any point, the unit itself untouched; either may be null.
  virtual void evaluate(const Instant& at, const double* x, const double* u, double* f, double* g);
  /// Linearization at any point, the unit itself untouched.
  virtual void linearize(const Instant& at, const double* x, const double* u, LinearModel& out);
  /// Of the latest step, which must have been `followed`, per output. False where that is not known.
  virtual bool shapes(OutputShape* /*shapes*/) { return false; }
  /// Likewise: states and outputs at a time within it; either may be null. Outputs under the inputs of the
  /// step.
  virtual bool course(double /*t*/, double* /*x*/, double* /*y*/) { return false; }
  /// Its events so far.
  virtual EventNews event_news() const { return {}; }
  /// Of a unit that has `own_steps`.
  virtual StepNews step_news() const { return {}; }
  /// Handles the events that are due at the present state under inputs u.
  virtual void settle(const Instant& /*at*/, const double* /*u*/) {}
  /// By how much later the event of the latest settle() is for whoever does not share the error; 0 where it
  /// follows from time alone, or had no effect; NaN: not known.
  virtual double event_shift(const Instant& at, const ErrorBefore& before);
  /// Its events, for whoever integrates f; null: it has none.
  virtual UnitEvents* events() { return nullptr; }
  /// What looks after the steps of whoever integrates f or samples its outputs; null: nothing is known.
  virtual StepGuard* guard() { return nullptr; }

  /// The discrete outputs at the present state under inputs u.
  virtual void discrete_outputs(const Instant& at, const double* u, Token* values);
  /// The discrete inputs from this communication point on; in the order of the ports, all of them.
  virtual void set_discrete_inputs(const Instant& at, const double* u, const Token* values);
  /// The observed variables at the present state under inputs u, as numbers.
  virtual void observe(const Instant& at, const double* u, double* values);
  /// What it has said so far.
  virtual UnitMessages messages() const { return {}; }

 private:
  std::shared_ptr<const UnitInfo> info_;  // elsewhere: what a step touches should lie close together
};

}  // namespace accordo
