// Rows as CSV: `time`, then one column per signal, doubles in their shortest form that reads back the same.
#pragma once

#include "record/output_file.hpp"
#include "record/row_sink.hpp"

namespace accordo {

/// Throws Error(Exit::output) when the file cannot be written.
class CsvSink final : public RowSink {
 public:
  explicit CsvSink(const std::filesystem::path& file) : file_(file) {}
  /// Writes to what is already open, and closes it in the end; `name` is for messages.
  CsvSink(std::filesystem::path name, int descriptor) : file_(std::move(name), descriptor) {}

  void header(std::span<const std::string> columns) override;
  void row(double t, std::span<const double> values) override;
  void finish() override { file_.finish(); }

 private:
  OutputFile file_;
};

}  // namespace accordo
