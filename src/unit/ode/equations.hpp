// Units given by equations: from a user's text to f, g and their exact derivatives.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "expr/expr.hpp"
#include "unit/ode/dynamics.hpp"
#include "unit/ode/node_guard.hpp"
#include "unit/ode/specs.hpp"
#include "unit/ode/time_guard.hpp"
#include "unit/ode/time_switches.hpp"
#include "unit/switch_text.hpp"

namespace accordo {

/// f and g with their derivatives.
struct EquationPrograms {
  /// Where a computed derivative goes in one of the matrices.
  struct Entry {
    int row = 0, column = 0;
  };
  std::vector<Entry> A, B, C, D;  ///< entries that do not vanish identically

  expr::Program f, g;
  expr::Program slopes;     ///< g, g_t, f, C, D
  expr::Program jacobians;  ///< f, g, f_t, g_t, A, B, C, D
  WatchedNodes watched;     ///< of f
};

/// The same with held branches. Behind the inputs stand the sides of the switches.
struct HeldEquations : EquationPrograms {
  expr::Program switches;  ///< their values, then how large they may be by rounding
  std::vector<bool> jumps;
  std::vector<SwitchText> texts;
};

/// The equations of a unit, compiled. Immutable: units that differ in parameter values share it.
/// Symbols are numbered parameters first, then states, then inputs.
struct CompiledEquations : EquationPrograms {
  int parameters = 0, states = 0, inputs = 0, outputs = 0;

  TimedNodes timed;                   ///< of f and g
  expr::Program time_switches;        ///< in f and g
  std::optional<HeldEquations> held;  ///< nothing where nothing switches by states or inputs

  std::vector<std::vector<int>> feed_through;  ///< per output, the inputs in it
  /// Whether f and g are affine in states and inputs, with coefficients fixed by the parameters.
  bool affine = false;
  std::string not_affine;  ///< the first variable whose expression is not
};

/// Compiles; null after problems.
std::shared_ptr<const CompiledEquations> compile(const EquationsSpec& spec, Problems& problems);

/// Values of parameters, initial states and start values of inputs.
struct EquationsValues {
  std::vector<double> parameters, states, inputs;
};

/// Evaluates them, with `overrides` in place of the unit's own parameters.
EquationsValues evaluate_values(const EquationsSpec& spec, const std::vector<Definition>& overrides,
                                Problems& problems);

/// The equations at work, for one unit.
class EquationsDynamics final : public Dynamics, private Switches {
 public:
  EquationsDynamics(std::shared_ptr<const CompiledEquations> equations, std::span<const double> parameters,
                    Horizon horizon = {});

  void f(const Instant& at, const double* x, const double* u, double* dx) override;
  void g(const Instant& at, const double* x, const double* u, double* y) override;
  void g_slope(const Instant& at, const double* x, const double* u, const double* du, double* y,
               double* dy) override;
  void linearize(const Instant& at, const double* x, const double* u, LinearModel& out) override;
  StepGuard* guard() override { return guard_.get(); }
  Switches* switches() override { return held_ ? this : nullptr; }

  std::size_t count() const override { return equations_->held->jumps.size(); }
  bool jumps(std::size_t i) const override { return equations_->held->jumps[i]; }
  void values(const Instant& at, const double* x, const double* u, double* w, double* noise) override;
  void hold(std::span<const double> sides, Hold when) override;

 private:
  /// Working memory of a program, and where its results go.
  struct Tape {
    explicit Tape(const expr::Program& p) : work(p.make_work()), results(p.root_count()) {}
    std::vector<double> work, results;
  };
  /// Programs and their working memory; what few need is made when first needed.
  struct Running {
    explicit Running(const EquationPrograms& p) : programs(&p), f(p.f.make_work()), g(p.g.make_work()) {}
    const EquationPrograms* programs;
    std::vector<double> f, g;
    std::optional<Tape> slopes, jacobians;
  };
  void load(const double* x, const double* u);
  bool holds(const Instant& at) const {
    return when_ == Hold::always || (when_ == Hold::before_events && !(at.t_switch > at.t));
  }
  const double* run(std::optional<Tape>& tape, const expr::Program& program, const Instant& at);
  void g_slope(Running& by, const Instant& at, const double* du, double* y, double* dy);
  void linearize(Running& by, const Instant& at, LinearModel& out);

  std::shared_ptr<const CompiledEquations> equations_;
  std::vector<double> symbols_;
  Running live_;
  std::optional<Running> held_;
  std::optional<Tape> switches_;
  Hold when_ = Hold::never;
  std::unique_ptr<StepGuard> guard_;  ///< null where nothing can hide
};

}  // namespace accordo
