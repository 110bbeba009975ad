// Whether the result of a run can be trusted, and why: from what the run itself has shown.
#pragma once

#include "session/result.hpp"
#include "session/session.hpp"

namespace accordo {

/// Judges a run that was made, failed ones included, by all that its result has but the verdict.
Verdict assess(const Session& session, const Result& result);

}  // namespace accordo
