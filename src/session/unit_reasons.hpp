// What of the units and their connections a reader of results should know.
#pragma once

#include <vector>

#include "session/verdict.hpp"

namespace accordo {

/// Notes on algebraic loops, events of the units' own, and capabilities that were disabled, or refuted by a
/// test.
void add_unit_reasons(const Session& session, const StepStatistics& step_statistics,
                      std::vector<Reason>& reasons);
/// Where nothing is coupled: only errors of the units remain, and some are solved where nobody sees it.
void add_uncoupled_reason(const Session& session, std::vector<Reason>& reasons);

}  // namespace accordo
