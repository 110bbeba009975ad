// Lists of named things: parameters, states, inputs, derivatives, outputs.
#pragma once

#include <string_view>
#include <vector>

#include "io/reading.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// The named things of one section, e.g. of `states:`.
struct Section {
  std::vector<Definition> definitions;
  std::vector<SeriesSpec> series;  ///< inputs only
  bool sound = true;  ///< false: something is missing from it, so do not complain about what is not there
};

/// `{name: value, …}`, each value an expression. An absent section (null) is empty.
Section read_definitions(Reading& reading, const YamlNode* node, std::string_view what);

/// `{f: -20000, g: ~, h: {file: h.csv, column: h}}` or `[f, g]`.
Section read_inputs(Reading& reading, const YamlNode* node, std::string_view what);

/// `{f: {file: f.csv, column: f}}` for an input that is defined elsewhere.
std::vector<SeriesSpec> read_series_specs(Reading& reading, const YamlNode* node);

/// `f: {file: f.csv, column: f}`; nothing after reporting why.
std::optional<SeriesSpec> read_series_spec(Reading& reading, const YamlNode& input, const YamlNode& node);

/// `[x, y]`
Section read_names(Reading& reading, const YamlNode* node, std::string_view what);

/// Complains about names that cannot stand in an expression.
void check_identifiers(Reading& reading, const std::vector<Definition>& definitions, std::string_view what);

/// A kind of names, for messages.
struct NamedSection {
  std::string_view what;  ///< "state"
  const std::vector<Definition>* definitions;
};

/// Complains about names that stand in two of the sections.
void check_duplicates(Reading& reading, const std::vector<NamedSection>& sections);

}  // namespace accordo
