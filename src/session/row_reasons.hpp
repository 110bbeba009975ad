// What is to be said against rows between communication points.
#pragma once

#include <vector>

#include "session/reason.hpp"
#include "session/result.hpp"

namespace accordo {

/// `tolerance`: of each step; 0 where there is none.
void add_row_reason(const RowError& error, double tolerance, std::vector<Reason>& reasons);

}  // namespace accordo
