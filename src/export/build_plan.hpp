// Which C sources of an FMU make its library, and how: SourceFiles of FMI 2, buildDescription.xml of FMI 3.
#pragma once

#include <string>
#include <vector>

#include "unit/fmi/description/model_description.hpp"
#include "unit/fmi/description/package.hpp"

namespace accordo::exporter {

/// One library to be compiled. Names are relative to the folder `sources`, and stay in it.
struct BuildPlan {
  std::string identifier;  ///< of the model: the library's name
  std::vector<std::string> sources;
  std::vector<std::string> definitions;  ///< NAME or NAME=value
  std::vector<std::string> include_folders;
  std::vector<std::string> libraries;  ///< of the system, that it is linked with
};

/// What is to be compiled, one plan per library. The package must hold its `sources`. Throws
/// Error(Exit::usage).
std::vector<BuildPlan> plan_build(const fmi::Package& package, const fmi::ModelDescription& description);

}  // namespace accordo::exporter
