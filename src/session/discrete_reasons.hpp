// What discrete connections do to a result.
#pragma once

#include <vector>

#include "session/verdict.hpp"

namespace accordo {

/// Values that arrived late, and those that never settled.
void add_discrete_reasons(const Session& session, const Result& result, std::vector<Reason>& reasons);

}  // namespace accordo
