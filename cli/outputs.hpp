// Where a run writes. Settled before anything is opened, so that no file of the user's is lost.
#pragma once

#include <filesystem>
#include <string>

#include "model/scenario.hpp"

namespace accordo::cli {

struct Outputs {
  bool to_stdout = false;          ///< the rows go to standard output
  std::filesystem::path csv;       ///< a name for messages when they do
  std::filesystem::path stats;     ///< empty: none; "-": standard output
  std::filesystem::path metadata;  ///< empty: none
  std::filesystem::path trace;     ///< empty: none
  bool stats_in_metadata = false;  ///< the user asked for statistics in the metadata file itself
  std::filesystem::path stale;     ///< a metadata file of an earlier run beside rows that are to have none
};

/// A name on the command line, meant in `folder`: an FMU may have changed to another one meanwhile.
std::filesystem::path from_folder(const std::filesystem::path& folder, const std::filesystem::path& name);

/// The names on the command line, as given; empty where not.
struct OutputNames {
  std::string output, stats, trace;
  bool metadata = true;
};

/// Throws an Error when writing `output` would destroy what the scenario reads. Empty: nothing is written.
void protect_inputs(const Scenario& scenario, const std::filesystem::path& output, const std::string& remedy);

/// Throws an Error when one file would be written twice, or is an input of the run. To be asked before the
/// code of FMUs runs.
Outputs choose_outputs(const Scenario& scenario, const OutputNames& names);

/// Whether pages can be written, before anything runs.
void check_page(const std::string& file, Problems& problems);

}  // namespace accordo::cli
