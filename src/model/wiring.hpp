// Who feeds whom: the dispatching u = Φᵀ y as an index map, never a matrix.
#pragma once

#include <span>
#include <vector>

#include "base/error.hpp"
#include "base/index.hpp"
#include "model/scenario.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// Where each unit's inputs, outputs and states sit in the vectors of the whole system.
struct Layout {
  /// First index per unit, and the total at the end.
  std::vector<int> input, output, state, discrete_input, discrete_output, observed;

  Layout() = default;
  explicit Layout(std::span<const UnitInfo> units);

  int units() const { return static_cast<int>(input.size()) - 1; }
  int inputs() const { return input.back(); }
  int outputs() const { return output.back(); }
  int states() const { return state.back(); }
  int input_count(int unit) const { return input[index(unit) + 1] - input[index(unit)]; }
  int output_count(int unit) const { return output[index(unit) + 1] - output[index(unit)]; }
  int state_count(int unit) const { return state[index(unit) + 1] - state[index(unit)]; }
  int first_input(int unit) const { return input[index(unit)]; }
  int first_output(int unit) const { return output[index(unit)]; }
  int first_state(int unit) const { return state[index(unit)]; }
  int discrete_inputs() const { return discrete_input.back(); }
  int discrete_outputs() const { return discrete_output.back(); }
  int first_discrete_input(int unit) const { return discrete_input[index(unit)]; }
  int first_discrete_output(int unit) const { return discrete_output[index(unit)]; }
  int all_observed() const { return observed.back(); }
  int first_observed(int unit) const { return observed[index(unit)]; }
  int observed_count(int unit) const { return observed[index(unit) + 1] - observed[index(unit)]; }
};

/// One connection: u[input] = gain · y[output] + offset.
struct Link {
  int input = 0;
  int output = 0;
  double gain = 1;
  double offset = 0;
};

/// One between discrete variables: by a table where it has one, else by gain and offset.
struct DiscreteLink : Link {
  ValueTable map;  ///< ascending
};

/// Connections that end or begin at a discrete variable: what they carry changes at communication points
/// only.
struct DiscreteWiring {
  std::vector<DiscreteLink> links;  ///< from a discrete output to a discrete input
  std::vector<Link> sampled;        ///< from a real output to a discrete input
  std::vector<Link> held;           ///< from a discrete output to a real input
};

struct Wiring {
  Layout layout;
  std::vector<Link> links;         ///< at most one per input, ordered by input
  std::vector<int> link_of_input;  ///< index into links, or -1: constant, held or a time series
  std::vector<int> unit_of_input, unit_of_output;
  DiscreteWiring discrete;

  /// u ← Φᵀ y for the given links; inputs without a source stay as they are.
  static void dispatch(std::span<const Link> links, const double* y, double* u) {
    for (const Link& l : links) u[l.input] = l.gain * y[l.output] + l.offset;
  }
  /// Slopes: offsets drop out.
  static void dispatch_slopes(std::span<const Link> links, const double* dy, double* du) {
    for (const Link& l : links) du[l.input] = l.gain * dy[l.output];
  }
};

/// Per unit, whether no input of it comes from a unit; empty when every unit has such an input.
std::vector<unsigned char> undriven_units(const Wiring& wiring);

/// The same to be asked unit by unit.
class UndrivenUnits {
 public:
  explicit UndrivenUnits(const Wiring& wiring) : list_(undriven_units(wiring)) {}
  bool operator[](std::size_t unit) const { return unit < list_.size() && list_[unit] != 0; }

 private:
  std::vector<unsigned char> list_;
};

/// Connects the units as the scenario says. Every problem goes to `problems`: unknown units and variables
/// (did you mean), an input with two sources, an input with none and no start value, an output used as a
/// target or an input as a source, types that do not go together.
Wiring wire(const Scenario& scenario, std::span<const UnitInfo> units, Problems& problems);

}  // namespace accordo
