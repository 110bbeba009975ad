// Linear analysis of a scenario: run to the points, linearized there.
#pragma once

#include <vector>

#include "linear/judgement.hpp"
#include "linearize/linear_plan.hpp"
#include "session/session.hpp"

namespace accordo {

/// Uses up the session. One entry per point; fewer where the run was interrupted. Throws where the run fails,
/// a unit does, or inputs and outputs do not determine each other.
std::vector<Linearization> linearize(Session& session, const LinearPlan& plan, const RunWatch& watch = {});

}  // namespace accordo
