#include "io/ssp/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "archive/zip_extract.hpp"
#include "base/error.hpp"
#include "unit/fmi/description/description_reader.hpp"

namespace accordo::ssp {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(std::string file, const char* id, std::string what) {
  Problem problem{id, {std::move(file), 0, 0}, std::move(what), {}};
  throw Error(Exit::usage, {std::move(problem)});
}

}  // namespace

bool DiskFiles::exists(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

std::string DiskFiles::text(const fs::path& file) {
  constexpr std::size_t most = std::size_t{128} << 20;
  std::error_code error;
  if (!fs::exists(file, error)) fail(shown(file), "ssp-unreadable", "there is no such file");
  if (!fs::is_regular_file(file, error)) fail(shown(file), "ssp-unreadable", "this is not a file");
  if (fs::file_size(file, error) > most)
    fail(shown(file), "ssp-too-large", fmt::format("this file has more than {} bytes", most));
  std::ifstream in(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in) fail(shown(file), "ssp-unreadable", "cannot read this file");
  return text;
}

fs::path DiskFiles::open_package(const fs::path& file) {
  std::error_code ignored;
  const fs::path key = fs::weakly_canonical(file, ignored);
  if (const auto found = packages_.find(key); found != packages_.end()) return found->second.folder.path();
  if (!fs::is_regular_file(file, ignored)) fail(shown(file), "ssp-unreadable", "there is no such file");
  archive::ArchiveKind kind;
  kind.kind = {"SSP", "ssp"};
  kind.description = "SystemStructure.ssd";
  kind.wanted = [](std::string_view path) { return !path.starts_with("documentation/"); };
  archive::PrivateFolder folder;
  archive::extract_zip(file, folder.path(), {}, kind);
  return packages_.emplace(key, Package{shown(file), std::move(folder)}).first->second.folder.path();
}

std::shared_ptr<const Variables> DiskFiles::variables(const fs::path& fmu) {
  std::shared_ptr<const Variables>& known = variables_[fmu];
  if (!known) known = std::make_shared<const Variables>(fmi::read_model_description(fmu));
  return known;
}

std::string DiskFiles::shown(const fs::path& file) {
  for (const auto& [key, package] : packages_) {
    const fs::path& folder = package.folder.path();
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    if (end != folder.end()) continue;
    fs::path inside = package.file;
    for (auto part = rest; part != file.end(); ++part) inside /= *part;
    return inside.string();
  }
  return file.string();
}

}  // namespace accordo::ssp
