// Mappings of booleans, integers and enumerations in connections, as tables of whole numbers.
#pragma once

#include <optional>

#include "io/ssp/network.hpp"

namespace accordo::ssp {

/// What the table of a link stands for, items of enumerations as their numbers; nothing after reporting why.
std::optional<ValueTable> value_table(const Link& link, Network& network, xml::Findings& found);

/// First one table, then the next; values that the next does not know are left out.
ValueTable compose(const ValueTable& first, const ValueTable& next);

}  // namespace accordo::ssp
