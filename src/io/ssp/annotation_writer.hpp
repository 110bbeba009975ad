// Our annotation in a system structure description.
#pragma once

#include <string>

#include "model/scenario.hpp"

namespace accordo::ssp {

/// All that a scenario says and SSP has no words for, as the JSON (and so YAML) text that read_settings_text
/// reads.
std::string write_settings(const Scenario& scenario);

}  // namespace accordo::ssp
