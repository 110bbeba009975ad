// Results of self-tests, kept in the user's cache folder: $XDG_CACHE_HOME/accordo, or ~/.cache/accordo.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "unit/fmi/loaded_fmu.hpp"
#include "unit/fmi/verify/verified.hpp"

namespace accordo::fmi {

/// Safe when several processes use it at once: a file is complete or not there. What cannot be read or
/// written, or is damaged, is as if it were not there.
class VerifiedCache {
 public:
  /// The cache of this user; none where no folder is known.
  VerifiedCache();
  explicit VerifiedCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// `hash`: of the FMU's contents.
  std::optional<Verified> find(const std::string& hash, Kind kind) const;
  void keep(const std::string& hash, Kind kind, const Verified& verified) const;

 private:
  std::filesystem::path file_of(const std::string& hash, Kind kind) const;

  std::filesystem::path folder_;  ///< empty: nothing is kept
};

}  // namespace accordo::fmi
