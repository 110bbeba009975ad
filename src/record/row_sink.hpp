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

}  // namespace accordo
