// An FMU put through its paces: what the child processes of the self-test do with it.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "unit/fmi/selftest/child_process.hpp"
#include "unit/fmi/unit/fmu_plan.hpp"
#include "unit/fmi/unit/fmu_spec.hpp"

namespace accordo::fmi {

/// What is tested.
struct Subject {
  std::shared_ptr<LoadedFmu> fmu;  ///< its library is loaded in child processes only
  Kind kind = Kind::co_simulation;
  FmuSpec spec;
  double h = 0;                  ///< length of steps
  bool wants_stop_time = false;  ///< FMI 2: it is to hear of a stop time
  bool one_known = false;        ///< derivatives are asked for along one known at a time
};

/// How it would be used if all it declares were true; loads the library. Throws Error(Exit::usage).
FmuPlan probe_plan(const Subject& subject);

/// How the inputs move over a step: u = start + shape(s)·du, shape(s) = Σ c_k s^k.
using Shape = std::array<double, kCoefficients>;
double value_at(const Shape& shape, double s);
double mean_over(const Shape& shape, double from, double to);

/// One instance for co-simulation. Throws what units throw; Error when it refuses to be made.
class ProbeRun {
 public:
  explicit ProbeRun(const Subject& subject);

  const FmuPlan& plan() const { return plan_; }
  bool has_inputs() const { return !plan_.continuous.empty(); }
  double time() const { return t_; }

  /// In initialization mode: inputs at start + q·du.
  void set_inputs(double q);
  void leave_initialization() { instance_->exit_initialization(); }
  /// Under constant inputs start + q·du.
  void step(double h, double q);
  /// With input derivatives up to this order.
  void step_with_derivatives(double h, const Shape& shape, int order);
  /// FMI 3: the FMU asks for inputs within the step.
  void step_with_updates(double h, const Shape& shape);
  /// Sub-steps under the mean inputs over each.
  void step_in_parts(double h, const Shape& shape, int parts);

  void save() { instance_->save_state(), saved_t_ = t_, saved_ = true; }
  /// Input j at start + q·du, the others at start.
  void set_one_input(std::size_t j, double q);
  void step_with_one(double h, std::size_t j, double q) { set_one_input(j, q), do_step(h); }
  /// du: 0 for inputs that are not continuous.
  const std::vector<double>& moves() const { return du_; }
  Instance& instance() { return *instance_; }
  void restore() { instance_->restore_state(), t_ = saved_t_; }

  std::vector<double> outputs();
  std::vector<double> states();
  std::vector<double> derivatives();
  std::vector<double> output_derivatives();
  /// (x', y) by (x, u, t) along (x', 0, 1), and along (0, du, 0).
  void directional(std::vector<double>& along_solution, std::vector<double>& along_inputs);
  /// Never freed: what that would do is no part of this.
  void abandon() { static_cast<void>(instance_.release()); }

 private:
  void do_step(double h);

