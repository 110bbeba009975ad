#include "xml/xml_document.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace accordo::xml {
namespace {

/// Whether the bytes are UTF-8 as far as their lead and continuation bytes tell.
bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return false;
    }
    i += length;
  }
  return true;
}

bool has_doctype(pugi::xml_node document) {
  const auto children = document.children();
  return std::any_of(children.begin(), children.end(),
                     [](pugi::xml_node child) { return child.type() == pugi::node_doctype; });
}

}  // namespace

XmlDocument::XmlDocument(std::string_view text, std::string file, Findings& found) : file_(std::move(file)) {
  const bool wide = text.substr(0, 4).find('\0') != std::string_view::npos || text.starts_with("\xFF\xFE") ||
                    text.starts_with("\xFE\xFF");
  const bool utf8 = !wide && is_utf8(text);
  // Tools on Windows write Latin-1 while promising UTF-8.
  const pugi::xml_encoding encoding = wide || utf8 ? pugi::encoding_auto : pugi::encoding_latin1;
  const bool ascii =
      std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!wide && (ascii || utf8)) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') line_starts_.push_back(i + 1);
    }
  }
  const pugi::xml_parse_result result =
      document_.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype, encoding);
  if (!result) {
    found.error(found.kind().id("bad-xml"), place(result.offset),
                fmt::format("this is not XML: {}", result.description()),
                fmt::format("get the {} again; the file may be truncated", found.kind().noun));
    return;
  }
  if (has_doctype(document_.root())) {
    found.error(found.kind().id("bad-xml"), {file_, 1, 0},
                fmt::format("this file declares a document type, which an {} must not", found.kind().noun),
                "remove the DOCTYPE");
    return;
  }
  root_ = document_.document_element();
  if (!wide && !utf8 && result.encoding == pugi::encoding_latin1) {
    found.warn(found.kind().id("not-utf8"), {file_, 0, 0}, "this file is not UTF-8; it is read as Latin-1");
  }
}

SourceLocation XmlDocument::place(std::ptrdiff_t offset) const {
  if (line_starts_.empty() || offset < 0) return {file_, 0, 0};
  const auto position = static_cast<std::size_t>(offset);
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), position);
  const auto line = next - line_starts_.begin();
  return {file_, static_cast<int>(line), static_cast<int>(position - *(next - 1)) + 1};
}

}  // namespace accordo::xml
