// What a key of a scenario is. Keys are declared once: readers refuse others, and the reference in the
// documentation is printed from the declarations.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace accordo {

/// A key, or a word that may stand as a value. Texts are Markdown, without line breaks.
struct Key {
  std::string_view name;
  std::string_view type = {};
  std::string_view default_value = {};  ///< default; empty: it has none
  std::string_view meaning = {};
};

using Keys = std::span<const Key>;

namespace keys {
/// Of a time series for an input.
extern const Keys series;
}  // namespace keys

/// A part of the reference.
struct KeyTable {
  std::string_view heading, intro;
  Keys keys;
};

std::vector<std::string> names_of(Keys keys);
bool is_declared(std::string_view name, Keys keys);

}  // namespace accordo
