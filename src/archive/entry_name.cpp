#include "archive/entry_name.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.hpp"

namespace accordo::archive {
namespace {

constexpr std::size_t kLongestPart = 255;
constexpr std::size_t kLongestPath = 2048;  // leaves room in PATH_MAX for the folder of extraction
constexpr std::size_t kDeepest = 64;
constexpr std::size_t kLongestQuote = 120;

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::optional<std::string> entry_path(std::string_view name) {
  if (name.size() > kLongestPath || std::any_of(name.begin(), name.end(), is_control)) return std::nullopt;
  std::string text(name);
  std::replace(text.begin(), text.end(), '\\', '/');
  const bool drive = text.size() >= 2 && is_letter(text[0]) && text[1] == ':';
  if (text.empty() || text[0] == '/' || drive) return std::nullopt;
  std::string path;
  std::size_t depth = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    const std::string_view part = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == ".." || part.size() > kLongestPart || ++depth > kDeepest) return std::nullopt;
    if (!path.empty()) path += '/';
    path += part;
  }
  return path;
}

std::string printable(std::string_view name) {
  std::string text = "'";
  std::size_t i = 0;
  while (i < name.size() && i < kLongestQuote) {
    const std::size_t length = is_control(name[i]) ? 0 : utf8_length(name.substr(i));
    if (length == 0) {
      text += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(name[i])));
    } else {
      text += name.substr(i, length);
    }
    i += std::max<std::size_t>(length, 1);
  }
  return text + (i < name.size() ? "…'" : "'");
}

std::string percent_encoded(std::string_view path) {
  std::string text;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    if (plain) {
      text += c;
    } else {
      text += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
  }
  return text;
}

}  // namespace accordo::archive
