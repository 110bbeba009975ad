// For stiff units: RODAS, a Rosenbrock method of order 4(3). Linear solves instead of Newton iterations.
#pragma once

#include <Eigen/LU>
#include <array>

#include "integrate/adaptive.hpp"

namespace accordo {

/// E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.7 and appendix (code RODAS):
/// six stages, L-stable, stiffly accurate. Needs the Jacobian at every step, by differences if the system has
/// none. Dense: of use up to a few hundred states.
class RosenbrockIntegrator final : public AdaptiveIntegrator {
 public:
  RosenbrockIntegrator(int size, const IntegratorSettings& settings);
  const char* name() const override { return "rosenbrock"; }

 private:
  bool attempt(OdeSystem& system, const Step& step, double t, double& dt, Trial& trial) override;
  void moved() override { jacobian_valid_ = false; }
  int order() const override { return 4; }
  std::span<const double> stage_points() const override;
  const char* remedy() const override {
    return "its equations may be discontinuous, or its tolerance too tight";
  }

  void update_jacobian(OdeSystem& system, double t, double h, const Trial& trial);
  void difference_jacobian(OdeSystem& system, double t, double h, const Trial& trial);
  void stages(OdeSystem& system, double t, double dt, Trial& trial);
  double error(const Trial& trial, double dt);

  Matrix J_, shifted_;
  Vector f_t_, right_;
  std::array<Vector, 6> U_;
  Eigen::PartialPivLU<Matrix> lu_;
  std::vector<double> stage_;
  bool jacobian_valid_ = false;
};

}  // namespace accordo
