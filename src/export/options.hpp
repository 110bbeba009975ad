// What an exported FMU is to be.
#pragma once

#include <span>
#include <string>

#include "base/error.hpp"
#include "unit/fmi/description/model_description.hpp"

namespace accordo::exporter {

/// What the FMU offers. Switching something off makes a poorer FMU on purpose: its description does not
/// declare it, and its functions answer with an error.
struct Features {
  bool model_exchange = true;
  bool co_simulation = true;
  bool rollback = true;       ///< gets and sets its state
  bool serialization = true;  ///< needs rollback
  bool derivatives = true;    ///< directional (and, in FMI 3, adjoint) derivatives
  bool output_derivatives = true;
  bool variable_step = true;
  bool states = true;  ///< described as variables; Model Exchange needs them
  /// Highest input derivative that is taken (FMI 2), 0 to 3; in FMI 3, 0 means no intermediate update.
  int input_order = 3;
};

struct Options {
  fmi::Version version = fmi::Version::fmi2;
  Features features;
  std::string compiler = "cc";  ///< a program on PATH, called like every Unix C compiler
};

/// Switches features off by their names on the command line: rollback, serialization, derivatives,
/// input-derivatives, output-derivatives, variable-step, states, model-exchange, co-simulation. Adds problems
/// for unknown names and for what does not go together.
void switch_off(std::span<const std::string> names, Features& features, Problems& problems);

}  // namespace accordo::exporter
