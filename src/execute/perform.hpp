// Carries out one operation of a request on one unit: what every executor does where the unit lives.
#pragma once

#include <optional>
#include <vector>

#include "core/request.hpp"
#include "model/wiring.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// Working memory of `perform`, one per unit.
struct PerformScratch {
  std::vector<double> x;
  LinearModel linear;
};

/// The unit's part of the request; exceptions of the unit come back as a trouble.
std::optional<Trouble> perform(Unit& unit, int index, const Request& request, const Layout& layout,
                               std::span<const std::size_t> feed_offsets, PerformScratch& scratch);

}  // namespace accordo
