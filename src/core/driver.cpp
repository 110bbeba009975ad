#include "core/driver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/budget.hpp"
#include "core/clock.hpp"
#include "core/event_guide.hpp"
#include "core/frame_builder.hpp"
#include "core/step_errors.hpp"

namespace accordo {

/// The loop and what it carries.
class StepLoop {
 public:
  StepLoop(const Run& run, Outcome& outcome)
      : run_(run),
        ensemble_(run.ensemble),
        control_(run.control),
        outcome_(outcome),
        clock_(run.start, run.stop, run.events, run.control.tolerance() > 0),
        follows_error_(run.control.tolerance() > 0),
        passes_discrete_(run.ensemble.passes_discrete()),
        guide_(run.ensemble, run.control.tolerance(), run.stop - run.start),
        frame_builder_(run.ensemble, run.recorder),
        errors_(run, outcome),
        budget_(run.budget) {
    run.ensemble.set_tolerance(run.control.tolerance());
    run.ensemble.follow_courses(run.recorder != nullptr && run.recorder->wants_course(), run.looks_inside);
    if (run.later_events) clock_.know(run.later_events);
    constexpr double young = 1e-4;  // of the span
    settling_time_ = young * (run.stop - run.start);
  }
  StepLoop(const StepLoop&) = delete;
  StepLoop& operator=(const StepLoop&) = delete;

  void run() {
    begin();
    advance_to(run_.stop);
  }

  /// What the coupling has done so far, also in a run that has failed.
  void note_work() {
    errors_.note();
    if (!coupling_) return;
    outcome_.work = coupling_->work();
    outcome_.solvers = coupling_->solver_use();
  }

  double time() const { return clock_.time(); }

  void begin() {
    ensemble_.start(run_.start);
    coupling_ = run_.coupling.begin(ensemble_);
    sequence_ = coupling_->sequence();
    if (coupling_->wants_sizes() || ensemble_.looks()) ensemble_.want_sizes();
    frame_builder_.follow(*coupling_);
    restart_coupling(Instant::right_of(run_.start));
    begin_bars();
    restart_control(run_.start);
    guide_.begin();
    frame_builder_.capture(Instant::right_of(run_.start), false);
  }

  void begin_bars() {
    const bool linearizes = ensemble_.estimators().units().size() == ensemble_.units().size();
    if (run_.bars == nullptr || (run_.bars_if_linearized && !linearizes)) return;
    bars_ = run_.bars;
    ensemble_.keep_together();
    bars_->start(Instant::right_of(run_.start), ensemble_.u());
    frame_builder_.show_errors(bars_);
  }

  void advance_to(double t) {
    until_ = t;
    budget_.begin();
    while (!clock_.done() && clock_.time() < t) {
      if (run_.interrupt != nullptr && run_.interrupt->load(std::memory_order_relaxed)) {
        outcome_.interrupted = true;
        return;
      }
      macro_step();
      if (run_.progress) run_.progress(clock_.time());
      if (!clock_.done()) check_budget();
    }
    note_events();
  }

  void note_events() {
    const EventNews events = ensemble_.event_counts();
    outcome_.events = events.count;
    outcome_.idle_events = events.idle;
    outcome_.unsettled = ensemble_.watch().unsettled;
  }

  void restart(double t) {
    clock_ = Clock(t, run_.stop, run_.events, follows_error_);
    if (run_.later_events) clock_.know(run_.later_events);
    outcome_.reached = t;
    const Instant here = Instant::right_of(t);
    ensemble_.restart(here, true);
    restart_coupling(here);
    if (bars_ != nullptr) bars_->restart(here, ensemble_.u());
    restart_control(t);
    frame_builder_.forget_slopes();
    frame_builder_.capture(here, true);
  }

