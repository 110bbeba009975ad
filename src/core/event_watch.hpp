// Whose events end a macro-step for all, and what was heard of them.
#pragma once

#include <span>
#include <vector>

#include "model/wiring.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// What happens within a step that was tried.
struct Happening {
  double event = EventNews::never;  ///< the first event of a unit
  bool discrete = false;            ///< a discrete output that others use is another one at the end
};

/// What has changed at a communication point where everything was settled.
struct Settling {
  bool any = false;     ///< something
  bool events = false;  ///< by events of units
};

struct EventWatch {
  EventWatch(const Wiring& wiring, std::span<const UnitInfo> units);

  bool worthwhile = false;  ///< some of `tried` concern others
  bool reported = false;    ///< so do some of those that report events, and all units can stop at these
  bool on = false;          ///< trials are watched
  std::vector<int> units;   ///< those that report events
  std::vector<int> tried;   ///< whose steps are tried before they are accepted, so that others go no further
  std::vector<int> discrete;  ///< of these, those that tell by nothing but their discrete outputs
  bool blind = false;         ///< there are discrete outputs in use that cannot be tried
  double missed =
      EventNews::never;         ///< in the open step: an event that was not seen before others had gone on
  bool unsettled = false;       ///< discrete values were found to change each other without end
  std::vector<EventNews> news;  ///< per unit
  std::vector<Token> tokens;    ///< discrete outputs at the end of a tried step
  std::vector<double> u;        ///< inputs there
};

}  // namespace accordo
