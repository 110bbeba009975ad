#include "core/event_watch.hpp"

#include <algorithm>

#include "base/index.hpp"

namespace accordo {
namespace {

int owner(const std::vector<int>& first, int variable) {
  return static_cast<int>(std::upper_bound(first.begin(), first.end(), variable) - first.begin()) - 1;
}

}  // namespace

EventWatch::EventWatch(const Wiring& wiring, std::span<const UnitInfo> all) {
  std::vector<unsigned char> feeds(all.size()), passes(all.size());  // real values, discrete ones
  for (const Link& link : wiring.links) feeds[index(wiring.unit_of_output[index(link.output)])] = 1;
  for (const Link& link : wiring.discrete.sampled) {
    feeds[index(wiring.unit_of_output[index(link.output)])] = 1;
  }
  const auto pass = [&](const Link& link) {
    passes[index(owner(wiring.layout.discrete_output, link.output))] = 1;
  };
  for (const Link& link : wiring.discrete.links) pass(link);
  for (const Link& link : wiring.discrete.held) pass(link);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const bool reports = all[k].reports_events;
    const bool back = all[k].can.rollback || (reports && all[k].repeats_watched);
    const bool steps_any = all[k].can.variable_step;
    const int unit = static_cast<int>(k);
    if (reports) units.push_back(unit);
    const bool tells = !reports && passes[k] != 0 && steps_any;
    if ((reports || tells) && back) tried.push_back(unit);
    if (tells && back) discrete.push_back(unit);
    worthwhile = worthwhile || ((reports || tells) && back && (feeds[k] != 0 || passes[k] != 0));
    reported = reported || (reports && back && (feeds[k] != 0 || passes[k] != 0));
    blind = blind || (passes[k] != 0 && !back && steps_any);
  }
  reported = reported &&
             std::all_of(all.begin(), all.end(), [](const UnitInfo& unit) { return unit.can.variable_step; });
  if (!units.empty() || !tried.empty()) news.resize(all.size());
  if (!discrete.empty()) tokens.resize(index(wiring.layout.discrete_outputs()));
  u.resize(index(wiring.layout.inputs()));
}

}  // namespace accordo
