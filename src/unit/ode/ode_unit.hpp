// A native unit with an embedded solver.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "integrate/integrator.hpp"
#include "unit/ode/driven_system.hpp"
#include "unit/ode/dynamics.hpp"

namespace accordo {

class OdeUnit final : public DynamicUnit {
 public:
  OdeUnit(std::shared_ptr<const UnitInfo> info, std::unique_ptr<Dynamics> dynamics,
          std::unique_ptr<Integrator> integrator, std::span<const double> initial);

  void step(const Step& step, SignalView u, double* y, double* dy) override;
  void outputs(const Instant& at, const double* u, const double* du, double* y, double* dy) override;
  void save() override;
  void restore() override;
  void states(double* x) const override;
  void set_states(const double* x) override;

 private:
  Dynamics& dynamics() override { return *dynamics_; }

  /// What a step changes besides the integrator: states, and the inputs at the end of the latest step.
  struct Present {
    std::vector<double> x, u_end;
    bool stepped = false;
  };

  std::unique_ptr<Dynamics> dynamics_;
  std::unique_ptr<Integrator> integrator_;
  DrivenSystem system_;
  Present now_, saved_;
  std::vector<double> du_;
};

}  // namespace accordo
