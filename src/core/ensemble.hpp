// The coupled units as one map from input signals over a macro-step to output samples at its end, with three
// verbs: `trial` (real, repeatable), `predict` (estimated) and `commit` (real, once per accepted step). See
// docs/decisions/0001.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/agreement.hpp"
#include "core/driven_inputs.hpp"
#include "core/estimators.hpp"
#include "core/event_watch.hpp"
#include "core/exchange.hpp"
#include "core/executor.hpp"
#include "core/failures.hpp"
#include "core/forerunners.hpp"
#include "core/input_errors.hpp"
#include "core/input_sizes.hpp"
#include "core/ledger.hpp"
#include "core/noise_floor.hpp"
#include "model/wiring.hpp"
#include "signal/signal.hpp"

namespace accordo {

/// Units that are asked together, by index.
using Group = std::span<const int>;

/// How far outputs got, within a step, from the polynomials that stand for them in inputs.
struct InsideView {
  bool all = false;  ///< all that feed inputs have shown it
  double worst = 0;  ///< relative to the inputs' size
};

/// Which call may follow which, of a run and of a step:
///
///   start → step → step → …; at an event or a jump: step → settle | restart → step; set → restart
///   step: open → (trial | predict | look_for_events)* → rewind (rejected: open again)
///                                                     | commit, once per unit → close (accepted)
class Ensemble final : private OutputSource {
 public:
  Ensemble(const Wiring& wiring, std::vector<UnitInfo> units, Executor& executor,
           std::vector<DrivenInput> driven = {});

  const Wiring& wiring() const { return wiring_; }
  std::span<const UnitInfo> units() const { return units_; }
  std::span<const DrivenInput> driven() const { return driven_.all(); }
  Group all() const { return all_; }
  Executor& executor() { return executor_; }

  /// Inputs and outputs at the latest accepted communication point, in agreement with each other.
  std::span<const double> u() const { return u_; }
  std::span<const double> y() const { return y_; }
  /// Outputs at the end of the open step, of the units committed so far.
  std::span<const double> y_end() const { return y_end_; }

  /// The largest |u| at communication points so far, per input.
  std::span<const double> amplitude() const { return amplitude_; }

  /// What errors of an input are relative to that runs from one value to another over the open step.
  double size_of(std::size_t input, double from, double to) const { return sizes_.of(input, from, to); }
  const InputSizes& sizes() const { return sizes_; }
  /// Sizes are wanted also where steps follow from no tolerance.
  void want_sizes() { wants_sizes_ = true; }
  /// At the start and after events.
  void restart_sizes(double t) { sizes_.restart(t); }

  /// How far inputs scatter whatever steps do.
  const NoiseFloor& noise_floor() const { return noise_floor_; }
  /// An estimated error of an input, relative to its size, as far as shorter steps could help: one above the
  /// tolerance that noise makes, amplified by the formula, counts as a small part of the tolerance, so that
  /// steps become no shorter. It is noted.
  double above_noise(std::size_t input, double error, double size, const NoiseShare& of) const;
  /// By how much an input is off over the open step, for the verdict: a number, not relative to anything.
  void note_error(std::size_t input, double error) const { errors_.note(input, error); }
  /// The same, if nobody looks inside the step.
  void note_interpolation(std::size_t input, double error) const { errors_.note_guess(input, error); }
  /// The step was accepted; `seen`: somebody has looked inside.
  void keep_errors(bool seen) { errors_.keep(seen); }
  /// The largest error of an input that was kept so far, relative to how much the input has varied until now.
  double error_of_variation() const { return errors_.of_variation(sizes_, noise_floor_, amplitude_); }

  /// Consistent values from the units' initial states and the inputs' start values.
  void start(double t);
  /// Consistent values from scratch: on the other side of an event, or after a jump that nobody announced.
  void restart(const Instant& at, bool event = true);

  /// Per unit all that it remembers; null where that is its states, or where it is in another process.
  std::vector<std::shared_ptr<const void>> keep();
  /// Sets states and inputs from outside; restart() then makes values consistent. States of units in the
  /// order of the layout; of units that have kept something that instead.
  void set(std::span<const double> x, std::span<const double> u,
           std::span<const std::shared_ptr<const void>> kept);
  /// Sets an input that nothing drives; likewise.
  void set_input(int input, double value) { u_[index(input)] = value; }

