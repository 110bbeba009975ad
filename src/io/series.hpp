// Time series from CSV files, for inputs that follow measured or computed data.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/time.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// Samples over strictly increasing times.
struct TimeSeries {
  std::vector<double> t, v;

  /// On the line between neighbouring samples; before the first and after the last, their value.
  double value(double time) const;
  /// Of that line, on the side from which the instant is seen; NaN at a kink that is seen from neither.
  double slope(const Instant& at) const;
  /// Mean value over an interval.
  double mean(double from, double to) const;
};

/// A CSV file: a header row, then numbers. Commas or semicolons; fields may be quoted.
struct CsvTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  std::vector<double> time;  ///< the column called `time`, else the first
};

/// What rows may be like: those that drive an input, or those that a run has written, where a time stands
/// twice at a jump and a value may be missing (NaN).
enum class CsvRows { series, results };

/// All problems of the file, each with its line; nothing when there are any.
std::optional<CsvTable> parse_csv(const std::string& text, const std::string& file, Problems& problems,
                                  CsvRows rows = CsvRows::series);

/// Reads each file once, however many inputs follow it.
class SeriesReader {
 public:
  /// Null after reporting why; a file that could not be read is reported once.
  std::shared_ptr<const TimeSeries> read(const SeriesSpec& spec, Problems& problems);

 private:
  std::map<std::filesystem::path, std::optional<CsvTable>> tables_;
  std::map<std::pair<std::filesystem::path, std::string>, std::shared_ptr<const TimeSeries>> series_;
};

}  // namespace accordo
