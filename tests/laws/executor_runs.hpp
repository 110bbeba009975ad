// What is run everywhere and compared: every coupling on every case, with fixed steps and with a tolerance,
// also with units that cannot go back.
#pragma once

#include <string>
#include <vector>

#include "tests/support/runs.hpp"

namespace accordo::testing {

std::vector<RunOf> executor_runs();

/// Of letters, digits and underscores.
std::string title(const RunOf& run);

/// How a run elsewhere differs from the serial one; empty: in no bit of its results, and not in its work.
std::string difference(const Report& elsewhere, const Report& serial);

}  // namespace accordo::testing
