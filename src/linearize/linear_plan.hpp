// What a linear analysis is to look at: points, inputs and outputs, checked before anything runs.
#pragma once

#include <accordo/linear.hpp>
#include <vector>

#include "base/error.hpp"
#include "session/plan.hpp"

namespace accordo {

using v0::LinearSettings;

struct LinearPlan {
  std::vector<double> times;  ///< ascending, each once
  std::vector<double> steps;
  std::vector<RecordColumn> inputs, outputs, states;  ///< what B, C, D have rows and columns of
};

/// Adds to the problems what is wrong with the settings, and which units cannot be linearized and why.
LinearPlan plan_linear(const Plan& plan, const LinearSettings& settings, Problems& problems);

}  // namespace accordo
