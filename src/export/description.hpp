// modelDescription.xml of an exported FMU.
#pragma once

#include <string>

#include "export/model.hpp"
#include "export/options.hpp"

namespace accordo::exporter {

/// What the description says besides the model.
struct Label {
  std::string identifier;  ///< names the library; a C identifier
  std::string token;       ///< guid (FMI 2), instantiationToken (FMI 3)
};

std::string describe_fmi2(const Model& model, const Features& features, const ExperimentSpec& experiment,
                          const Label& label);
std::string describe_fmi3(const Model& model, const Features& features, const ExperimentSpec& experiment,
                          const Label& label);

/// sources/buildDescription.xml, which FMI 3 wants.
std::string describe_build(const std::string& identifier);

}  // namespace accordo::exporter
