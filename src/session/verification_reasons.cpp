#include "session/verification_reasons.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "session/limits.hpp"

namespace accordo {
namespace {

Reason failed(const Verification& v) {
  return {Severity::doubtful, "verification-failed",
          fmt::format("the run could not be repeated with {}: {}", v.against, v.failure)};
}

Reason verified(const Verification& v, double limit) {
  // Halving the step of a method of order 1 takes away half of the error, doubling it adds as much.
  const double remaining = v.coarser ? 1 : 2;
  const double difference = v.difference_percent / 100;
  const Severity level = !v.coarser && difference > kCoarse ? Severity::wrong
                         : remaining * difference > limit   ? Severity::doubtful
                                                            : Severity::info;
  return {level, "verified",
          fmt::format("with {} '{}' differs by {:.2g} %, most near t = {:.6g}", v.against, v.signal,
                      v.difference_percent, v.time)};
}

}  // namespace

void add_verification_reason(const Result& result, std::vector<Reason>& reasons) {
  const Verification& v = *result.verification;
  if (!v.failure.empty()) {
    reasons.insert(reasons.begin(), failed(v));
    return;
  }
  const double limit = good_error(result.step_statistics.tolerance), change = result.step_statistics.change;
  const Reason reason = verified(v, limit);
  // The mean over a step of one length is what counts: what is off is of the second order, s²/24 of a wave
  // that changes by s. Twice that is expected. A coarser run holds within these steps what this one does.
  const bool held_well = !v.coarser || change * change / 12 <= limit;
  for (Reason& other : reasons) {
    if (other.id == "held-inputs" && !held_well) continue;
    other.level = reason.level == Severity::info ? Severity::info : std::min(other.level, Severity::doubtful);
  }
  reasons.insert(reasons.begin(), reason);
}

}  // namespace accordo
