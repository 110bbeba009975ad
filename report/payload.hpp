// The data of a report: results as `accordo run` left them, reduced to what a page can show.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace accordo {

/// What a report shows.
struct ReportSpec {
  std::vector<std::filesystem::path> results;  ///< CSV files; what lies beside them as .json is used, too
  std::filesystem::path reference;             ///< to subtract from the others; empty: the first of several
  std::vector<std::string> signals;  ///< `unit.variable`, `*` matches; empty: all, up to `most_signals`
  std::size_t most_signals = 200;    ///< per run, when none are chosen
  std::size_t points = 8000;         ///< per signal, at most
  std::size_t all_points = 800'000;  ///< of all signals of all runs, about
};

/// A report's data, and what the user should know about it.
struct Payload {
  std::string json;
  Problems warnings;
  std::size_t runs = 0, signals = 0;
};

/// JSON for `report_page`: {"kind": "report", "runs": [{"data": {…}, "sidecar": {…} or null}]}. Numbers of a
/// trace are the bytes of little-endian doubles in base64: exact, and read by a browser in no time. Throws
/// Error(Exit::usage) for files that cannot be read or are no results.
Payload report_payload(const ReportSpec& spec);

}  // namespace accordo
