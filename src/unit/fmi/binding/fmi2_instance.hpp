// An instance of an FMU of FMI 2.
#pragma once

#include "unit/fmi/binding/instance.hpp"

namespace accordo::fmi {

class Fmi2Instance final : public Instance {
 public:
  Fmi2Instance(std::shared_ptr<LoadedFmu> fmu, const InstanceSettings& settings);
  ~Fmi2Instance() override;

  void configure(const std::vector<StartValue>& structural) override;
  void setup_experiment(const Experiment& experiment) override;
  void set_start(const StartValue& value) override;
  void enter_initialization(const Experiment& experiment) override;
  void exit_initialization() override;

  void set(const References& references, const double* values) override;
  void get(const References& references, double* values) override;
  void get_batch(const TokenBatch& batch, Token* values) override;
  void set_batch(const TokenBatch& batch, const Token* values) override;
  void ask_directional(const References& unknowns, const References& knowns, const double* seed,
                       double* result) override;
  void save_state() override;
  void restore_state() override;

  void set_input_derivatives(const InputDerivatives& derivatives) override;
  void output_derivatives(const References& outputs, double* values) override;
  double do_step(double t, double h) override;
  void set_intermediate_inputs(const SignalView* inputs, double t, double h) override;
  void enter_step_mode() override {}

  void move(double t, const double* x, std::size_t states, const References& inputs,
            const double* u) override;
  bool derivatives(double t, const double* x, std::size_t states, const References& inputs, const double* u,
                   double* f) override;
  void get_states(double* x, std::size_t states) override;
  void get_indicators(double* z, std::size_t count) override;
  bool completed_step() override;
  void enter_event_mode() override;
  EventOutcome update_discrete_states() override;
  void enter_continuous_time_mode() override;

 private:
  [[noreturn]] void fail_step(int status);

  /// The functions, with us to blame for what a call does.
  const fmi2::Functions& calls() const {
    blame();
    return f_;
  }

  const fmi2::Functions& f_;
  fmi2::CallbackFunctions callbacks_;
  fmi2::Component instance_ = nullptr;
  fmi2::State state_ = nullptr;
  std::vector<fmi2::Integer> ones_;  ///< orders of output derivatives
};

}  // namespace accordo::fmi
