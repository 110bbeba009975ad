// Scenario files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "io/index_expansion.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// A scenario with what reading it brought along.
struct LoadedScenario {
  Scenario scenario;
  std::vector<Problem> warnings = {};      ///< what was tolerated in the file
  std::shared_ptr<const void> files = {};  ///< keeps what was extracted from an archive
};

/// What a file may ask for.
struct ReadLimits {
  std::int64_t repetitions = Budget{}.most;  ///< units, connections and recorded signals that are generated
};

/// Reads a scenario; all its problems go to `problems`, each with its place. What could be read comes back,
/// so that it can be checked as well (`partial` says that units or connections are missing); nothing does
/// when the file is no scenario at all. Times are not compared here: the command line may still change them.
std::optional<Scenario> read_scenario(const std::filesystem::path& path, Problems& problems);

/// The same from text; `path` gives the scenario its name, messages their file and relative paths their
/// folder.
std::optional<Scenario> read_scenario_text(const std::string& text, const std::filesystem::path& path,
                                           Problems& problems, const ReadLimits& limits = {});

/// Settings for a scenario whose structure is known from elsewhere: `experiment` (its times count when
/// given), `events`, `record`, and for `units` all but what they are. Problems go to `problems`, as if the
/// text stood in the scenario's file from `line` on; relative paths start in `folder`.
struct SettingsText {
  std::string text;
  std::string file;  ///< for messages
  int line = 1;
  std::filesystem::path folder;
};
void read_settings_text(const SettingsText& settings, Scenario& scenario, Problems& problems);

}  // namespace accordo
