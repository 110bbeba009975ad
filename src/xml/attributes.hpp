// Typed attributes of one XML element. What cannot be understood is tolerated with a warning and counts as
// missing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "xml/xml_document.hpp"

namespace accordo::xml {

class Attributes {
 public:
  /// `fallback`: the declared type of a variable, which has the attributes that the variable itself does not.
  Attributes(const XmlDocument& xml, Findings& found, pugi::xml_node node, pugi::xml_node fallback = {})
      : xml_(xml), found_(found), node_(node), fallback_(fallback) {}

  pugi::xml_node node() const { return node_; }
  SourceLocation place() const { return xml_.place(node_); }
  bool has(const char* name) const { return !find(name).empty(); }
  /// Empty when missing.
  std::string text(const char* name) const { return find(name).value(); }
  /// A finite number.
  std::optional<double> number(const char* name) const;
  double number(const char* name, double default_value) const { return number(name).value_or(default_value); }
  std::optional<std::uint64_t> count(const char* name) const;
  /// At most `most`, which is also taken for what is larger.
  int small_count(const char* name, int most) const;
  bool flag(const char* name, bool default_value = false) const;

  void error(const char* id, std::string what, std::string remedy = {}) const {
    found_.error(id, place(), std::move(what), std::move(remedy));
  }
  void warn(const char* id, std::string what) const { found_.warn(id, place(), std::move(what)); }
  /// A warning that this attribute's value makes no sense and is ignored.
  void warn_ignored(const char* name) const;

 private:
  pugi::xml_attribute find(const char* name) const {
    const pugi::xml_attribute own = node_.attribute(name);
    return own.empty() ? fallback_.attribute(name) : own;
  }

  const XmlDocument& xml_;
  Findings& found_;
  pugi::xml_node node_, fallback_;
};

}  // namespace accordo::xml
