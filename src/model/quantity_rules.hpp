// Units of measurement of ports, and what they make of connections.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/quantity.hpp"
#include "model/scenario.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// Puts what the scenario says of a unit's ports (`quantities`) in place of what they declare themselves.
void declare_quantities(const UnitSpec& spec, UnitInfo& unit, Problems& problems,
                        std::vector<Problem>& warnings);

/// Gives connections of which the user says no more than the ends the gain and offset that their units ask
/// for; refuses those between different dimensions, and warns of units that are not known and of gains that
/// contradict them. The only place where units change values (SSP apart).
void convert_connections(Scenario& scenario, std::span<const UnitInfo> units, Problems& problems,
                         std::vector<Problem>& warnings);

/// Name and unit of every port that declares one, each name once.
std::vector<std::pair<std::string, std::string>> measured_ports(const Ports& ports);

/// "x [m]" for each port; the name alone where it declares none.
std::vector<std::string> with_units(const std::vector<std::string>& names,
                                    const std::vector<Quantity>& quantities);

}  // namespace accordo
