// An element of an SSP file: names without their prefixes, typed attributes, and a word on everything that is
// not understood.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/scenario.hpp"
#include "xml/xml_document.hpp"

namespace accordo::ssp {

class Node {
 public:
  Node(const xml::XmlDocument& xml, xml::Findings& found, pugi::xml_node node)
      : xml_(&xml), found_(&found), node_(node) {}

  explicit operator bool() const { return !node_.empty(); }
  /// Without the prefix of its namespace.
  std::string_view name() const;
  SourceLocation place() const { return xml_->place(node_); }

  /// The elements in it that are of SSP's namespaces; `expect` warns about the others.
  std::vector<Node> children() const;
  std::vector<Node> children(std::string_view name) const;
  /// The elements `item` in the child `list`; a warning about what else is in it.
  std::vector<Node> items(std::string_view list, std::string_view item) const;
  /// The first of this name, or one that is empty.
  Node child(std::string_view name) const;

  bool has(const char* attribute) const { return !node_.attribute(attribute).empty(); }
  std::string text(const char* attribute) const { return node_.attribute(attribute).value(); }
  Text placed(const char* attribute) const { return {text(attribute), place()}; }
  /// An error when it is missing or empty.
  Text required(const char* attribute) const;
  /// An error when it is there and makes no sense.
  std::optional<double> number(const char* attribute) const;
  bool flag(const char* attribute, bool default_value) const;
  /// A number in what other tools annotate: of the first element of this name below, whatever its namespace.
  std::optional<double> annotated(std::string_view element, const char* attribute) const;
  /// Text between the tags, and the line at which it begins.
  std::pair<std::string, int> content() const;

  void error(const char* id, std::string what, std::string remedy = {}) const {
    found_->error(id, place(), std::move(what), std::move(remedy));
  }
  void warn(const char* id, std::string what, std::string remedy = {}) const {
    found_->warn(id, place(), std::move(what), std::move(remedy));
  }
  void unsupported(std::string what, std::string remedy = {}) const {
    error("ssp-unsupported", std::move(what), std::move(remedy));
  }
  /// Warns about attributes and elements besides these and besides those that every element may have.
  void expect(std::initializer_list<std::string_view> attributes,
              std::initializer_list<std::string_view> elements) const;

 private:
  bool is_foreign() const;

  const xml::XmlDocument* xml_;
  xml::Findings* found_;
  pugi::xml_node node_;
};

}  // namespace accordo::ssp
