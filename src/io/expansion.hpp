// Names of a scenario's text with their indices put in place, and problems reported once per text.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "io/reading.hpp"

namespace accordo {

/// `… for i = 0..9`: the text before, and the loops, if there are any.
struct LoopedText {
  std::string_view text;
  std::optional<std::string_view> loops;
};
LoopedText split_loops(std::string_view text);

/// Names that are repeated together.
struct RepeatedNames {
  std::vector<Text> names;
  std::optional<Text> loops;  ///< nothing: those that the names imply
};

/// Calls `add` with the names of each repetition; reports at most one problem per name. False after problems.
bool expand_names(Reading& reading, const RepeatedNames& names,
                  const std::function<void(std::vector<std::string>)>& add);

}  // namespace accordo