  FmuPlan plan_;
  std::unique_ptr<Instance> instance_;
  std::vector<double> du_, u_;
  double t_ = 0, saved_t_ = 0;
  bool saved_ = false;
  InputDerivatives zeros_;  ///< to switch off what was set before
};

/// What the child does for each probe; the rows are described with each. Steps are of the subject's length,
/// inputs those at start plus du, unless said otherwise.
namespace probe {

/// An instance that has left initialization, its inputs at start.
ProbeRun running(const Subject& subject);
/// Its outputs, and its states where wanted.
std::vector<double> look(ProbeRun& probe_run, bool states);
/// How far inputs are moved in step k of a whole run, in units of du: never twice the same in a row.
double moved_in(int k);

/// Outputs at start and after each of 4 steps; then whether states and derivatives are finite numbers (1 or
/// 0).
void plain(const Subject& subject, Notebook& notes);
/// Outputs and states: before saving, after two steps, after the same steps from the restored state, after
/// other inputs were tried and the first step was made from the restored state once more. `restores_first`:
/// the state is restored right after it was saved, too.
void rollback(const Subject& subject, bool states, bool restores_first, Notebook& notes);
/// How the whole run is gone through in a test of rollback.
struct WholeRun {
  double h = 0;
  int steps = 0;
  bool states = false;
  bool back = false;            ///< every step is made twice, the second time from the restored state
  bool restores_first = false;  ///< as above
  bool derivatives = false;     ///< are asked for after every step
  int parts = 1;                ///< that every step is made in
};
/// Outputs and states after each step of a whole run under inputs that move from step to step.
void whole_run(const Subject& subject, const WholeRun& whole_run, Notebook& notes);
/// Outputs and states after one step from one saved state, under inputs moved by 1, 1 + ε and 1 + 2ε.
void three_neighbors(const Subject& subject, bool states, Notebook& notes);
/// Of every parameter that was set, its values in initialization mode, and after it.
void parameters(const Subject& subject, Notebook& notes);
/// Outputs after each of some steps of a third of h or so, inputs moving.
void ticks(const Subject& subject, double h, int steps, Notebook& notes);
/// Bounds of the length of a clock, narrowed down tick by tick; no row where it does not tick regularly.
struct Bounds {
  double low = 0, high = 0;
};
void clock_length(const Subject& subject, const Bounds& about, Notebook& notes);
/// Outputs after three steps of h and one more of length `last`, for which input j is moved by `q`·du (none
/// where j is not an input); du.
void response(const Subject& subject, double last, std::size_t j, double q, Notebook& notes);
/// Outputs right after initialization, and after each of three steps of h, the first of `first`; inputs as at
/// the start.
void first_steps(const Subject& subject, double first, double h, Notebook& notes);
/// Outputs right after initialization under input j moved by q·du; du.
void first_outputs(const Subject& subject, std::size_t j, double q, Notebook& notes);
/// In ticks of a clock: outputs after three of them, and after each of four more, for which input j is moved
/// as above; du.
struct Ticking {
  double tick = 0;
  bool leads = false;
};
void tick_response(const Subject& subject, const Ticking& clock, std::size_t j, double q, Notebook& notes);
/// Outputs and states after h in so many steps, inputs moved once.
void in_parts(const Subject& subject, double h, int parts, bool states, Notebook& notes);
/// Outputs and states after steps of h, h, and then after h, h/2, h/2 by another instance or process.
void steps(const Subject& subject, const std::vector<double>& lengths, bool states, Notebook& notes);

enum class InputWay { held, in_parts, by_mean, by_derivatives, by_updates };
struct InputTrial {
  InputWay way = InputWay::held;
  int order = 0;        ///< of derivatives
  bool states = false;  ///< are looked at
  bool outputs = true;  ///< are looked at where the inputs have just moved, too
};
/// Outputs and states after one long step under moving inputs, and after each of two under where they
/// stopped.
void inputs(const Subject& subject, const Shape& shape, const InputTrial& trial, Notebook& notes);
/// Outputs after steps 1, 2, 3, 4; output derivatives after step 2, and, with rollback, after step 3 from a
/// state restored at 2.
void output_derivatives(const Subject& subject, bool rollback, Notebook& notes);
/// (x', y) under start inputs ± a little of du, both in initialization mode, and the states there; the
/// directional derivatives along du; (x', y) after steps 1, 2, 3 with directional derivatives along the
/// solution at 2; whether those know of everything that changes with time (1 or 0).
void directional(const Subject& subject, Notebook& notes);

/// Model exchange: x' at the start.
void plain_equations(const Subject& subject, Notebook& notes);
/// Model exchange: the Jacobian of (x', y) by (x, u) from directional derivatives, and from differences.
void equations_directional(const Subject& subject, Notebook& notes);
/// Model exchange: states and x' when saved, and when restored after a move.
void equations_rollback(const Subject& subject, Notebook& notes);

}  // namespace probe
}  // namespace accordo::fmi
