// Rows as CSV: `time`, then one column per signal, doubles in their shortest form that reads back the same.
#pragma once

#include <filesystem>
#include <vector>

#include "record/row_sink.hpp"

namespace accordo {

/// Writes to a file through a large buffer, which reaches the file at least once a second.
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
  void flush();
  [[noreturn]] void fail(int reason) const;

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  long flushed_at_ = 0;  ///< seconds
};

/// Writes a whole text file; throws Error(Exit::output) when it cannot.
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace accordo
