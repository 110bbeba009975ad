// Where recorded rows go.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace accordo {

class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual void header(std::span<const std::string> columns) = 0;
  virtual void row(double t, std::span<const double> values) = 0;
  /// All rows are where they belong when this returns.
  virtual void finish() {}
};

/// Keeps the rows in memory.
class MemorySink final : public RowSink {
 public:
  void header(std::span<const std::string> columns) override {
    columns_.assign(columns.begin(), columns.end());
  }
  void row(double t, std::span<const double> values) override {
    times_.push_back(t);
    values_.insert(values_.end(), values.begin(), values.end());
  }

  const std::vector<std::string>& columns() const { return columns_; }
  const std::vector<double>& times() const { return times_; }
  std::size_t rows() const { return times_.size(); }
  double at(std::size_t row, std::size_t column) const { return values_[row * columns_.size() + column]; }

 private:
  std::vector<std::string> columns_;
  std::vector<double> times_, values_;
};

}  // namespace accordo
