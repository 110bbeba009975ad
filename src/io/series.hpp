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
#include "unit/unit.hpp"

namespace accordo {

/// Samples over times that do not decrease. A time that stands twice or more is a jump, from its first value
/// to its last.
struct TimeSeries {
  std::vector<double> t, v;

  /// On the line between neighboring samples; before the first and after the last, their value. At a jump
  /// the value after it.
  double value(double time) const;
  /// At a jump the value on the side from which the instant is seen; from neither, that after it.
  double value(const Instant& at) const;
  /// Of that line, on the side from which the instant is seen; NaN at a kink that is seen from neither.
  double slope(const Instant& at) const;
  /// Mean value over an interval.
  double mean(double from, double to) const;
  /// The times at which it jumps.
  std::vector<double> jumps() const;
  /// The same samples, each value held until the next time.
  TimeSeries held() const;
};

/// A CSV file: a header row, then numbers. Commas or semicolons; fields may be quoted.
struct CsvTable {
  /// A field that is not a finite number: whoever reads its column knows what it may be.
  struct Word {
    std::size_t row = 0;
    std::string text;
  };
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  std::vector<std::vector<Word>> words;  ///< per column; their numbers are NaN
  std::vector<int> lines;                ///< per row, in the file
  std::size_t time_column = 0;           ///< the one called `time`, else the first
  std::vector<double> time;
};

/// What rows may be like: those that drive an input, where a field may be a word, or those that a run has
/// written, where a value may be missing (NaN). A time stands twice at a jump.
enum class CsvRows { series, results };

/// All problems of the file, each with its line; nothing when there are any.
std::optional<CsvTable> parse_csv(const std::string& text, const std::string& file, Problems& problems,
                                  CsvRows rows = CsvRows::series);

/// A number of a series as a value of a discrete port; nothing where it is none: out of range, or not whole.
std::optional<Token> token_of(double value, TokenType type);

/// Reads each file once, however many inputs follow it.
class SeriesReader {
 public:
  /// For a real input. Null after reporting why; a file that could not be read is reported once.
  std::shared_ptr<const TimeSeries> read(const SeriesSpec& spec, Problems& problems);
  /// For a discrete one, held; words are true and false or items of its enumeration.
  std::shared_ptr<const TimeSeries> read(const SeriesSpec& spec, const DiscretePort& port,
                                         Problems& problems);

 private:
  struct Column {
    const CsvTable* table = nullptr;  ///< null: there is none, which was reported
    std::size_t index = 0;
  };
  Column find(const SeriesSpec& spec, Problems& problems);

  std::map<std::filesystem::path, std::optional<CsvTable>> tables_;
  std::map<std::pair<std::filesystem::path, std::string>, std::shared_ptr<const TimeSeries>> series_;
};

}  // namespace accordo
