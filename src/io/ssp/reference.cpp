#include "io/ssp/reference.hpp"

#include <charconv>

#include "archive/entry_name.hpp"

namespace accordo::ssp {
namespace {

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    unsigned value = 0;
    if (i + 2 >= text.size()) return std::nullopt;
    const char* const end = text.data() + i + 3;
    if (std::from_chars(text.data() + i + 1, end, value, 16).ptr != end) return std::nullopt;
    out += static_cast<char>(value);
    i += 2;
  }
  return out;
}

/// A scheme is letters before a colon that comes before any slash.
bool has_scheme(std::string_view uri) {
  const std::size_t end = uri.find_first_of(":/?#");
  return end != std::string_view::npos && uri[end] == ':';
}

}  // namespace

std::optional<Reference> parse_reference(std::string_view uri, std::string& why) {
  if (has_scheme(uri)) {
    why = "only files beside this one can be referred to, not absolute addresses";
    return std::nullopt;
  }
  const std::size_t mark = uri.find('#');
  const std::optional<std::string> path = decoded(uri.substr(0, mark));
  const std::optional<std::string> fragment =
      decoded(mark == std::string_view::npos ? std::string_view() : uri.substr(mark + 1));
  if (!path || !fragment) {
    why = "a % is not followed by two hexadecimal digits";
    return std::nullopt;
  }
  const std::optional<std::string> inside = archive::entry_path(*path);
  if (!inside || inside->empty()) {
    why = path->empty() ? "it is empty" : "it leads out of the folder, or is not a possible path";
    return std::nullopt;
  }
  return Reference{*inside, *fragment};
}

}  // namespace accordo::ssp
