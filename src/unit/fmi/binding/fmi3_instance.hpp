// An instance of an FMU of FMI 3.
#pragma once

#include "unit/fmi/binding/common_instance.hpp"

namespace accordo::fmi {

class Fmi3Instance final : public CommonInstance<fmi3::Functions> {
 public:
  Fmi3Instance(const std::shared_ptr<LoadedFmu>& fmu, const InstanceSettings& settings);
  ~Fmi3Instance() override { free(); }

  void configure(const std::vector<StartValue>& structural) override;
  void set_start(const StartValue& value) override;
  void enter_initialization(const Experiment& experiment) override;
  void exit_initialization() override;
  void save_state() override;
  void restore_state() override;
  KeptState keep_state() override;
  void go_to_state(const KeptState& kept) override;

  void set(const References& references, const double* values) override;
  void get(const References& references, double* values) override;
  void get_batch(const TokenBatch& batch, Token* values) override;
  void set_batch(const TokenBatch& batch, const Token* values) override;
  void ask_directional(const References& unknowns, const References& knowns, const double* seed,
                       double* result) override;

  void output_derivatives(const References& outputs, double* values) override;
  double do_step(double t, double h) override { return advance(t, h, false).reached; }
  Stop step_to_event(double t, double h) override { return advance(t, h, true); }
  double announced_event() const override { return next_event_; }
  void set_intermediate_inputs(const SignalView* inputs, double t, double h) override;
  void enter_step_mode() override;

  bool completed_step() override;
  EventOutcome update_discrete_states() override;

 private:
  /// The inputs over the present step, for the FMU to ask for within it.
  struct WithinStep {
    const SignalView* inputs = nullptr;
    double t = 0, h = 1;
    std::vector<double> values;
    int failed = 0;  ///< status of a failed call inside the FMU's own
  };
  /// What a call of fmi3DoStep tells.
  struct StepEnd {
    double reached = 0;
    bool event = false, early = false;
  };
  StepEnd step_once(double t, double h);
  /// In as many calls as it takes; to the end, or to the first event.
  Stop advance(double t, double h, bool to_event);
  /// The inputs of time t, for a step that goes on from there.
  int set_inputs_within(double t);
  static void update_within_step(fmi3::Environment environment, double t, bool set_requested,
                                 bool get_allowed, bool step_finished, bool can_return_early,
                                 bool* early_return_requested, double* early_return_time);
  void instantiate();

  double next_event_, saved_next_event_;  ///< co-simulation: announced by the FMU; infinite when none is
  WithinStep within_;
};

}  // namespace accordo::fmi
