// An FMU on disk: an .fmu archive, extracted into a private folder, or a folder in which somebody has
// unpacked one.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "archive/private_folder.hpp"
#include "archive/zip_extract.hpp"

namespace accordo::fmi {

/// What an FMU has besides the files that are used.
struct PackageContents {
  std::set<std::string> platforms;  ///< the folders in binaries/
  bool sources = false;             ///< C sources
};

/// The files of one FMU; those extracted from an archive are removed with this object. Its code has not been
/// run.
class Package {
 public:
  using Wanted = std::function<bool(std::string_view path)>;

  /// Opens an archive, or an unpacked folder in place (links in it must not lead out of it). `wanted` says
  /// what is extracted from an archive; without it, what a simulation on this machine needs. Throws
  /// Error(Exit::usage) with all that is wrong.
  explicit Package(const std::filesystem::path& fmu, const archive::PackageLimits& limits = {},
                   const Wanted& wanted = {});

  /// What the user named.
  const std::filesystem::path& source() const { return source_; }
  /// Where the files are: absolute.
  const std::filesystem::path& folder() const { return folder_; }
  /// What else the FMU has.
  const PackageContents& contents() const { return contents_; }
  /// For messages: a file of the FMU as if the archive were a folder.
  std::string place_of(const std::string& file) const { return (source_ / file).string(); }

  /// modelDescription.xml. Throws Error(Exit::usage).
  std::string description_text() const;
  /// SHA-256 over names and contents of the files that are used, the same for an archive and for what it
  /// unpacks to. Ask before the FMU's code runs: it may write into its folder.
  std::string content_hash() const;

  /// The resources folder as FMI 2 wants it: a URI with special characters percent-encoded.
  std::string resource_uri() const;
  /// The resources folder as FMI 3 wants it: a path with a slash at its end.
  std::string resource_path() const;

 private:
  void open_folder();
  void list_files();

  std::filesystem::path source_;
  archive::PackageLimits limits_;
  std::optional<archive::PrivateFolder> private_folder_;
  std::filesystem::path folder_;
  PackageContents contents_;
  std::vector<std::string> files_;  ///< those that are used, sorted
};

}  // namespace accordo::fmi
