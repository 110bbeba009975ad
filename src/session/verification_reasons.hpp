// What another run, made to compare, says for or against a result.
#pragma once

#include <vector>

#include "session/verdict.hpp"

namespace accordo {

/// The difference to another run is better evidence than estimates are: it comes first, and mitigates the
/// reasons that were found so far.
void add_verification_reason(const Result& result, std::vector<Reason>& reasons);

}  // namespace accordo