  /// These discrete inputs follow given functions of time.
  void follow(std::vector<DrivenToken> driven);

  /// Fills in the inputs that follow given functions of time.
  void drive(const Step& step, Group group, Signal& inputs) const {
    if (!driven_.empty()) fill_driven(step, group, inputs);
  }

  /// Over how much of the step, from its start, these can be followed as they should be.
  double followable(const Step& step) const { return driven_.followable(step); }

  /// What the errors of steps are held against; 0: nothing.
  void set_tolerance(double tolerance) { tolerance_ = tolerance; }
  double tolerance() const { return tolerance_; }
  /// Single steps are to be so much more accurate.
  void sharpen(double by) { sharper_ = by; }

  /// Begins a macro-step: from here on trials and predictions, until commit or rewind. `settling_time`: a
  /// time within which nothing can have found its size yet.
  void open(const Step& step, double settling_time) {
    ledger_.open();
    sizes_.open(step.t, step.h, settling_time);
    interpolation_error_ = 0;
    noise_floor_.open();
    errors_.open();
    watch_.missed = EventNews::never;
  }
  /// Outputs at the end of the step, were the inputs these, and their scaled slopes where wanted and a unit
  /// has them. Units must be able to roll back, except those that nobody drives: these run ahead, and where
  /// they can roll back they do so only where their signal between two points of theirs is not good enough.
  const Sample& trial(const Step& step, Signal& inputs, Group group, bool slopes = true);
  /// The same by estimate: no unit steps, each must have an estimator. The sample is that of trial(), so that
  /// some units can be tried and the others predicted.
  const Sample& predict(const Step& step, Signal& inputs, Group group);
  /// Takes every unit that a trial has moved back to the start of the step.
  void rewind();
  /// Steps the units for good, except where a trial has left them right there. With `sample`, what they gave
  /// under exactly these inputs is then in integrated().
  void commit(const Step& step, Signal& inputs, Group group, bool sample = false);
  const Sample& integrated() const { return integrated_; }
  /// Sets the units to states that were integrated elsewhere.
  void commit_states(std::span<const double> x, std::span<const double> u, const Step& step);
  /// Ends a step whose units are all committed: agreement at its end, coupling residual.
  void close(const Step& step, const Signal& inputs);

  /// From here on units keep what they do within steps, as far as they can show it. `looks`: steps are judged
  /// by it.
  void follow_courses(bool keep, bool looks) {
    follows_ = keep || looks;
    looks_ = looks && !shown_.empty();
  }
  /// Whether there is anything to judge by, and whether all that feeds inputs can be seen.
  bool looks() const { return looks_; }
  bool sees_all() const { return looks_ && sees_all_; }
  /// Whether it can be seen before a step is committed.
  bool looks_first() const { return looks_first_; }
  /// What units do within the open step under these inputs. Those that do not stand at its end are tried.
  /// `smooth`: the inputs are cubics through values and slopes of outputs at both ends.
  InsideView look_inside(const Step& step, Signal& inputs, bool smooth);
  /// The same after the units were committed.
  InsideView look_back(const Step& step, const Signal& inputs, bool smooth);
  /// Of the latest look, per output.
  std::span<const OutputShape> shapes() const { return shapes_; }
  /// From here on units stand at the same point, where they can go back or are asked for estimates.
  void keep_together() { together_ = true; }
  /// A unit that stands where it has been led ahead of the others.
  bool is_ahead(int unit) const { return forerunners_.has(unit); }
  /// x and y at a time within the latest step; NaN where units do not show them.
  void course(double t, std::span<double> x, std::span<double> y);
  /// u ← what follows from these outputs at that time; of the others nothing.
  void inputs_from(double t, std::span<const double> y, std::span<double> u) const;

