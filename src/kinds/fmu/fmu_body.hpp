// What a scenario says of a unit that is an FMU.
#pragma once

#include "model/scenario.hpp"

namespace accordo {

/// Its parameters stand in UnitSpec.
struct FmuBody : UnitBody {
  enum class Kind { best, co_simulation, model_exchange };
  Kind kind = Kind::best;
  std::optional<int> substeps;       ///< co-simulation, where inputs are of a higher degree than it follows
  std::optional<double> fixed_step;  ///< instead of the one that the FMU states

  FmuBody() : UnitBody("fmu") {}
};

}  // namespace accordo
