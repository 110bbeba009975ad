// An accuracy along the run instead of a tolerance for each step: how often a run is made, and with which
// tolerance.
#pragma once

#include <optional>

#include "session/result.hpp"
#include "session/session.hpp"

namespace accordo {

inline constexpr int kMostRuns = 4;  ///< the first one included

/// The tolerance to repeat a run with so that it becomes as accurate as was asked for; none where it is,
/// where nothing was asked for, or where nobody can tell.
std::optional<double> sharper_tolerance(const Session& session, const Result& result);

/// Whether errors as they were carried along keep what was asked for.
bool keeps(double error, double accuracy);

}  // namespace accordo
