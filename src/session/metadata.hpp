// What a report needs beside the rows of a run.
#pragma once

#include <filesystem>
#include <string>

#include "session/result.hpp"
#include "session/session.hpp"

namespace accordo {

/// The statistics of a run, what repeating it has shown and the verdict on it as a JSON document.
std::string statistics_json(const Session& session, const Result& result);

/// Statistics, verdict, settings, units, connections and the course of a run whose rows are in `csv`.
std::string metadata_json(const Session& session, const Result& result, const std::filesystem::path& csv);

/// The same for a run that has only begun: what remains where nobody was left to write more.
std::string unfinished_metadata_json(const Session& session, const std::filesystem::path& csv);

}  // namespace accordo
