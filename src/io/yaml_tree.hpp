// YAML as a plain tree with the place, style and quoting of everything: what good messages need and
// yaml-cpp's own nodes do not keep.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace accordo {

/// A node of the tree. An alias is the very node it refers to, so that readers can share what they make of
/// it.
struct YamlNode {
  enum class Kind { null, scalar, sequence, mapping };
  struct Entry {
    const YamlNode* key;  ///< always a scalar
    const YamlNode* value;
  };

  Kind kind = Kind::null;
  bool flow = false;    ///< written with [ ] or { }
  bool quoted = false;  ///< a scalar in quotes, or a block scalar
  bool fell_apart =
      false;  ///< a mapping cut at the commas of an expression: already reported, not to be used
  int line = 0, column = 0;
  std::string text;                    ///< of a scalar
  std::vector<const YamlNode*> items;  ///< of a sequence
  std::vector<Entry> entries;          ///< of a mapping, keys unique, merge keys (<<) resolved

  bool is_null() const { return kind == Kind::null; }
  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_sequence() const { return kind == Kind::sequence; }
  bool is_mapping() const { return kind == Kind::mapping; }
};

/// One YAML document. The nodes live as long as the tree.
struct YamlTree {
  std::deque<YamlNode> nodes;
  const YamlNode* root = nullptr;
};

/// Parses one document. Nothing when the text is not YAML or empty; duplicate keys and mappings that fell
/// apart are reported, but leave a tree.
std::optional<YamlTree> parse_yaml(const std::string& text, const std::string& file, Problems& problems);

}  // namespace accordo
