#include "model/type_rules.hpp"

#include <fmt/format.h>

#include <cmath>

namespace accordo {

const char* name_of(EndType type) {
  return type ? name_of(*type) : "Float64";
}

std::optional<Mismatch> mismatch(EndType source, EndType target, double gain, double offset) {
  if (!source && !target) return std::nullopt;
  const bool source_text = source && is_text(*source), target_text = target && is_text(*target);
  if (source_text || target_text) {
    if (source != target) return Mismatch{"texts and bytes go only to inputs of their own type", ""};
    if (gain == 1 && offset == 0) return std::nullopt;
    return Mismatch{"it has no gain and no offset", "remove them"};
  }
  if (!target || !is_whole(*target)) return std::nullopt;
  if (!source || !is_whole(*source)) {
    return Mismatch{"it would have to be rounded",
                    "let the unit at either end round it, or compare it, as the model needs"};
  }
  if (std::trunc(gain) == gain && std::trunc(offset) == offset) return std::nullopt;
  return Mismatch{"gain and offset must be whole numbers, or it would have to be rounded",
                  "choose whole ones, or let the unit at either end scale it"};
}

std::optional<Mismatch> map_mismatch(EndType source, EndType target, const ValueTable& map) {
  if (!source || !target || !is_whole(*source) || !is_whole(*target))
    return Mismatch{"a map is for integers, booleans and enumerations", "use gain and offset, or remove it"};
  for (const auto& [from, to] : map) {
    if (!converted(Token(to), *target, 1, 0))
      return Mismatch{fmt::format("it cannot take {}, to which {} is mapped", to, from),
                      "map to values of the input's type"};
  }
  return std::nullopt;
}

}  // namespace accordo
