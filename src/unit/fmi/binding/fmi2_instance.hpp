// An instance of an FMU of FMI 2.
#pragma once

#include "unit/fmi/binding/common_instance.hpp"

namespace accordo::fmi {

class Fmi2Instance final : public CommonInstance<fmi2::Functions> {
 public:
  Fmi2Instance(const std::shared_ptr<LoadedFmu>& fmu, const InstanceSettings& settings);
  ~Fmi2Instance() override { free(); }

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

  void set_input_derivatives(const InputDerivatives& derivatives) override;
  void output_derivatives(const References& outputs, double* values) override;
  double do_step(double t, double h) override;

  bool completed_step() override;
  EventOutcome update_discrete_states() override;

 private:
  [[noreturn]] void fail_step(double t, int status);

  fmi2::CallbackFunctions callbacks_;
};

}  // namespace accordo::fmi
