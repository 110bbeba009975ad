// Statistics of a run as JSON.
#pragma once

#include <accordo/statistics.hpp>
#include <span>

#include "base/json.hpp"
#include "unit/unit.hpp"

namespace accordo {

using v0::SolverUse;
using v0::Statistics;
using v0::UnitStatistics;

/// The members of the statistics object, without its braces, so that others can add to it. Units as in the
/// statistics.
void write_members(JsonWriter& json, const Statistics& statistics, std::span<const UnitInfo> units);
void write_capabilities(JsonWriter& json, const Capabilities& can);

}  // namespace accordo
