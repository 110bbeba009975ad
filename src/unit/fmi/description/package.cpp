#include "unit/fmi/description/package.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>

#include "archive/entry_name.hpp"
#include "archive/sha256.hpp"
#include "base/error.hpp"
#include "unit/fmi/description/platform.hpp"

namespace accordo::fmi {
namespace fs = std::filesystem;
namespace {

constexpr const char* kDescription = "modelDescription.xml";
constexpr std::size_t kMostProblems = 20;

[[noreturn]] void fail_package(const fs::path& place, const char* id, std::string what,
                               std::string remedy = {}) {
  throw Error(Exit::usage, {{id, {place.string(), 0, 0}, std::move(what), std::move(remedy)}});
}

/// Whether a link in `folder` stays in it. Both the way there and the target are resolved.
bool leads_inside(const fs::path& link, const fs::path& folder) {
  std::error_code error;
  const fs::path target = fs::canonical(link, error);
  if (error) return false;
  const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), target.begin(), target.end());
  return end == folder.end();
}

/// Whether a simulation on this machine needs this file of an FMU.
bool is_wanted(std::string_view path) {
  if (path == kDescription || path.starts_with("resources/")) return true;
  return std::any_of(kPlatforms.begin(), kPlatforms.end(), [&](std::string_view platform) {
    return path.starts_with(fmt::format("binaries/{}/", platform));
  });
}

/// Takes note of a file of the FMU that may not be wanted.
void note_contents(std::string_view path, PackageContents& contents) {
  constexpr std::string_view binaries = "binaries/";
  const std::size_t slash = path.find('/', binaries.size());
  if (path.starts_with(binaries) && slash != std::string_view::npos) {
    contents.platforms.emplace(path.substr(binaries.size(), slash - binaries.size()));
  }
  if (path.starts_with("sources/") && path.ends_with(".c")) contents.sources = true;
}

}  // namespace

Package::Package(const fs::path& fmu, const archive::PackageLimits& limits, const Wanted& wanted)
    : source_(fmu), limits_(limits) {
  std::error_code error;
  const fs::file_status status = fs::status(fmu, error);
  if (!fs::exists(status)) {
    fail_package(fmu, "fmu-unreadable", "there is no such FMU",
                 error && error != std::errc::no_such_file_or_directory ? error.message() : "");
  }
  if (fs::is_directory(status)) {
    folder_ = fs::canonical(fmu, error);
    if (error)
      fail_package(fmu, "fmu-unreadable", fmt::format("cannot open this folder: {}", error.message()));
    open_folder();
  } else if (fs::is_regular_file(status)) {
    private_folder_.emplace();
    // FMUs may expect the folder of resources even when they have none.
    fs::create_directory(private_folder_->path() / "resources", error);
    folder_ = fs::canonical(private_folder_->path(), error);
    if (error)
      fail_package(fmu, "fmu-unreadable",
                   fmt::format("cannot open the temporary folder: {}", error.message()));
    archive::extract_zip(fmu, folder_, limits_,
                         {{}, kDescription, wanted ? wanted : is_wanted, [this](std::string_view path) {
                            note_contents(path, contents_);
                          }});
    list_files();
  } else {
    fail_package(fmu, "fmu-unreadable", "this is neither a file nor a folder");
  }
}

void Package::open_folder() {
  std::error_code error;
  if (!fs::exists(folder_ / kDescription, error)) {
    fail_package(source_, "fmu-no-description", "the folder has no modelDescription.xml, so it is not an FMU",
                 "name the folder into which the FMU was unpacked");
  }
  for (const auto& entry : fs::directory_iterator(folder_ / "binaries", error)) {
    if (entry.is_directory(error)) contents_.platforms.insert(entry.path().filename().string());
  }
  for (const auto& entry : fs::directory_iterator(folder_ / "sources", error)) {
    note_contents("sources/" + entry.path().filename().string(), contents_);
  }
  list_files();
}

void Package::list_files() {
  Problems problems;
  std::error_code error;
  std::uint64_t entries = 0;
  const auto add = [&](const std::string& name, const char* id, const std::string& what) {
    if (problems.list().size() < kMostProblems) problems.add(id, {place_of(name), 0, 0}, what);
  };
  const auto visit = [&](const fs::directory_entry& entry) {
    const std::string name = entry.path().lexically_relative(folder_).string();
    std::error_code ignored;
    if (entry.is_symlink(ignored) && !leads_inside(entry.path(), folder_)) {
      return add(name, "fmu-unsafe-path", "this link leads out of the FMU");
    }
    if (entry.is_directory(ignored) || !is_wanted(name)) return;
    if (!entry.is_regular_file(ignored)) return add(name, "fmu-unsafe-entry", "this is a special file");
    files_.push_back(name);
  };
  const fs::directory_entry description(folder_ / kDescription, error);
  visit(description);
  for (const char* part : {"binaries", "resources"}) {
    visit(fs::directory_entry(folder_ / part, error));
    for (fs::recursive_directory_iterator i(folder_ / part, error), end; !error && i != end;
         i.increment(error)) {
      if (++entries > limits_.entries) {
        fail_package(source_, "fmu-too-large",
                     fmt::format("the folder has more than {} entries", limits_.entries));
      }
      visit(*i);
    }
    if (error && error != std::errc::no_such_file_or_directory) {
      fail_package(place_of(part), "fmu-unreadable",
                   fmt::format("cannot read this folder: {}", error.message()));
    }
  }
  std::sort(files_.begin(), files_.end());
  problems.throw_if_any();
}

std::string Package::description_text() const {
  const std::string place = place_of(kDescription);
  std::ifstream in(folder_ / kDescription, std::ios::binary);
  std::string text;
  std::string block(std::size_t{1} << 16, '\0');
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    text.append(block, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > limits_.description_bytes) {
      fail_package(place, "fmu-too-large",
                   fmt::format("this file has more than {} bytes", limits_.description_bytes));
    }
  }
  if (in.bad() || !in.eof()) fail_package(place, "fmu-unreadable", "cannot read this file");
  return text;
}

std::string Package::content_hash() const {
  archive::Sha256 hash;
  std::string block(std::size_t{1} << 16, '\0');
  const auto add_number = [&](std::uint64_t number) { hash.add(fmt::format("{}\n", number)); };
  for (const std::string& name : files_) {
    std::error_code error;
    const std::uint64_t size = fs::file_size(folder_ / name, error);
    std::ifstream in(folder_ / name, std::ios::binary);
    // Lengths first: no two different sets of files give the same bytes to hash.
    add_number(name.size());
    hash.add(name);
    add_number(size);
    while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
      hash.add(std::string_view(block).substr(0, static_cast<std::size_t>(in.gcount())));
    }
    if (error || in.bad() || !in.eof())
      fail_package(place_of(name), "fmu-unreadable", "cannot read this file");
  }
  return hash.finish();
}

std::string Package::resource_uri() const {
  return "file://" + archive::percent_encoded((folder_ / "resources").string());
}

std::string Package::resource_path() const {
  return (folder_ / "resources/").string();
}

}  // namespace accordo::fmi
