// What a report needs beside the rows of a run.
#pragma once

#include <filesystem>
#include <string>

#include "record/statistics.hpp"
#include "session/session.hpp"
#include "session/verdict.hpp"

namespace accordo {

/// The statistics of a run and the verdict on it as a JSON document.
std::string statistics_json(const Statistics& statistics, const Verdict& verdict);

/// A run that was made, whatever became of it.
struct MadeRun {
  const Session& session;
  const Outcome& outcome;
  const Statistics& statistics;
  const Course& course;
  const Verdict& verdict;
};

/// Statistics, verdict, settings, units, connections and the course of a run whose rows are in `csv`.
std::string sidecar_json(const MadeRun& run, const std::filesystem::path& csv);

}  // namespace accordo
