// Writing an .fmu archive.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace accordo::exporter {

/// A file of the archive.
struct ArchiveEntry {
  std::string name;
  std::string bytes;
};

/// Writes all entries; the same entries give the same bytes. Throws Error(Exit::output).
void write_archive(const std::filesystem::path& file, const std::vector<ArchiveEntry>& entries);

/// Copies an archive and adds these entries, in place of those of the same names. Throws Error(Exit::output).
void add_to_copy(const std::filesystem::path& archive, const std::filesystem::path& copy,
                 const std::vector<ArchiveEntry>& entries);

}  // namespace accordo::exporter
