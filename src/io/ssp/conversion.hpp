// Values on their way from one connector to another: enumerations and transformations. What units of
// measurement make of them is in model/quantity.hpp.
#pragma once

#include <optional>
#include <string>

#include "io/ssp/structure.hpp"
#include "model/quantity.hpp"

namespace accordo::ssp {

/// The items of an enumeration that a file defines, or null.
const std::vector<fmi::EnumerationItem>* find_items(const Definitions* definitions, const std::string& name);

/// The number of an item; nothing when there is none of this name (items may be null).
std::optional<std::int64_t> item_number(const std::vector<fmi::EnumerationItem>* items,
                                        const std::string& name);

/// A value in its text form.
struct Value {
  std::string type, text;
};

/// Numbers of a value (there may be several, separated by blanks), each transformed; false when one is no
/// number.
bool transform(const Affine& by, Value& value);

/// False when the table has no entry for the value, or it is not a number where one is needed.
bool transform(const Transformation& by, Value& value);

}  // namespace accordo::ssp
