#include "session/discrete_reasons.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.hpp"

namespace accordo {
namespace {

/// Of the run: that long discrete values may have been the old ones altogether.
constexpr double kLittle = 1e-3;

/// Whether all discrete outputs in use belong to units that take steps of one length only: they change at the
/// ends of these, where they are passed on.
bool only_at_own_steps(const Session& session) {
  const Wiring& wiring = session.wiring();
  const auto steps = [&](const Link& link) {
    const std::vector<int>& first = wiring.layout.discrete_output;
    const auto unit = std::upper_bound(first.begin(), first.end(), link.output) - first.begin() - 1;
    return !session.units()[static_cast<std::size_t>(unit)].can.variable_step;
  };
  return std::all_of(wiring.discrete.links.begin(), wiring.discrete.links.end(), steps) &&
         std::all_of(wiring.discrete.held.begin(), wiring.discrete.held.end(), steps);
}

}  // namespace

void add_discrete_reasons(const Session& session, const Result& result, std::vector<Reason>& reasons) {
  const LateValues& late = result.late;
  if (result.unsettled) {
    reasons.push_back(
        {Severity::doubtful, "discrete-unsettled",
         "discrete values changed each other without end at one instant: they were passed on once "
         "per step instead"});
  }
  if (late.count == 0 || only_at_own_steps(session)) return;
  const bool little = late.sum <= kLittle * (session.stop() - session.start());
  const char* why = session.step() > 0 ? "discrete values are passed on at communication points only"
                                       : "discrete outputs changed within steps that could not be repeated";
  reasons.push_back(
      {little ? Severity::info : Severity::doubtful, "discrete-late",
       fmt::format("{}: {} came up to {:.2g} late", why,
                   late.count == 1 ? "one change" : fmt::format("{} changes", late.count), late.longest)});
}

}  // namespace accordo