 private:
  void macro_step() {
    Step step = clock_.next(std::min(control_.next_step_size(), guide_.longest()));
    if (follows_error_) {
      if (const double h = ensemble_.followable(step); h < step.h) step = clock_.next(h);
    }
    if (step.end > until_) clock_.cut(step, until_, false);
    if (guide_.on()) guide_.limit(clock_, step);
    frame_builder_.prepare(step);
    ensemble_.open(step, settling_time_);
    const StepQuestion question{
        .step = step, .tolerance = control_.tolerance(), .settling_time = settling_time_};
    Proposal proposal = coupling_->propose(question);
    errors_.inspect(step, proposal, sequence_.size() < 2);
    outcome_.iterations += proposal.iterations;
    const bool accepted = control_.accept(step, proposal);
    const bool repeat = accepted && guide_.on() && !proposal.integrated && guide_.interrupts(step, proposal);
    if (run_.observer != nullptr) run_.observer->attempted(question, proposal, accepted && !repeat);
    if (repeat) return take_back();
    if (!accepted) return reject(step, proposal);
    if (!proposal.integrated) {
      commit(step, proposal);
      errors_.look_back(step, proposal);
      ensemble_.close(step, *proposal.inputs);
    } else {
      if (proposal.reached < step.end) clock_.cut(step, proposal.reached, true);
      ensemble_.commit_states(proposal.states, proposal.u_end, step);
    }
    accept(step, proposal);
  }

  /// From here on there is no way back.
  void commit(const Step& step, const Proposal& proposal) {
    if (sequence_.size() < 2)
      return ensemble_.commit(step, *proposal.inputs, ensemble_.all(), proposal.sample);
    for (std::size_t i = 0; i < sequence_.size(); ++i) {
      coupling_->refine(i);
      ensemble_.commit(step, *proposal.inputs, sequence_.subspan(i, 1), proposal.sample);
    }
  }

  void accept(const Step& step, const Proposal& proposal) {
    clock_.advance(step);
    const std::optional<double> post = coupling_->accepted(step);
    if (bars_ != nullptr && proposal.inputs != nullptr && !proposal.integrated)
      bars_->accepted(step, proposal.inputs->view(), ensemble_.u(), errors_.shapes());
    ++outcome_.macro_steps;
    outcome_.reached = step.end;
    errors_.on_accepted(step, proposal, post);
    if (bars_ != nullptr && follows_error_) heed_errors();
    frame_builder_.capture(step.end_instant(), false);
    const bool passed = ensemble_.discrete_passed();
    const bool located = guide_.on_accepted(step, passed, outcome_.late);
    const bool jumped = follows_error_ && control_.jumped();
    if (jumped) ++outcome_.jumps;
    if (clock_.done()) return;
    const Instant after = Instant::right_of(step.end);
    Settling settled;
    if (guide_.on() || (proposal.integrated && passes_discrete_))
      // Without a tolerance, discrete values go one unit further with every step; at events all the way.
      settled = ensemble_.settle(after, passed && guide_.on() && (follows_error_ || step.before_event));
    // Discrete values may change at every step: none may be shorter for it.
    const bool found = settled.events || located;
    const bool event = clock_.at_event() || jumped || found;
    if (!event && !settled.any && !ensemble_.exchange_jumped()) return;
    if (!settled.any) ensemble_.restart(after, step.before_event);
    restart_coupling(after);
    if (bars_ != nullptr) bars_->restart(after, ensemble_.u());
    frame_builder_.forget_slopes();
    if (!event) return;
    restart_control(step.end);
    if (clock_.at_event() || found) frame_builder_.capture(after, true);
  }

  void restart_coupling(const Instant& at) {
    ensemble_.restart_sizes(at.t);
    coupling_->restart(at);
  }

  void restart_control(double t) {
    std::optional<double> first;
    if (follows_error_ && clock_.time() < run_.stop)
      first = coupling_->look_ahead(t, std::min(control_.longest(), run_.stop - t), control_.tolerance());
    control_.restart(ensemble_, t, first);
  }

  /// Noise is nobody's fault, and more accurate steps make more of it.
  void heed_errors() {
    const bool noise = ensemble_.noise_floor().reached() > 0;
    ensemble_.sharpen(control_.heed(noise ? 0 : bars_->growth()));
  }

  void take_back() {
    ++outcome_.rejected_steps;
    ensemble_.rewind();
    coupling_->rejected();
  }

