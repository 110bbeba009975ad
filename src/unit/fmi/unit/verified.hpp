// What an FMU can really do, as far as a test of it tells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "unit/fmi/description/model_description.hpp"

namespace accordo::fmi {

/// Capabilities that remain after the self-test; or as declared, where it was skipped.
struct Verified {
  bool states = true;  ///< states and their derivatives can be read
  bool rollback = false;
  bool variable_step = false;
  bool directional_derivatives = false;
  bool output_derivatives = false;
  bool intermediate_update = false;
  bool event_mode = false;
  int input_order = 0;           ///< FMI 2: highest order of input derivatives
  bool wants_stop_time = false;  ///< FMI 2: it goes beyond a stop time of its own only if it hears of another

  // Co-simulation: what runs inside
  bool one_known = false;  ///< derivatives are to be asked for along one known at a time
  bool restarts =
      false;         ///< its solver starts afresh from a restored state: to be done right after saving, too
  double noise = 0;  ///< by how much a run with saved and restored states differs, relative to the values
  double clock = 0;  ///< length of its internal steps, whatever steps it is asked for; 0: none was found
  bool clock_leads =
      false;           ///< it takes internal steps until it is at or beyond the end of a step, not before
  double latency = 0;  ///< of a clock: how much of a tick's input is still the one before; 0: nothing
  /// With steps of one length: the part of what its states change by that is not the integral of their
  /// derivatives, and the length that this was measured with; 0: it was not.
  double inner_error = 0, inner_step = 0;
  double step_error = 0;  ///< one integration per step: how far one step is from four, relative; 0: none
  bool feed_through_known = false;   ///< by trial
  std::vector<double> feed_through;  ///< ∂y/∂u, row by row; empty: zero
  std::vector<int> late_outputs;     ///< that jump in the first step: they were not computed before, it seems
  bool slow = false;                 ///< not even its plain use could be tested in time

  std::vector<std::string> not_kept;  ///< parameters that the FMU has other values for than were set

  /// Why a capability was taken away, or an order not reached.
  struct Finding {
    std::string capability;  ///< as users name it: "rollback", …, "input_derivatives"
    std::string what;
    bool declared = true;  ///< false: nobody promised it, so nobody need be warned
  };
  std::vector<Finding> findings;
  bool tested = false;
  bool from_cache = false;
  std::string date;  ///< of the test

  const Finding* finding(const std::string& capability) const {
    for (const Finding& f : findings) {
      if (f.capability == capability) return &f;
    }
    return nullptr;
  }
};

/// Belief instead of a test. No FMU declares the order of input derivatives.
inline Verified as_declared(const Interface& declared, int input_order) {
  Verified v;
  v.rollback = declared.rollback;
  v.variable_step = declared.variable_step;
  v.directional_derivatives = declared.directional_derivatives;
  v.output_derivatives = declared.max_output_derivative_order >= 1;
  v.intermediate_update = declared.intermediate_update;
  v.event_mode = declared.event_mode;
  v.input_order = declared.interpolates_inputs ? input_order : 0;
  return v;
}

}  // namespace accordo::fmi
