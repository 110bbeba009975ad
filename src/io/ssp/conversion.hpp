// Values on their way from one connector to another: conversion of units, and transformations.
#pragma once

#include <optional>
#include <string>

#include "io/ssp/structure.hpp"

namespace accordo::ssp {

/// y = gain·x + offset
struct Affine {
  double gain = 1, offset = 0;

  /// This first, then the other.
  Affine then(const Affine& next) const { return {next.gain * gain, next.gain * offset + next.offset}; }
  bool is_identity() const { return gain == 1 && offset == 0; }
};

/// A unit by name, and what it means if that is known.
struct NamedUnit {
  std::string name;  ///< empty: none declared
  const fmi::Unit* unit = nullptr;
  bool relative = false;  ///< differences: offsets do not count
};

enum class Convertible { yes, no, unknown };

/// How values in `from` become values in `to`. Nothing is done where one of them has no unit.
Convertible convert(const NamedUnit& from, const NamedUnit& to, Affine& conversion);

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

/// False when the table has no entry for the value, or it is no number where one is needed.
bool transform(const Transformation& by, Value& value);

}  // namespace accordo::ssp
