#include "io/yaml_mapping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "base/names.hpp"

namespace accordo {
namespace {

SourceLocation place_of(const YamlNode& node, const std::string& file) {
  return {file, node.line, node.column};
}

bool leaves_parenthesis_open(const YamlNode& node) {
  if (!node.is_scalar() || node.quoted) return false;
  return std::count(node.text.begin(), node.text.end(), '(') >
         std::count(node.text.begin(), node.text.end(), ')');
}

/// `{x:y}`: YAML wants a space after the colon, and reads a key 'x:y' without value.
bool misses_space(const YamlNode& key) {
  const std::size_t colon = key.text.find(':');
  return colon != std::string::npos && is_identifier(std::string_view(key.text).substr(0, colon));
}

/// `{v: if(t > 1, 2, 3)}` is to YAML the three entries `v: if(t > 1`, `2` and `3)`, the last two without
/// value.
bool report_if_fell_apart(const YamlNode& mapping, const std::string& file, Problems& problems) {
  if (!mapping.flow) return false;
  for (const YamlNode::Entry& entry : mapping.entries) {
    const auto& [key, value] = entry;
    if (!key->is_scalar() || key->quoted) continue;
    const bool before_comma = &entry != &mapping.entries.back();
    if (before_comma && leaves_parenthesis_open(*value)) {
      problems.add("flow-mapping-fell-apart", place_of(*value, file),
                   fmt::format("'{}: {}' was cut at a comma: inside {{ }} a comma starts a new entry",
                               key->text, value->text),
                   fmt::format("quote the expression, {}: \"{}, …\", or use block style, one entry per line",
                               key->text, value->text));
      return true;
    }
    if (!value->is_null() || is_identifier(key->text)) continue;
    if (misses_space(*key)) {
      const std::size_t colon = key->text.find(':');
      problems.add("missing-space", place_of(*key, file),
                   fmt::format("'{}' has no space after its colon", key->text),
                   fmt::format("write {}: {}", key->text.substr(0, colon), key->text.substr(colon + 1)));
    } else {
      problems.add("flow-mapping-fell-apart", place_of(*key, file),
                   fmt::format("'{}' has no value: inside {{ }} a comma starts a new entry", key->text),
                   "quote an expression that contains commas, or use block style, one entry per line");
    }
    return true;
  }
  return false;
}

/// The first entry of each key, found fast also among thousands.
class SeenKeys {
 public:
  /// The node that holds this key already, or null after adding it.
  const YamlNode* add(const YamlNode& key) {
    const auto [at, added] = keys_.emplace(key.text, &key);
    return added ? nullptr : at->second;
  }

 private:
  std::unordered_map<std::string_view, const YamlNode*> keys_;
};

bool is_merge(const YamlNode& key) {
  return key.text == "<<" && !key.quoted;
}

void merge(const YamlNode& source, SeenKeys& keys, YamlNode& mapping, const std::string& file,
           Problems& problems) {
  if (source.fell_apart) {
    mapping.fell_apart = true;  // what it would have brought is unknown
  } else if (source.is_mapping()) {
    for (const YamlNode::Entry& entry : source.entries) {
      if (keys.add(*entry.key) == nullptr) mapping.entries.push_back(entry);
    }
  } else {
    problems.add("bad-merge", place_of(source, file),
                 "the merge key << takes a mapping, or a list of mappings",
                 "write <<: *name, where the anchor &name stands before a mapping");
  }
}

}  // namespace

void finish_mapping(YamlNode& mapping, const std::string& file, Problems& problems) {
  if (report_if_fell_apart(mapping, file, problems)) {
    mapping.fell_apart = true;
    mapping.entries.clear();
    return;
  }
  std::vector<YamlNode::Entry> entries;
  entries.swap(mapping.entries);
  SeenKeys keys;
  const YamlNode* merged = nullptr;
  for (const YamlNode::Entry& entry : entries) {
    const YamlNode& key = *entry.key;
    if (!key.is_scalar()) {
      problems.add("bad-key", place_of(key, file), "a key must be a plain text", "write key: value");
    } else if (const YamlNode* first = keys.add(key); first != nullptr) {
      problems.add(
          "duplicate-key", place_of(key, file),
          fmt::format("'{}' is given twice: in line {} and in line {}", key.text, first->line, key.line),
          "keep one of them");
    } else if (is_merge(key)) {
      merged = entry.value;
    } else {
      mapping.entries.push_back(entry);
    }
  }
  if (merged == nullptr) return;
  if (!merged->is_sequence()) return merge(*merged, keys, mapping, file, problems);
  for (const YamlNode* source : merged->items) merge(*source, keys, mapping, file, problems);
}

}  // namespace accordo
