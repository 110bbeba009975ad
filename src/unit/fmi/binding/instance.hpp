// An instance of an FMU: the calls of FMI 2 and FMI 3 in one language, with their answers checked.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "signal/signal.hpp"
#include "unit/fmi/binding/breadcrumb.hpp"
#include "unit/fmi/binding/loaded_fmu.hpp"
#include "unit/fmi/binding/messages.hpp"
#include "unit/fmi/binding/token_batch.hpp"
#include "unit/fmi/description/value_list.hpp"

namespace accordo::fmi {

/// The values of one variable, set before initialization.
struct StartValue {
  std::string name;
  std::uint32_t reference = 0;
  Type type = Type::float64;
  Values values;  ///< as many as the variable has scalars
};

/// When and how finely an FMU will be run.
struct Experiment {
  double start = 0, stop = 1, tolerance = 1e-8;
  /// FMI 2: whether the FMU hears of the stop time. Some jump there in their first step; others go no farther
  /// than a stop time of their own unless they hear of another one: a trial decides.
  bool stop_defined = false;
};

/// What an instance is to be made with.
struct InstanceSettings {
  std::string name;
  Kind kind = Kind::co_simulation;
  bool rolls_back = false;  ///< whether it may be set to an earlier state
  /// Directional derivatives are asked for along one known at a time: some FMUs go on from elsewhere
  /// otherwise.
  bool one_known = false;
  // FMI 3 co-simulation
  References intermediate;    ///< inputs to be set within steps; empty: none
  bool event_mode = false;    ///< the FMU leaves its events to be handled by us
  bool early_return = false;  ///< with event mode: its steps may end before they should
  bool any_step = false;      ///< its steps may be shortened to end at an event that it announced
};

/// The answer to an update of discrete states.
struct EventOutcome {
  bool again = false;
  bool terminate = false;
  bool states_changed = false;
  double next_event = 0;  ///< infinite when there is none
};

/// Derivatives of inputs as FMI 2 takes them: entry i is of order orders[i].
struct InputDerivatives {
  std::vector<std::uint32_t> references;
  std::vector<int> orders;
  std::vector<double> values;
};

/// A call returned Discard: what was asked for is not possible, less may be.
class Discarded : public UnitFailure {
 public:
  using UnitFailure::UnitFailure;
};

/// Every call that does not succeed throws UnitFailure with the call, its status and the FMU's message.
/// Functions that a library may lack must be asked for only where the plan of its use found them.
class Instance {
 public:
  virtual ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  const LoadedFmu& fmu() const { return *fmu_; }
  /// False after an Error, until a saved state is restored, and after a Fatal.
  bool usable() const { return !broken_ && !fmu_->dead(); }
  /// Why not: the first call that failed.
  const std::string& failure() const { return failure_.empty() ? fmu_->cause_of_death() : failure_; }

  /// What an FMU tells its logger. Some pass on an environment that we never gave them (1, or that of an
  /// instance long gone): then the instance whose call is at work is meant. Safe from any thread.
  static void note_message(const void* environment, int status, const char* category,
                           const char* text) noexcept;
  UnitMessages messages() const { return messages_.all(); }

  /// The FMU asks for the end of the simulation. Throws EndOfSimulation; `when` says when that was.
  [[noreturn]] void end_simulation(const std::string& when) const;

  // Before and during initialization
  /// FMI 3: sets the sizes of arrays.
  virtual void configure(const std::vector<StartValue>& /*structural*/) {}
  /// FMI 2, where it is no part of entering initialization. Comes before start values: some FMUs set all
  /// parameters back to their defaults in it.
  virtual void setup_experiment(const Experiment& /*experiment*/) {}
  virtual void set_start(const StartValue& value) = 0;
  virtual void enter_initialization(const Experiment& experiment) = 0;
  virtual void exit_initialization() = 0;

  // Values
  virtual void set(const References& references, const double* values) = 0;
  virtual void get(const References& references, double* values) = 0;
  /// The discrete variables of one batch, one call.
  virtual void get_batch(const TokenBatch& batch, Token* values) = 0;
  virtual void set_batch(const TokenBatch& batch, const Token* values) = 0;
  /// All of a unit's ports; `values` is the unit's whole list.
  void get_tokens(const TokenPorts& ports, Token* values) {
    for (const TokenBatch& batch : ports) get_batch(batch, values + batch.first);
  }
  void set_tokens(const TokenPorts& ports, const Token* values) {
    for (const TokenBatch& batch : ports) set_batch(batch, values + batch.first);
  }
  /// result ← ∂unknowns/∂knowns · seed.
  void directional(const References& unknowns, const References& knowns, const double* seed, double* result);

