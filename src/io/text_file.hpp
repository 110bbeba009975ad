// Reads text files that users wrote.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace accordo {

/// The whole file; when it cannot be read, a problem that says why.
std::optional<std::string> read_text_file(const std::filesystem::path& path, Problems& problems);

/// Whether `text` is UTF-8 without zero bytes; if not, a problem at the first byte that is not.
bool check_utf8(std::string_view text, const std::string& file, Problems& problems);

}  // namespace accordo
