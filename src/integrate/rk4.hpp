// The classical Runge-Kutta method with fixed micro-steps: the baseline of the co-simulation literature.
#pragma once

#include "integrate/integrator.hpp"
#include "integrate/working_memory.hpp"

namespace accordo {

/// n = ceil(h / micro_step) equal micro-steps per macro-step, and of pieces of a micro-step where something
/// would hide in it. Keeps nothing between macro-steps.
class Rk4Integrator final : public Integrator {
 public:
  Rk4Integrator(int size, const IntegratorSettings& settings);
  ~Rk4Integrator() override;

  void advance(OdeSystem& system, const Step& step, bool continuous, double* x) override;
  void save() override {}
  void restore() override {}
  void forget() override {}
  const char* name() const override { return "rk4"; }
  long long evaluations() const override { return evaluations_; }

 private:
  struct Stages;
  void guarded_step(OdeSystem& system, const Step& step, double t, double dt, Stages& stages);
  void watched_step(OdeSystem& system, const Stretch& whole, Stages& stages);
  void micro_step(OdeSystem& system, double t, double dt, Stages& stages);
  void pass_step(OdeSystem& system, double t, double dt, Stages& stages);
  void pass_on(OdeSystem& system, double t, double dt, Stages& stages);

  double micro_step_ = 0;
  long long evaluations_ = 0;
  WorkingMemory<Stages> working_;
};

}  // namespace accordo
