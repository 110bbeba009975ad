// An FMU for co-simulation as a unit: it brings its own solver.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "unit/fmi/unit/fmu_plan.hpp"
#include "unit/fmi/unit/held_measure.hpp"
#include "unit/unit.hpp"

namespace accordo::fmi {

/// FMI forbids to read values between setting inputs and the next step. Until something other than outputs()
/// is asked for the FMU stays in initialization mode, where that is allowed. Later outputs() are those of the
/// latest step, corrected by ∂y/∂u where the FMU gives it.
///
/// An FMU has one value at an instant: at an event that of either side, nobody knows which. Where it takes
/// any step, it is therefore stopped just before an event, and led just beyond when asked for the other
/// side. One that ticks inside, and ahead, is always stopped a little before the ends of steps.
///
/// Where an FMU of FMI 3 has an event mode, its instance handles what happens within a step; discrete inputs
/// are set in that mode. In a watched step the FMU stops at its first event, which is left to settle().
///
/// Inputs of a degree that the FMU does not follow are replaced by few constants or lines that have the same
/// moments over the macro-step; where a user says how many parts there shall be, on each of these by
/// constants with the same mean, lines with the same ends or parabolas with both.
///
///   initialization → stepping: by leave_initialization(), or what FMI forbids before (step, save, settle, …)
///   stepping → pending: where a watched step stops at an event
///   pending → stepping: by settle(), save() or the next step, which handle it
///
/// restore() leads back to the latest save(), which was stepping.
class CoSimulationUnit final : public accordo::Unit {
 public:
  CoSimulationUnit(std::shared_ptr<const UnitInfo> info, std::shared_ptr<const FmuPlan> plan);

  void step(const Step& step, SignalView u, double* y, double* dy) override;
  void outputs(const Instant& at, const double* u, const double* du, double* y, double* dy) override;
  void leave_initialization(const Instant& at, const double* u) override;
  bool feed_through(const Instant& at, const double* u, double* D) override;
  void save() override;
  void restore() override;
  std::shared_ptr<const void> keep() override;
  void come_back(const std::shared_ptr<const void>& kept) override;
  void states(double* x) const override;
  /// Derivatives are known at the present point only; from there the model is extended linearly to (x, u).
  void linearize(const Instant& at, const double* x, const double* u, LinearModel& out) override;
  void discrete_outputs(const Instant& at, const double* u, Token* values) override;
  /// After initialization the FMU gets them right before its next step: until then outputs may be read.
  void set_discrete_inputs(const Instant& at, const double* u, const Token* values) override;
  void observe(const Instant& at, const double* u, double* values) override;
  EventNews event_news() const override;
  void settle(const Instant& at, const double* u) override;
  StepNews step_news() const override { return {do_steps_, now_.held.error}; }
  UnitMessages messages() const override { return instance_->messages(); }

 private:
  /// What stands for the inputs over a step.
  struct Way {
    Holding::Kind kind = Holding::Kind::parts;
    Division division;
  };
  struct Line {
    double from = 0, to = 0;
  };

  /// What a step changes on our side.
  struct Present {
    std::vector<double> u;            ///< the inputs that the FMU has at its present time
    double reached = 0;               ///< the communication point where it is
    double ahead = 0;                 ///< how far it is ahead of that: around an event, a little
    bool stepped = false;             ///< since its initialization
    bool derivatives_set = false;     ///< input derivatives that are not all zero have been set
    std::vector<Token> tokens;        ///< discrete inputs that the FMU does not have yet
    bool pending = false;             ///< the FMU is at an event, which is still to be handled
    double first = EventNews::never;  ///< event within the latest step
    long long events = 0;             ///< handled so far
    Way way;                          ///< of the latest step
    HeldState held;                   ///< what is known of what holding inputs loses
  };

  struct Kept {
    Present present;
    Instance::KeptState state;
  };

