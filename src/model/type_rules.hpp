// Which types of variables can be connected.
#pragma once

#include <optional>
#include <string>

#include "model/scenario.hpp"
#include "unit/token.hpp"

namespace accordo {

/// The type of one end of a connection; nothing: a real number.
using EndType = std::optional<TokenType>;

/// Its name for people.
const char* name_of(EndType type);

/// Why two ends cannot be connected, and what to do instead.
struct Mismatch {
  std::string why, remedy;
};

/// Nothing when target = gain·source + offset can be. Numbers go where they lose nothing: whole ones anywhere
/// (whether they are in range shows in the run), others to Float32 and Float64; texts and bytes only to their
/// like.
std::optional<Mismatch> mismatch(EndType source, EndType target, double gain, double offset);

/// Nothing when a table can lead from source to target: both hold whole numbers, and the target takes every
/// value that it gives.
std::optional<Mismatch> map_mismatch(EndType source, EndType target, const ValueTable& map);

}  // namespace accordo
