// Every key that a scenario may have, declared once: readers refuse what is not here, and the reference in
// the documentation is printed from here.
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
  std::string_view standard = {};  ///< default; empty: it has none
  std::string_view meaning = {};
};

using Keys = std::span<const Key>;

namespace keys {
extern const Keys scenario, unit, unit_settings, equations, linear, series, connection, experiment;
/// Values of keys.
extern const Keys integrators, kinds, estimates;
/// What may be pretended away: of native units, and of FMUs.
extern const Keys capabilities, fmu_capabilities;
}  // namespace keys

/// A part of the reference.
struct KeyTable {
  std::string_view heading, intro;
  Keys keys;
};
/// All of them, in the order of the reference.
std::span<const KeyTable> key_tables();

std::vector<std::string> names_of(Keys keys);
bool is_declared(std::string_view name, Keys keys);

}  // namespace accordo
