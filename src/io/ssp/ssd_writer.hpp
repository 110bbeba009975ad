// A scenario as a system structure description.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/ssp/variables.hpp"
#include "model/scenario.hpp"

namespace accordo::ssp {

/// What a unit's FMU is called inside the package, and its variables.
struct UnitSource {
  std::string file;                            ///< `resources/left.fmu`
  std::shared_ptr<const Variables> variables;  ///< null: parameters are written as texts
};

/// A file of the package.
struct PackageFile {
  std::string name, text;
};

/// The description (first) and the parameter sets of a scenario all of whose units are FMUs; `sources` has
/// one entry per unit. Paths of time series must be relative to the package. What SSP has no words for
/// becomes our annotation, so that reading the package gives the scenario again.
std::vector<PackageFile> write_ssd(const Scenario& scenario, const std::vector<UnitSource>& sources);

/// A name for a file: what is not a letter, digit, `-` or `_` is replaced.
std::string file_name(const std::string& unit);

}  // namespace accordo::ssp
