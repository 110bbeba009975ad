// Extracts what a simulation needs from an .fmu or another zip archive that nobody has vetted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "unit/fmi/file_kind.hpp"

namespace accordo::fmi {

/// Bounds that keep an FMU from filling the disk or the memory. Real FMUs stay far below them.
struct PackageLimits {
  std::uint64_t entries = 100'000;
  std::uint64_t description_bytes = std::uint64_t{128} << 20;  ///< of its description, an XML file
  std::uint64_t total_bytes = std::uint64_t{4} << 30;          ///< of all that is extracted
  /// Extracted to compressed bytes; counts for files of more than `ratio_from` bytes, since deflate reaches
  /// 1000 on small files of zeros, which do no harm.
  double ratio = 250;
  std::uint64_t ratio_from = std::uint64_t{64} << 20;
};

/// What an FMU has besides the files that are used.
struct PackageContents {
  std::set<std::string> platforms;  ///< the folders in binaries/
  bool sources = false;             ///< C sources
};

/// Whether a simulation on this machine needs this file of an FMU: modelDescription.xml, resources, binaries
/// for this platform.
bool is_wanted(std::string_view path);

/// Takes note of a file of the FMU that may not be wanted.
void note_contents(std::string_view path, PackageContents& contents);

/// What is to be extracted from an archive.
struct ArchiveKind {
  FileKind kind;
  std::string description = "modelDescription.xml";               ///< the file that it must have
  std::function<bool(std::string_view path)> wanted = is_wanted;  ///< among them the description
};

/// Extracts what is wanted into an existing private folder. Throws Error(Exit::usage) with everything that is
/// wrong about the archive's table of contents, or with the first file that cannot be extracted.
PackageContents extract_zip(const std::filesystem::path& archive, const std::filesystem::path& into,
                            const PackageLimits& limits, const ArchiveKind& what = {});

}  // namespace accordo::fmi
