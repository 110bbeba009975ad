// What a user says about a unit that is an FMU.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/scenario.hpp"
#include "unit/fmi/binding/loaded_fmu.hpp"

namespace accordo::fmi {

struct FmuSpec {
  Text name;
  std::filesystem::path file;
  SourceLocation place;      ///< where the file is named
  std::optional<Kind> kind;  ///< nothing: what serves best
  /// Of any type; the elements of an array by name, or all at once. Start values of inputs and of variables
  /// that may be initialized count, too.
  std::vector<Definition> parameters;
  /// Inputs and tunable parameters that follow a time series.
  std::vector<std::string> followed;
  /// Variables to be recorded besides outputs, inputs and states.
  std::vector<std::string> observed;
  /// Disabled: {rollback: false}. Besides what units can do, single features of FMI:
  /// directional_derivatives, input_derivatives, output_derivatives, intermediate_update.
  std::vector<std::pair<Text, bool>> capabilities;
  /// Co-simulation, where inputs are of a higher degree than the FMU follows; nothing: by the tolerance.
  std::optional<int> substeps;
  std::optional<double> fixed_step;  ///< of an FMU that takes steps of one length; nothing: as it states
  /// Whether what the FMU declares is believed; else it is tested, in child processes.
  bool trust = false;
  /// Whether it is only looked at: nothing of it is run. What a test has shown once is remembered, else the
  /// FMU is believed.
  bool described = false;
  bool facts = false;  ///< what can be told of it is gathered
  /// Where it is believed, FMI 2 co-simulation: highest order of input derivatives. No FMU declares it, and
  /// some crash above 1.
  int input_order = 1;
  double tolerance = 1e-8;         ///< of the FMU's own solver, or of ours
  std::optional<double> accuracy;  ///< that macro-steps follow from
  double start = 0, stop = 1;
  std::optional<double> step;       ///< of the macro-steps, where it is known; for the test
  std::string integrator = "auto";  ///< model exchange: auto, dopri5, rosenbrock, rk4
  SourceLocation integrator_place;
  std::optional<double> integrator_tolerance;  ///< instead of `tolerance`
  std::optional<double> micro_step;            ///< for rk4
};

}  // namespace accordo::fmi
