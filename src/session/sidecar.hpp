// What a report needs beside the rows of a run.
#pragma once

#include <filesystem>
#include <string>

#include "record/statistics.hpp"
#include "session/session.hpp"
#include "session/verdict.hpp"
#include "session/verification.hpp"

namespace accordo {

/// A run that was made, whatever became of it.
struct MadeRun {
  const Session& session;
  const Outcome& outcome;
  const Statistics& statistics;
  const Course& course;
  const Verdict& verdict;
  const Verification* verification = nullptr;  ///< where it was repeated
};

/// The statistics of a run, what repeating it has shown and the verdict on it as a JSON document.
std::string statistics_json(const MadeRun& run);

/// Statistics, verdict, settings, units, connections and the course of a run whose rows are in `csv`.
std::string sidecar_json(const MadeRun& run, const std::filesystem::path& csv);

/// The same for a run that has only begun: what remains where nobody was left to write more.
std::string unfinished_sidecar_json(const Session& session, const std::filesystem::path& csv);

}  // namespace accordo
