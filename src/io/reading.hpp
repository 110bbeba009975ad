// What all readers of scenario parts share: the file, where problems go, and how plain values are read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "io/index_expansion.hpp"
#include "io/keys.hpp"
#include "io/yaml_tree.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// A scenario file being read.
struct Reading {
  std::string file;              ///< for messages
  std::filesystem::path folder;  ///< where relative paths start
  Problems& problems;
  Bindings bindings = {};  ///< the constants, and the indices of what is being repeated
  Families families = {};
  Budget budget = {};

  SourceLocation place(const YamlNode& node) const { return {file, node.line, node.column}; }
  void problem(const char* id, const YamlNode& at, std::string what, std::string remedy = {}) {
    problems.add(id, place(at), std::move(what), std::move(remedy));
  }
  /// "expected a number for 'stop', found a list"
  void wrong_kind(const YamlNode& at, std::string_view what, std::string_view expected,
                  std::string remedy = {});
};

/// Values; nothing after reporting why. `what` names the value in messages. A number may be an expression
/// over constants and indices.
std::optional<double> read_number(Reading& reading, const YamlNode& node, std::string_view what);
std::optional<double> read_positive(Reading& reading, const YamlNode& node, std::string_view what);
std::optional<bool> read_flag(Reading& reading, const YamlNode& node, std::string_view what);
std::optional<Text> read_text(Reading& reading, const YamlNode& node, std::string_view what);
/// A text in which `{i+1}` stands for a number.
std::optional<Text> read_filled_text(Reading& reading, const YamlNode& node, std::string_view what);

/// A value that is text to us: an expression over constants and indices becomes its number, unless it is
/// quoted; what stands in braces is put in place.
std::string bound_value(const Reading& reading, std::string_view text, bool quoted);

/// A mapping with a fixed set of keys. Complains about anything else, and about unknown keys.
class Fields {
 public:
  /// A mapping that fell apart was reported already and counts as empty.
  Fields(Reading& reading, const YamlNode& node, std::string_view what, Keys known);

  /// The value of a declared key; null when it is not given or empty.
  const YamlNode* operator[](std::string_view key) const;
  /// The key itself, to point at; null when absent.
  const YamlNode* key(std::string_view name) const;
  /// Whether this was a mapping at all, so that what is missing in it is really missing.
  bool sound() const { return sound_; }

 private:
  const YamlNode& node_;
  [[maybe_unused]] Keys known_;  // only asserted
  bool sound_ = false;
};

}  // namespace accordo
