// How one FMU is used as a unit: everything that is settled before the run.
#pragma once

#include <memory>
#include <vector>

#include "unit/fmi/binding/instance.hpp"
#include "unit/fmi/unit/held_pieces.hpp"
#include "unit/fmi/unit/jacobian_plan.hpp"

namespace accordo::fmi {

/// Where output slopes come from.
enum class SlopeSource { none, directional_derivatives, output_derivatives };

/// What stands for inputs of a higher degree than an FMU follows.
struct Holding {
  enum class Kind {
    parts,    ///< on equal parts of the macro-step, by themselves, what the FMU follows: as a user wants it
    pieces,   ///< constants with the same moments
    line,     ///< one line with the same moments
    polyline  ///< three lines that meet, with the same moments and ends
  };
  Kind kind = Kind::parts;
  Division division;      ///< the fewest pieces, or parts
  int most = 1;           ///< pieces
  bool measures = false;  ///< compares divisions, from states that it goes back to
  bool states = false;    ///< and can read states for that
  bool outputs = false;   ///< outputs do not depend on what the last piece holds
  double wanted = 0;      ///< what may be lost by it, as a part of what changes

  /// Whether outputs under different divisions can be compared.
  bool compares_outputs() const { return outputs || (division.end && !states); }
};

struct FmuPlan {
  std::shared_ptr<LoadedFmu> fmu;
  InstanceSettings settings;
  Experiment experiment;
  std::vector<StartValue> structural;  ///< FMI 3: sizes of arrays
  std::vector<StartValue> start;
  Equations equations;
  std::vector<double> input_start;
  std::vector<char> continuous_input;  ///< per input
  std::vector<InputBounds> bounds;     ///< per input, as declared
  References continuous, discrete;     ///< the inputs in two parts
  std::vector<char> undeclared;        ///< per output: the FMU does not say what it depends on
  TokenPorts token_inputs, token_outputs;
  std::vector<Token> token_start;  ///< per discrete input
  References observed;             ///< floats to be recorded; the others follow them
  TokenPorts observed_tokens;
  JacobianPlan jacobian;
  bool directional = false;  ///< directional derivatives may be asked for
  bool rollback = false;     ///< the FMU's state can be saved and restored

  // Co-simulation
  int input_order = 0;        ///< FMI 2: highest order of input derivatives
  bool intermediate = false;  ///< FMI 3: inputs are set within steps
  Holding holding;            ///< of inputs that the FMU cannot follow
  bool any_step = false;      ///< takes steps of any length, however short
  double fixed_step = 0;      ///< the only length of its steps, where it is known
  double short_of = 0;        ///< how far before the ends of steps it is stopped: see CoSimulationUnit
  double latency = 0;         ///< of inputs, as a part of a fixed step; 0: none, or none that is corrected
  bool restarts = false;      ///< a state is restored right after it was saved
  SlopeSource slopes = SlopeSource::none;
  bool feed_through_known = false;   ///< ∂y/∂u was found by trial, and is constant
  std::vector<double> feed_through;  ///< that, row by row; empty: zero

  // Model exchange
  std::size_t indicators = 0;
  bool completes_steps = false;                ///< wants to hear of completed steps of the integrator
  std::vector<double> state_size, input_size;  ///< nominal values, for differences
};

/// An instance ready to be initialized: parameters set, in initialization mode.
std::unique_ptr<Instance> start_instance(const FmuPlan& plan);

/// In initialization mode: D ← ∂y/∂u by central differences, row by row, states following the inputs; the
/// inputs are then u.
void initial_feed_through(const FmuPlan& plan, Instance& instance, const double* u, double* D);

/// Reads the observed variables as they are now; `tokens` is scratch of the caller.
void read_observed(const FmuPlan& plan, Instance& instance, std::vector<Token>& tokens, double* values);

/// Throws NonFinite when an output is infinite or not a number.
void require_finite_outputs(const UnitInfo& info, const double* y, double t);

}  // namespace accordo::fmi