  // The state of the whole FMU: any number may be held by others, for longer than the instance lives
  struct KeptState {
    std::shared_ptr<void> state;
    double next_event = std::numeric_limits<double>::infinity();  ///< announced
  };
  virtual KeptState keep_state() = 0;
  virtual void go_to_state(const KeptState& kept) = 0;

  // … and one is kept here
  virtual void save_state() = 0;
  virtual void restore_state() = 0;

  // Co-simulation
  /// Whether a state of before the start of the coming steps may be restored: some FMUs commit a step only
  /// when they hear that it will not be.
  void set_going_back(bool may) { going_back_ = may; }
  /// FMI 2.
  virtual void set_input_derivatives(const InputDerivatives& /*derivatives*/) {}
  /// First derivatives of outputs by time.
  virtual void output_derivatives(const References& outputs, double* values) = 0;
  /// Makes the FMU step from t to t + h; returns the time that it says to have reached. Events on the way are
  /// handled, where the FMU leaves them to us.
  virtual double do_step(double t, double h) = 0;
  /// The same up to the first event that the FMU leaves to us, which is left to handle_event().
  struct Stop {
    double reached = 0;
    bool event = false;
  };
  virtual Stop step_to_event(double t, double h) { return {do_step(t, h), false}; }
  /// FMI 3 with event mode: what step_to_event() has left.
  void handle_event() {
    enter_event_mode();
    enter_step_mode();
  }
  /// FMI 3 with event mode: the next event that the FMU has announced.
  virtual double announced_event() const { return std::numeric_limits<double>::infinity(); }
  /// FMI 3: the inputs over the next steps, to be set at whatever time the FMU asks for. Null: none.
  virtual void set_intermediate_inputs(const SignalView* /*inputs*/, double /*t*/, double /*h*/) {}

  /// FMI 3 with event mode: ends the event mode that enter_event_mode() began, once discrete states have
  /// settled.
  virtual void enter_step_mode() {}

  // Model exchange
  virtual void move(double t, const double* x, std::size_t states, const References& inputs,
                    const double* u) = 0;
  /// f ← x' there; false when the FMU has no value there (Discard).
  virtual bool derivatives(double t, const double* x, std::size_t states, const References& inputs,
                           const double* u, double* f) = 0;
  virtual void get_states(double* x, std::size_t states) = 0;
  virtual void get_indicators(double* z, std::size_t count) = 0;
  /// Whether the FMU wants an event after a completed step of the integrator.
  virtual bool completed_step() = 0;
  virtual void enter_event_mode() = 0;
  virtual EventOutcome update_discrete_states() = 0;
  virtual void enter_continuous_time_mode() = 0;

 protected:
  enum class Phase { instantiated, initializing, running };

  Instance(std::shared_ptr<LoadedFmu> fmu, const InstanceSettings& settings);
  virtual void ask_directional(const References& unknowns, const References& knowns, const double* seed,
                               double* result) = 0;

  /// Both standards number their statuses alike. A Warning is a success.
  void check(const char* call, int status) {
    if (status > 1) [[unlikely]]
      fail(call, status);
  }
  [[noreturn]] void fail(const char* call, int status, const std::string& more = {});
  [[noreturn]] void fail_to_instantiate(const char* call) const;
  /// Throws when another instance has made all of them unusable.
  void expect_alive() const;
  void set_usable() { broken_ = false; }
  /// From here on a crash is a crash of this instance.
  void blame() const { breadcrumb.suspect = &suspect_; }
  void note_time(double t) { suspect_.t = t; }
  double time() const { return suspect_.t; }
  /// What FMUs get as their environment.
  void* environment() { return this; }
  /// The living instance that an environment is, or that is at work in this thread; null when there is none.
  static Instance* meant_by(const void* environment) noexcept;

  std::shared_ptr<LoadedFmu> fmu_;
  InstanceSettings settings_;
  Messages messages_;
  Phase phase_ = Phase::instantiated;
  bool going_back_ = false;

 private:
  References known_{{0}, 1};  ///< the one at work, where there may be no more
  std::vector<double> part_;
  Suspect suspect_;
  bool broken_ = false;  ///< after an Error: only a restored state helps
  std::string failure_;  ///< the first since it was usable
};

/// Makes an instance; its library must be loaded. Throws Error(Exit::usage) when the FMU refuses.
std::unique_ptr<Instance> make_instance(const std::shared_ptr<LoadedFmu>& fmu,
                                        const InstanceSettings& settings);

}  // namespace accordo::fmi
