#include "base/modules.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

namespace accordo {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> folders() {
  if (const char* given = std::getenv("ACCORDO_MODULES"); given && *given) return {given};
  std::error_code ignored;
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  if (here.empty()) return {};
  return {here, here.parent_path() / "lib" / "accordo"};
}

}  // namespace

FoundModule find_module(const char* name) {
  FoundModule found;
  for (const fs::path& folder : folders()) {
    std::error_code ignored;
    if (fs::exists(folder / name, ignored)) {
      found.file = (folder / name).string();
      return found;
    }
    found.looked += (found.looked.empty() ? "" : " and ") + folder.string();
  }
  if (found.looked.empty()) found.looked = "any known folder";
  return found;
}

}  // namespace accordo
