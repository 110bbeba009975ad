// Two hand-written units that feed each other, one of which can be made to fail in many ways.
#pragma once

#include <cmath>
#include <limits>
#include <memory>

#include "base/failure.hpp"
#include "control/convergence_rule.hpp"
#include "core/driver.hpp"
#include "coupling/implicit.hpp"
#include "execute/serial.hpp"

namespace accordo::testing {

/// What goes wrong in a step of a unit, and when.
struct Fault {
  enum Kind { none, throws, not_a_number, noise, bug };
  Kind kind = none;
  double longest = std::numeric_limits<double>::infinity();  ///< in every step that is longer
  int call = 0;                                              ///< in this call of step() only, counted from 1
};

/// x' = rate x + gain u, y = x, with a fault. It is noticed only when the state has moved already.
class Fragile final : public Unit {
 public:
  Fragile(std::shared_ptr<const UnitInfo> info, double x, double rate, double gain, Fault fault)
      : Unit(std::move(info)), x_(x), rate_(rate), gain_(gain), fault_(fault) {}

  void step(const Step& step, SignalView u, double* y, double* dy) override {
    ++calls_;
    constexpr int substeps = 8;
    for (int i = 0; i < substeps; ++i) advance(step.h, u, i / double{substeps}, 1 / double{substeps});
    if (calls_ == fault_.call || step.h > fault_.longest) fail();
    if (y != nullptr) *y = x_;
    if (dy != nullptr) *dy = step.h * slope(x_, u.value(0, 1));
  }
  void outputs(const Instant&, const double* u, const double*, double* y, double* dy) override {
    *y = x_;
    if (dy != nullptr) *dy = slope(x_, *u);
  }
  void save() override { saved_ = x_; }
  void restore() override { x_ = saved_; }
  void states(double* x) const override { *x = x_; }

 private:
  double slope(double x, double u) const { return rate_ * x + gain_ * u; }

  /// Classical Runge-Kutta from s to s + ds.
  void advance(double h, SignalView u, double s, double ds) {
    const double k1 = slope(x_, u.value(0, s));
    const double k2 = slope(x_ + h * ds / 2 * k1, u.value(0, s + ds / 2));
    const double k3 = slope(x_ + h * ds / 2 * k2, u.value(0, s + ds / 2));
    const double k4 = slope(x_ + h * ds * k3, u.value(0, s + ds));
    x_ += h * ds / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }

  void fail() {
    switch (fault_.kind) {
      case Fault::none:
        return;
      case Fault::throws:
        x_ += 1;  // who goes on from here is lost
        throw UnitFailure("overheated");
      case Fault::bug:
        throw std::logic_error("a mistake of ours");
      case Fault::not_a_number:
        x_ = std::nan("");
        return;
      case Fault::noise:
        x_ += 1e-3 * std::sin(1e3 * calls_);  // as an integrator with loose tolerances: no two answers agree
        return;
    }
  }

  double x_, saved_ = 0, rate_, gain_;
  Fault fault_;
  int calls_ = 0;
};

inline std::shared_ptr<const UnitInfo> description(const std::string& name) {
  UnitInfo info{.name = name, .kind = "test"};
  info.ports = {.inputs = {"u"}, .outputs = {"y"}, .states = {"x"}, .start = {0}, .has_start = {true}};
  info.can = {.rollback = true,
              .slopes = true,
              .states = true,
              .reevaluation = true,
              .variable_step = true,
              .input_degree = 3};
  info.feed_through = {{}};
  return std::make_shared<const UnitInfo>(std::move(info));
}

/// Two such units that feed each other; the first one has the fault.
class Pair {
 public:
  Pair(const Fault& fault, std::unique_ptr<Coupling> coupling) : coupling_(std::move(coupling)) {
    const auto a = description("a"), b = description("b");
    infos_ = {*a, *b};
    wiring_.layout = Layout(infos_);
    wiring_.links = {{.input = 0, .output = 1}, {.input = 1, .output = 0}};
    wiring_.link_of_input = wiring_.unit_of_input = wiring_.unit_of_output = {0, 1};
    std::vector<std::unique_ptr<Unit>> units;
    units.push_back(std::make_unique<Fragile>(a, 1, -1, 1, fault));
    units.push_back(std::make_unique<Fragile>(b, 0, -2, -3, Fault{}));
    executor_ = std::make_unique<SerialExecutor>(std::move(units), wiring_.layout);
    ensemble_ = std::make_unique<Ensemble>(wiring_, infos_, *executor_);
  }
  Pair(const Fault& fault, const std::string& solver) : Pair(fault, smooth_by(*find_solver(solver))) {}

  /// IFOSMONDI-JFM with any solver.
  static std::unique_ptr<Coupling> smooth_by(const SolverInfo& solver) {
    return make_implicit({.solver = &solver, .tolerance = 1e-10});
  }

  Ensemble& ensemble() { return *ensemble_; }
  const Coupling& coupling() const { return *coupling_; }
  std::vector<double> states() {
    std::vector<double> x(2);
    ensemble_->states(x);
    return x;
  }

  struct Ran : Outcome {
    std::vector<double> states;
  };
  Ran run(double step, double stop = 2) {
    ConvergenceRule control(step, 1e-6 * step);
    Ran ran{drive({.ensemble = *ensemble_, .coupling = *coupling_, .control = control, .stop = stop}), {}};
    ran.states = states();
    return ran;
  }

 private:
  std::vector<UnitInfo> infos_;
  Wiring wiring_;
  std::unique_ptr<SerialExecutor> executor_;
  std::unique_ptr<Ensemble> ensemble_;
  std::unique_ptr<Coupling> coupling_;
};

}  // namespace accordo::testing
