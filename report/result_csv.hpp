// Results read row by row: as large as they may be, only one block of them is in memory.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace accordo {

/// A CSV as `accordo run` writes it: `time`, then one column per signal. Throws Error(Exit::usage) with id
/// `unreadable-file` or `not-a-result`, the latter with line and column.
class ResultCsv {
 public:
  explicit ResultCsv(std::filesystem::path file);

  /// Of the signals, without `time`.
  const std::vector<std::string>& names() const { return names_; }
  /// The signals that `next` reads, by their position in `names`, ascending; none before this call.
  void choose(const std::vector<std::size_t>& signals);
  /// Reads a row; false at the end.
  bool next();
  double time() const { return time_; }
  /// Of the chosen signals.
  std::span<const double> values() const { return values_; }
  /// The file does not end with a complete row: its run was cut off, or is still going on.
  bool cut_off() const { return cut_off_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  bool next_line(std::string_view& line);
  void header(std::string_view line);
  void row(std::string_view line);
  double number(std::string_view line, std::size_t from, std::size_t to) const;
  [[noreturn]] void refuse(std::size_t column, const std::string& what, const std::string& remedy = {}) const;

  std::filesystem::path file_;
  std::unique_ptr<std::FILE, Close> stream_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  int line_number_ = 0;
  bool cut_off_ = false;
  std::vector<std::string> names_;
  std::vector<char> wanted_;  ///< per signal
  std::vector<double> values_;
  double time_ = 0;
  bool any_row_ = false;
};

}  // namespace accordo
