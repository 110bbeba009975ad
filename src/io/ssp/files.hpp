// The files that an SSP consists of.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "archive/private_folder.hpp"
#include "io/ssp/variables.hpp"

namespace accordo::ssp {

/// Where the texts come from that the files of an SSP refer to. Functions throw Error(Exit::usage) when a
/// file is there but of no use.
class Files {
 public:
  virtual ~Files() = default;
  virtual bool exists(const std::filesystem::path& file) = 0;
  virtual std::string text(const std::filesystem::path& file) = 0;
  /// Makes an .ssp accessible: the folder of its files.
  virtual std::filesystem::path open_package(const std::filesystem::path& file) = 0;
  /// Of an FMU; null when they cannot be known.
  virtual std::shared_ptr<const Variables> variables(const std::filesystem::path& fmu) = 0;
  /// How messages call a file.
  virtual std::string shown(const std::filesystem::path& file) = 0;
};

/// Files on disk; what was extracted from archives is removed with the object.
class DiskFiles : public Files {
 public:
  bool exists(const std::filesystem::path& file) override;
  std::string text(const std::filesystem::path& file) override;
  std::filesystem::path open_package(const std::filesystem::path& file) override;
  std::shared_ptr<const Variables> variables(const std::filesystem::path& fmu) override;
  /// Files of an archive as if it were a folder.
  std::string shown(const std::filesystem::path& file) override;

 private:
  struct Package {
    std::filesystem::path file;
    archive::PrivateFolder folder;
  };
  std::map<std::filesystem::path, Package> packages_;  ///< by the archive
  std::map<std::filesystem::path, std::shared_ptr<const Variables>> variables_;
};

}  // namespace accordo::ssp
