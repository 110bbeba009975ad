// What a user says of native units.
#pragma once

#include "model/scenario.hpp"

namespace accordo {

/// A native unit given by equations. Start values of inputs may use parameters.
struct EquationsSpec : UnitBody {
  std::vector<Definition> parameters;  ///< values may use other parameters
  std::vector<Definition> states;      ///< with initial values, which may use parameters
  std::vector<Definition> der;
  std::vector<Definition> outputs;

  EquationsSpec() : UnitBody("equations") {}
};

/// A native unit given by matrices: x' = A x + B u + f0, y = C x + D u + g0.
struct LinearSpec : UnitBody {
  struct MatrixSpec {
    std::vector<std::vector<double>> rows;
    SourceLocation place;
    bool given = false;
  };
  std::vector<Definition> states;
  std::vector<Text> outputs;
  MatrixSpec A, B, C, D;  ///< missing ones are zero
  std::vector<double> f0, g0;
  SourceLocation f0_place, g0_place;

  LinearSpec() : UnitBody("linear") {}
};

}  // namespace accordo
