// What the errors that were carried along say for or against a result.
#pragma once

#include <vector>

#include "record/error_table.hpp"
#include "session/reason.hpp"

namespace accordo {

/// What was asked for; 0: nothing.
struct Asked {
  double tolerance = 0;  ///< of each step
  double accuracy = 0;   ///< along the run
};

/// Nothing where errors are not known to the end, unless an accuracy was asked for.
void add_error_reason(const ErrorTable& errors, const Asked& asked, std::vector<Reason>& reasons);

}  // namespace accordo
