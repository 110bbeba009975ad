// Results of self-tests, kept in the user's cache folder: $XDG_CACHE_HOME/accordo, or ~/.cache/accordo.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "unit/fmi/unit/fmu_spec.hpp"
#include "unit/fmi/unit/verified.hpp"

namespace accordo::fmi {

/// What results of trials depend on: the FMU's contents, what is set before it runs, when it runs and how
/// finely.
std::string key_of(const std::string& content_hash, const FmuSpec& spec);
/// As the cache tells days: 2026-11-18, in UTC.
std::string today();

/// Safe when several processes use it at once: a file is complete or not there. What cannot be read or
/// written, or is damaged, is as if it were not there.
class VerifiedCache {
 public:
  /// The cache of this user; none where no folder is known.
  VerifiedCache();
  explicit VerifiedCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// `key`: of all that the result depends on, as from key_of().
  std::optional<Verified> find(const std::string& key, Kind kind) const;
  void keep(const std::string& key, Kind kind, const Verified& verified) const;
  /// The same for a text about the FMU as a whole.
  std::optional<std::string> find_text(const std::string& key, const std::string& about) const;
  void keep_text(const std::string& key, const std::string& about, const std::string& text) const;

 private:
  std::filesystem::path file_of(const std::string& key, const std::string& about) const;

  std::filesystem::path folder_;  ///< empty: nothing is kept
};

}  // namespace accordo::fmi