  void reject(const Step& step, const Proposal& proposal) {
    ++outcome_.rejected_steps;
    go_back(step, proposal);
    if (!control_.reduce(step))
      throw proposal.converged ? too_coarse(step, proposal) : coupling_->give_up(step);
    coupling_->rejected();
  }

  /// A unit that has failed for good cannot go back, either: why it failed is what counts.
  void go_back(const Step& step, const Proposal& proposal) {
    try {
      ensemble_.rewind();
    } catch (const Error&) {
      if (proposal.converged) throw;
      const Error cause = coupling_->give_up(step);
      if (cause.code() == Exit::unit_failed) throw Error(cause);
      throw;
    }
  }

  void check_budget() {
    const std::optional<Error> spent = budget_.spent(outcome_.macro_steps, clock_.time(), run_.stop);
    if (!spent) return;
    note_events();
    throw Error(*spent);
  }

  static Error too_coarse(const Step& step, const Proposal& proposal) {
    return {
        Exit::no_agreement, "step-floor",
        fmt::format("the macro-step from t = {} to {} is as short as option 'min_step' allows, and still too "
                    "long for the tolerance: its error is {:.2g}",
                    step.t, step.end, std::max(proposal.error.value_or(0), proposal.embedded)),
        "a smaller min_step, or a larger tolerance"};
  }

  const Run& run_;
  Ensemble& ensemble_;
  StepControl& control_;
  Outcome& outcome_;
  Clock clock_;
  bool follows_error_;
  bool passes_discrete_;
  EventGuide guide_;
  FrameBuilder frame_builder_;
  StepErrors errors_;
  BudgetWatch budget_;
  double settling_time_ = 0;  ///< see StepQuestion
  double until_ = 0;          ///< no step leads beyond
  ErrorBars* bars_ = nullptr;
  std::unique_ptr<CouplingRun> coupling_;
  std::span<const int> sequence_;  ///< of the coupling
};

namespace {

/// Errors become part of the outcome. A unit that ends with an error since it is told to end has not failed.
template <class Work>
void attempt(const std::atomic<bool>* interrupt, Outcome& outcome, Work work) {
  try {
    work();
  } catch (const Error& error) {
    if (error.code() == Exit::output) throw;  // the recorder itself: nothing left to keep
    if (interrupt != nullptr && interrupt->load()) {
      outcome.interrupted = true;
    } else {
      (error.code() == Exit::done ? outcome.ended : outcome.failure) = error;
    }
  }
}

}  // namespace

Error CouplingRun::give_up(const Step& step) const {
  return {Exit::no_agreement, "no-convergence",
          fmt::format("no agreement on the step from t = {} to {}", step.t, step.end),
          "try a smaller step or another method"};
}

Outcome drive(const Run& run) {
  Outcome outcome;
  outcome.reached = run.start;
  StepLoop loop(run, outcome);
  attempt(run.interrupt, outcome, [&] { loop.run(); });
  loop.note_work();
  return outcome;
}

class TimeLoop::Pieces {
 public:
  explicit Pieces(Run run) : run_(std::move(run)), loop(run_, outcome) { outcome.reached = run_.start; }
  const std::atomic<bool>* interrupt() const { return run_.interrupt; }

 private:
  const Run run_;

 public:
  Outcome outcome;
  StepLoop loop;
};

TimeLoop::TimeLoop(Run run) : pieces_(std::make_unique<Pieces>(std::move(run))) {}
TimeLoop::~TimeLoop() = default;

void TimeLoop::begin() {
  attempt(pieces_->interrupt(), pieces_->outcome, [&] { pieces_->loop.begin(); });
}

void TimeLoop::advance_to(double t) {
  attempt(pieces_->interrupt(), pieces_->outcome, [&] { pieces_->loop.advance_to(t); });
}

void TimeLoop::restart(double t) {
  attempt(pieces_->interrupt(), pieces_->outcome, [&] { pieces_->loop.restart(t); });
}

double TimeLoop::time() const {
  return pieces_->loop.time();
}

Outcome TimeLoop::outcome() const {
  pieces_->loop.note_work();
  return pieces_->outcome;
}

}  // namespace accordo
