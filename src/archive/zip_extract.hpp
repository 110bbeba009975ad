// Extracts what is wanted from a zip archive that nobody has vetted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "archive/file_kind.hpp"

namespace accordo::archive {

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

/// What is to be extracted from an archive.
struct ArchiveKind {
  FileKind kind;
  std::string description;                            ///< the file that it must have
  std::function<bool(std::string_view path)> wanted;  ///< among them the description
  std::function<void(std::string_view path)> seen =
      {};  ///< is told of every entry, if set; folders end in a slash
};

/// Extracts what is wanted into an existing private folder. Throws Error(Exit::usage) with everything that is
/// wrong about the archive's table of contents, or with the first file that cannot be extracted.
void extract_zip(const std::filesystem::path& archive, const std::filesystem::path& into,
                 const PackageLimits& limits, const ArchiveKind& what);

}  // namespace accordo::archive
