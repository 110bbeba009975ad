// How good the inputs of a session's method are, by its options.
#pragma once

#include "session/session.hpp"

namespace accordo {

/// The order of convergence.
int order_of(const Session& session);
/// Of a method whose inputs follow from the past alone: through how many points. Else 0.
int extrapolation_of(const Session& session);

}  // namespace accordo
