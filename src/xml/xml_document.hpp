// An XML file of an FMU (or of what is made like one), with places for messages.
#pragma once

#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "xml/findings.hpp"

namespace accordo::xml {

/// A parsed file. Document types are refused and entities are not expanded: these files need neither, and
/// both are known weapons.
class XmlDocument {
 public:
  /// What is not XML becomes an error in `found`, and the root is then empty.
  XmlDocument(std::string_view text, std::string file, Findings& found);

  pugi::xml_node root() const { return root_; }
  const std::string& file() const { return file_; }
  /// Where an element begins.
  SourceLocation place(pugi::xml_node node) const { return place(node.offset_debug()); }

 private:
  SourceLocation place(std::ptrdiff_t offset) const;

  std::string file_;
  pugi::xml_document document_;
  pugi::xml_node root_;
  std::vector<std::size_t> line_starts_;  ///< empty when the parser saw other bytes than the file has
};

}  // namespace accordo::xml
