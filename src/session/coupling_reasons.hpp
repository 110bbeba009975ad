// What residuals and estimates of a run's steps say for or against a result.
#pragma once

#include <vector>

#include "session/verdict.hpp"

namespace accordo {

/// The errors that the coupling makes: of single steps, of all together, and jumps that steps have led over.
void add_coupling_reasons(const Session& session, const Result& result, std::vector<Reason>& reasons);

}  // namespace accordo
