// What a result of the library is made of.
#pragma once

#include <accordo/result.hpp>

#include "session/result.hpp"

namespace accordo::v0 {

struct Result::Body {
  explicit Body(accordo::Result result);

  accordo::Result inside;
  std::vector<double> columns;  ///< values, signal by signal
  Verdict verdict;
  std::optional<Failure> failure;
  std::vector<StepSummary> steps;
  std::vector<Problem> warnings;
};

}  // namespace accordo::v0
