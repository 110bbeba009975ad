// `experiment:`: when and how to run.
#pragma once

#include "io/reading.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// What cannot be read is reported and left absent.
ExperimentSpec read_experiment(Reading& reading, const YamlNode& node);

}  // namespace accordo