  /// Discrete values after the latest exchange, as far as they are connected or watched.
  std::span<const Token> discrete_outputs() const { return exchange_->outputs(); }
  std::span<const Token> discrete_inputs() const { return exchange_->inputs(); }
  /// All discrete outputs that are numbers are to be read, not only those that are connected.
  void watch_discrete_outputs() { exchange_->watch(); }
  /// Whether the latest exchange changed an input in a way that makes values jump here and now.
  bool exchange_jumped() const { return exchange_ != nullptr && exchange_->jumped(); }

  /// Whether discrete values go from unit to unit.
  bool passes_discrete() const;
  /// Whether the latest exchange of a step's end passed on a discrete output that has changed.
  bool discrete_passed() const { return exchange_ != nullptr && exchange_->passed(); }
  /// By how much that changed real inputs, relative to their size, at most.
  double discrete_jump() const { return exchange_ != nullptr ? exchange_->jump() : 0; }
  /// Such an output changes at every step, however short: it is no event.
  void ignore_discrete_changes() { exchange_->ignore(watch_.tokens, watch_.discrete); }

  /// From here on events of units are found before a step is accepted, and left to settle(); false where no
  /// unit has any that concern others. `sought`: also of units that show them by discrete outputs alone.
  bool watch_events(bool sought);
  const EventWatch& watch() const { return watch_; }
  /// What happens within the open step under these inputs; units that have not been tried under them are.
  Happening look_for_events(const Step& step, Signal& inputs, bool slopes);
  /// The next event that is known in advance.
  double next_event() const;
  /// At a communication point: events that are due are handled and discrete values exchanged, real values
  /// consistent in between, until nothing changes any more. Where no event has an effect, only if values were
  /// `passed` on.
  Settling settle(const Instant& at, bool passed);
  /// What units have said by themselves, one entry per unit; nothing of those that are gone.
  std::vector<UnitMessages> messages();
  /// Outputs at the start, in ascending order, that need not belong to the inputs and states there: FMI did
  /// not let them be read under these.
  const std::vector<int>& unsure_at_start() const { return unsure_at_start_; }
  /// How many events there have been, and how many without effect.
  EventNews event_counts();

  Estimators& estimators() { return estimators_; }
  const Estimators& estimators() const { return estimators_; }

  void states(std::span<double> x);
  /// The observed variables of all units at the latest communication point.
  void observe(const Instant& at, std::span<double> values);
  /// x' at the latest communication point.
  void derivatives(const Instant& at, std::span<double> dx);
  /// Slopes in time of inputs and outputs at the latest communication point.
  void slopes(const Instant& at, std::span<double> du, std::span<double> dy);

  /// Of units that run ahead: by how much what the open step took from between their points may be off,
  /// relative to their outputs' size.
  double interpolation_error() const { return interpolation_error_; }

  /// Of units that hold their inputs in pieces: what the step just committed lost by that, at most.
  double held_error();

  /// Macro-steps integrated by a unit: trials and commits.
  long long integrations(int unit) const {
    return all_integrations_ + integrations_[static_cast<std::size_t>(unit)];
  }
  /// Largest |u − Φᵀy| at accepted points, relative to the input's amplitude.
  double max_residual() const;
  /// What all units have done so far, and what was done to bring them together at points.
  Counters counts();