  /// What the FMU has at its present point, read before it is asked for directional derivatives: some give
  /// values of the last point that they looked at for these afterwards, until something moves.
  struct Reading {
    bool known = false;
    std::vector<double> dx, y, observed;
  };

  /// Whoever is asked for more than initialization allows leaves it, unless that was done before.
  void end_initialization() const;
  void pass_tokens();
  /// What changes at events only is set in event mode, where the FMU has one.
  void set_inputs(const double* u);
  void advance(const Step& step, const SignalView& u);
  void take_back(const Discarded& e, int parts);
  void advance_by(Way way, const Step& step, const SignalView& u);
  void advance_in(int pieces, const Step& step, const SignalView& u);
  void advance_pieces(const Division& division, const Step& step, const SignalView& u);
  void advance_lines(Holding::Kind kind, const Step& step, const SignalView& u);
  /// The line that stands for an input on piece i of so many.
  Line line_of(const SignalView& u, int input, int i, int count) const;
  bool lines_keep_bounds(int count, const SignalView& u) const;
  void plain_step(const Step& step, const SignalView& u);
  /// The same, with a look at what is lost by holding inputs.
  void measured_step(const Step& step, const SignalView& u);
  bool compare(const Division& used, const Step& step, const SignalView& u);
  void read_comparable(double t, const double* u, std::span<double> values);
  Way way_of(const Step& step, const SignalView& u) const;
  int ticks_in(const Step& step) const;
  double ahead_of(const Step& step) const;
  int degree_of(const SignalView& u) const;
  double length_of(const Step& step) const;
  /// What is to be done of a step: a piece of it.
  struct Piece {
    double from = 0, to = 1;   ///< in scaled time of the step
    double t = 0, h = 0;       ///< where it begins, and its length
    double ahead = 0;          ///< of its end
    bool after_event = false;  ///< what the FMU had before is of no meaning for it
  };
  void advance_piece(const SignalView& u, const Piece& piece);
  void advance_along(double t, double h, double ahead);
  double lead_of(double h) const;
  void advance_held(const SignalView& u, double t, double h, double ahead);
  void do_step(double t, double h, double ahead);
  void step_to_event(double from, double length, double end, double ahead);
  void cross_event(double t, const double* u);
  void handle_pending();
  /// A watched step that stopped at an event: what outputs would be at its end without it.
  void go_on_without(const Step& step, double* y, const double* dy) const;
  void set_derivatives(double h);
  void forget_derivatives();
  void read_values(double t, double* y);
  /// To be called before every question for directional derivatives.
  void keep_reading();
  void get_outputs(double* y);
  void get_derivatives(double* dx);
  /// Outputs, and slopes in time unless null, at the present point under inputs u with slopes du.
  void read(double t, const double* u, const double* du, double* y, double* dy);
  /// Finds what other inputs than those the FMU has do to derivatives and outputs; false: nothing.
  bool find_correction(const double* u);
  bool correct_by_matrix(const double* u);
  void read_slopes(bool corrected, const double* du, double* dy);
  void read_output_derivatives(double* dy);

  std::shared_ptr<const FmuPlan> plan_;
  std::unique_ptr<Instance> instance_;
  mutable bool initializing_ = true;
  Present now_, saved_;
  mutable Reading reading_;
  bool has_saved_ = false;
  bool is_kept_ = false;    ///< somebody may come back to any point
  double began_ = 0;        ///< where the step at hand began
  long long do_steps_ = 0;  ///< so far, also those that were taken back
  bool watched_ = false;    ///< the step at hand stops at events
  bool effect_ = false;     ///< the latest settle() changed something
  Signal piece_;
  InputDerivatives derivatives_;
  std::vector<double> values_, u_end_, du_, seed_, correction_, result_, dx_, part_;
  HeldPieces pieces_;
  std::optional<HeldMeasure> measure_;
  HeldState found_;                     ///< scratch
  std::vector<Token> observed_tokens_;  ///< scratch
};

}  // namespace accordo::fmi
