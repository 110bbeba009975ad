#include "unit/fmi/binding/python_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

namespace accordo::fmi {
namespace fs = std::filesystem;
namespace {

constexpr int kNewest = 30, kOldest = 6;  // of Python 3

bool load(const std::string& name) {
  return dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE) != nullptr;
}

std::string library_name(int minor) {
  return fmt::format("libpython3.{}.so.1.0", minor);
}

/// The number y in the first "python3.y" of a text; nothing when there is none.
std::optional<int> minor_version(std::string_view text) {
  constexpr std::string_view mark = "python3.";
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  int minor = 0, digits = 0;
  for (const char c : text.substr(at + mark.size(), 3)) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) break;
    minor = 10 * minor + (c - '0');
    ++digits;
  }
  return digits > 0 ? std::optional(minor) : std::nullopt;
}

/// The interpreter that a shell would start, with links followed; empty when there is none.
fs::path interpreter() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code error;
    const fs::path file = fs::canonical(fs::path(folder) / "python3", error);
    if (!error && fs::is_regular_file(file, error)) return file;
  }
  return {};
}

std::vector<std::string> candidates() {
  std::vector<std::string> names;
  if (const char* const named = std::getenv("ACCORDO_LIBPYTHON"); named != nullptr && *named != '\0')
    return {named};
  const fs::path python = interpreter();
  if (const std::optional<int> minor = minor_version(python.filename().string())) {
    const std::string name = library_name(*minor);
    names.push_back((python.parent_path().parent_path() / "lib" / name).string());
    names.push_back(name);
  }
  for (int minor = kNewest; minor >= kOldest; --minor) names.push_back(library_name(minor));
  return names;
}

}  // namespace

bool misses_python(const std::string& loader_message) {
  const auto has = [&](std::string_view words) { return loader_message.find(words) != std::string::npos; };
  const bool symbol = has("undefined symbol: Py") || has("undefined symbol: _Py");
  return symbol || (has("libpython") && has("cannot open shared object file"));
}

bool load_python() {
  for (const std::string& name : candidates()) {
    if (load(name)) return true;
  }
  return false;
}

std::string python_remedy(const std::string& loader_message) {
  std::optional<int> minor = minor_version(loader_message);
  if (!minor) minor = minor_version(interpreter().filename().string());
  const std::string version = minor ? fmt::format(".{}", *minor) : "-dev";
  return fmt::format(
      "the FMU is written in Python: install Python's library (on Debian: libpython3{}), or have "
      "ACCORDO_LIBPYTHON "
      "name it",
      version);
}

void share_python(void* library) {
  void* const function = dlsym(library, "Py_Initialize");
  Dl_info about{};
  if (function == nullptr || dladdr(function, &about) == 0 || about.dli_fname == nullptr) return;
  dlopen(about.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL | RTLD_NODELETE);
}

}  // namespace accordo::fmi