 private:
  template <class Call>
  auto asked(int unit, Call call);
  void outputs(Group group, const Instant& at, const double* u, const double* du, double* y,
               double* dy) override;
  void feed_through(Group group, const Instant& at, const double* u, double* D) override;
  /// Steps these units from the start of the step, to which they can be taken back.
  void try_units(const Step& step, const Signal& inputs, Group group, bool slopes);
  bool handle_due(const Instant& at);
  /// Those of a group that a trial has to step: units that nobody drives stay where the first one took them.
  Group to_be_tried(const Step& step, Group group, const Signal& inputs);
  void find_shown_courses();
  InsideView view_inside(const Step& step, const Signal& inputs, std::span<const double> ends, bool smooth);
  static double false_start(const Link& link, const SignalView& inputs, const OutputShape& shape);
  void find_forerunners(double t);
  bool runs_ahead(int unit) const;
  void mark(Forerunner& f, double t, const double* y);
  /// The unit steps to the end of the step, unless it is there or beyond.
  void lead(Forerunner& f, const Step& step);
  void recede(Forerunner& f);
  void save_ahead(Forerunner& f, const Step& step);
  void step_ahead(Forerunner& f, const Step& step);
  void follow_trail(const Forerunner& f, const Step& step, double* y, double* dy);
  Group without_forerunners(Group group, const Instant& at, double* y, double* dy);
  void restart_trails(double t);
  enum class Recalled { states, derivatives, observed };
  void recall(Recalled what, std::span<double> values);
  void run(const Request& request);
  void run_on(Operation operation, Group group);
  void fill_driven(const Step& step, Group group, Signal& inputs) const;
  void commit_after_trials(Request& request, bool sample);
  /// Passes discrete values on; whether any input changed.
  bool exchange(const Instant& at, bool settling = false);
  /// Discrete inputs that follow functions of time; whether any changed.
  bool follow(const Instant& at);
  void set_discrete_inputs(const Instant& at);
  /// Values that agree while all units are in initialization, and what becomes of them when they leave it.
  void initialize(const Instant& at);
  /// Returns whether there are any.
  bool find_hidden_dependencies(const Instant& at);
  /// Returns the inputs that units left it with.
  std::vector<double> leave_initialization(const Instant& at);
  /// What the start values of units rest on.
  struct Basis {
    std::vector<double> u;      ///< inputs that they left their initialization with
    std::vector<Token> tokens;  ///< likewise
    bool hidden = false;        ///< initial states followed inputs
  };
  void find_unsure_outputs(const Basis& basis);
  void start_values(const Instant& at);
  /// Passes discrete values on until they agree, before the first step.
  template <class MakeConsistent>
  void settle_discrete(const Instant& at, MakeConsistent make_consistent);
  /// Returns whether discrete inputs changed with time.
  bool make_consistent(const Instant& at, Group group, Agreement& agreement);
  bool is_all(Group group) const { return group.data() == all_.data() && group.size() == all_.size(); }
  void count(Group group);
  void note_inputs(const SignalView& used);
  void note_curved_inputs(const SignalView& used);
  void check_finite(const Instant& at) const;
  [[noreturn]] void report_non_finite(const Instant& at) const;

  const Wiring& wiring_;
  std::vector<UnitInfo> units_;
  std::unique_ptr<Exchange> exchange_;  ///< null without discrete variables
  DrivenInputs driven_;
  Executor& executor_;
  Agreement agreement_;
  Estimators estimators_;
  StepLedger ledger_;
  InputSizes sizes_;
  mutable InputErrors errors_;  ///< notes of whoever estimates
  NoiseFloor noise_floor_;
  EventWatch watch_;
  Forerunners forerunners_;
  bool looked_for_forerunners_ = false, together_ = false;
  bool wants_states_ = false, wants_observed_ = false;  ///< were asked for
  double tolerance_ = 0, sharper_ = 1, interpolation_error_ = 0;
  std::vector<int> shown_;  ///< units that feed others and show what they do within steps
  bool follows_ = false, looks_ = false, wants_sizes_ = false, sees_all_ = true, looks_first_ = true;
  std::vector<OutputShape> shapes_;  ///< per output
  Signal ahead_inputs_;
  std::vector<double> ahead_values_;  ///< scratch
  std::vector<int> all_, selected_, reevaluable_, observed_, pending_;
  std::vector<int> own_steps_;           ///< units that tell what they made of steps
  std::vector<int> held_;                ///< of these, those that measure what they lose by holding inputs
  std::vector<StepNews> step_news_;      ///< per unit, where there are such
  std::vector<unsigned char> undriven_;  ///< per unit: no other feeds it; empty when all are fed
  std::vector<unsigned char>
      evaluated_anew_;  ///< per unit: close() evaluates all its outputs, whatever a step says
  std::vector<int> unsure_at_start_;
  Instant now_;  ///< the latest communication point
  std::vector<double> u_, y_, y_end_;
  Sample trial_, integrated_;
  std::vector<double> amplitude_, residual_;  ///< per input
  std::vector<long long> integrations_;
  long long all_integrations_ = 0;
  Request step_request_,
      output_request_;  ///< kept: filling in what changes is cheaper than making them again
  Reply reply_;
};

}  // namespace accordo
