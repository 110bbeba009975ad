#include "io/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace accordo {
namespace {

constexpr std::size_t kBlock =
    1 << 14;  // a small scenario fits: every page that is touched costs time at start-up
/// A scenario of 10,000 units has a few megabytes; more is a mistake, such as a device that never ends.
constexpr std::size_t kLargestFile = std::size_t{512} << 20;

/// Length of the UTF-8 sequence at the start of `text`; 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return lead == 0 ? 0 : 1;
  const std::size_t length = lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : 4;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  return length;
}

}  // namespace

std::optional<std::string> read_text_file(const std::filesystem::path& path, Problems& problems) {
  const auto fail = [&](const std::string& why, const std::string& remedy) {
    problems.add("unreadable-file", {path.string(), 0, 0}, fmt::format("cannot read this file: {}", why),
                 remedy);
    return std::nullopt;
  };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return fail("it is a directory", "name a file inside it");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    const int reason = errno;
    const std::filesystem::path folder = std::filesystem::absolute(path, error).parent_path();
    return fail(std::generic_category().message(reason),
                reason == ENOENT ? fmt::format("it was looked for in {}", folder.string()) : "");
  }
  std::string text;
  std::string block(kBlock, '\0');
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    text.append(block, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > kLargestFile) return fail("it has more than 512 MB", "");
  }
  if (in.bad()) return fail(std::generic_category().message(errno), "");
  return text;
}

bool check_utf8(std::string_view text, const std::string& file, Problems& problems) {
  int line = 1;
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text.substr(i));
    if (length == 0) {
      problems.add("not-text", {file, line, static_cast<int>(i - line_start) + 1},
                   fmt::format("this is not a text file: byte 0x{:02x} is not UTF-8",
                               static_cast<unsigned>(static_cast<unsigned char>(text[i]))),
                   "save the file as UTF-8");
      return false;
    }
    if (text[i] == '\n') {
      ++line;
      line_start = i + 1;
    }
    i += length;
  }
  return true;
}

}  // namespace accordo
