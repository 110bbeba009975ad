// Operators that estimators of identical units have in common: 10,000 of them need one exponential, not
// 10,000.
#pragma once

#include <memory>

#include "unit/estimated/operators.hpp"

namespace accordo {

/// What was asked for, and whether it had to be computed.
struct FoundOperators {
  std::shared_ptr<const Operators> operators;
  bool computed = false;
};

/// Finds operators of bitwise the same A, B, C, D, h and knobs that some estimator still holds, else computes
/// them. Takes a lock and hashes the matrices: ask only when they or h have changed. Any thread may call.
FoundOperators shared_operators(const LinearModel& model, double h, const OperatorKnobs& knobs);

}  // namespace accordo
