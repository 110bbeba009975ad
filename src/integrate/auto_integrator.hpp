// The default of units: explicit until stiffness, not accuracy, sets the step.
#pragma once

#include <memory>

#include "integrate/dopri5.hpp"
#include "integrate/rosenbrock.hpp"

namespace accordo {

/// dopri5, and from the moment it is limited by stability on, rosenbrock. It looks only in macro-steps of
/// more than a dozen internal steps, the less often the more often it found nothing, and not above 500
/// states, where dense linear algebra does not pay. A look and the switch allocate. It does not switch back:
/// rosenbrock handles both, and a unit that was stiff tends to be so again.
class AutoIntegrator final : public Integrator {
 public:
  AutoIntegrator(int size, const IntegratorSettings& settings);
  ~AutoIntegrator() override;

  void advance(OdeSystem& system, const Step& step, bool continuous, double* x) override;
  void save() override;
  void restore() override;
  void forget() override;
  double next_step_size() const override {
    return now_.stiff ? rosenbrock_->next_step_size() : dopri5_.next_step_size();
  }
  const char* name() const override { return now_.stiff ? "auto: rosenbrock" : "auto: dopri5"; }
  long long evaluations() const override;

 private:
  /// What persists besides the two methods' own memory.
  struct Decision {
    bool stiff = false;
    int since_look = 0;  ///< internal steps, in busy macro-steps, since the last look
    int look_after = 0;
  };

  double advance_explicit(OdeSystem& system, const Step& step, bool continuous, double* x);
  bool limited_by_stability(OdeSystem& system, double t, const double* x, double dt);

  IntegratorSettings settings_;
  Dopri5Integrator dopri5_;
  std::unique_ptr<RosenbrockIntegrator> rosenbrock_;  // made when first needed: it holds n² numbers
  struct Reached;
  WorkingMemory<Reached> reached_;
  Decision now_, saved_;
};

}  // namespace accordo
