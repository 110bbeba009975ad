// Rows as CSV: `time`, then one column per signal, doubles in their shortest form that reads back the same.
#pragma once

#include <atomic>
#include <vector>

#include "record/output_file.hpp"
#include "record/row_sink.hpp"

namespace accordo {

/// Rows are kept as numbers and become text many at a time, at least once a second: turning a number into
/// text takes longer than a small macro-step, and in between would push its data out of the fastest cache.
/// Throws Error(Exit::output) when the file cannot be written.
class CsvSink final : public RowSink {
 public:
  explicit CsvSink(const std::filesystem::path& file);
  /// Writes to what is already open, and closes it in the end; `name` is for messages.
  CsvSink(std::filesystem::path name, int descriptor);
  ~CsvSink() override;
  CsvSink(const CsvSink&) = delete;
  CsvSink& operator=(const CsvSink&) = delete;

  void header(std::span<const std::string> columns) override;
  void row(double t, std::span<const double> values) override;
  void finish() override;

 private:
  void format();
  static void rescue(const void* sink, int descriptor) noexcept;

  OutputFile file_;
  std::size_t width_ = 1;  ///< numbers per row, time included
  std::vector<double> rows_;
  // Which of them are whole rows that are not yet text: a signal may come at any time.
  std::atomic<std::size_t> first_{0}, end_{0};
};

}  // namespace accordo
