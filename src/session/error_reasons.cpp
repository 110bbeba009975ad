#include "session/error_reasons.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "session/accuracy.hpp"
#include "session/limits.hpp"

namespace accordo {
namespace {

constexpr double kCertain = 2;  // times what is carried along: errors of errors are of the second order
constexpr double kMost = 0.05;  // of the range, with a tolerance
constexpr double kUseless = 0.1;

Severity level_of(const ErrorTable& errors, const Asked& asked) {
  const double largest = errors.worst()->relative();
  if (largest > kUseless) return Severity::wrong;
  const double limit = asked.tolerance > 0 ? std::min(kOfTolerance * asked.tolerance, kMost) : kGood;
  const bool kept = asked.accuracy > 0 ? keeps(largest, asked.accuracy)
                                       : kCertain * errors.most_doubtful()->doubt() <= limit;
  return kept ? Severity::info : Severity::doubtful;
}

std::string remedy(const Asked& asked) {
  if (asked.accuracy > 0) return fmt::format(": the accuracy {} was not reached", asked.accuracy);
  return asked.tolerance > 0 ? ": try a smaller tolerance"
                             : ": try a tolerance with -m auto, or a shorter step";
}

}  // namespace

void add_error_reason(const ErrorTable& errors, const Asked& asked, std::vector<Reason>& reasons) {
  const SignalError* worst = asked.accuracy > 0 ? errors.worst() : errors.most_doubtful();
  if (worst == nullptr) {
    if (asked.accuracy == 0) return;
    reasons.push_back(
        {Severity::doubtful, "accuracy-unknown",
         fmt::format("whether the accuracy {} was reached is not known: {}", asked.accuracy, errors.lost)});
    return;
  }
  const Severity level = level_of(errors, asked);
  reasons.push_back(
      {level, "error",
       fmt::format("'{}' is off by {:.2g} % of its range (RMS over time), most at t = {:.6g}{}", worst->name,
                   100 * worst->relative(), worst->at, level == Severity::info ? "" : remedy(asked))});
}

}  // namespace accordo
