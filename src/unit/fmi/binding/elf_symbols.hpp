// What a shared library exports and needs, read from its file: nothing of it is run.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "unit/fmi/binding/library.hpp"

namespace accordo::fmi {

/// The dynamic symbols of an ELF file. Strangers' files are read: nothing in them is believed.
class ElfSymbols final : public Exports {
 public:
  /// Throws Error(Exit::usage) when this is no shared library for this machine, or a damaged one.
  explicit ElfSymbols(const std::filesystem::path& file);

  const std::filesystem::path& file() const override { return file_; }
  /// Not null for what is exported; not to be called.
  void* find(const char* name) const noexcept override;
  /// Those of FMI.
  const std::set<std::string, std::less<>>& names() const { return names_; }
  /// The libraries that it asks for.
  const std::vector<std::string>& needed() const { return needed_; }

 private:
  std::filesystem::path file_;
  std::set<std::string, std::less<>> names_;
  std::vector<std::string> needed_;
};

}  // namespace accordo::fmi
