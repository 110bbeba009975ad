// What a report needs beside the rows of a run.
#pragma once

#include <filesystem>
#include <string>

#include "record/statistics.hpp"
#include "session/session.hpp"

namespace accordo {

/// The statistics of a run as a JSON document.
std::string statistics_json(const Statistics& statistics);

/// Statistics, settings, units and connections of a run whose rows are in `csv`.
std::string sidecar_json(const Session& session, const Statistics& statistics,
                         const std::filesystem::path& csv);

}  // namespace accordo
