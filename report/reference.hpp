// A reference run read alongside another one, to subtract the two.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "report/result_csv.hpp"

namespace accordo {

/// Values of a result at the times of another, which may have other rows. Where the reference has a row, that
/// is the value; in between, the cubic through its four neighboring rows, of which none lies beyond a jump
/// (two rows of one time). NaN before its first row and after its last.
class Reference {
 public:
  /// `signals`: positions in the names of the file, ascending.
  Reference(const std::filesystem::path& file, const std::vector<std::size_t>& signals);
  /// `time` must not decrease from call to call. The second call with one time means the value after a jump.
  void at(double time, std::span<double> values);

 private:
  struct Row {
    double time;
    std::vector<double> values;
  };

  void advance(double time);
  bool read();
  void interpolate(double time, std::span<double> values) const;
  bool same(double a, double b) const;

  ResultCsv csv_;
  std::deque<Row> rows_;    ///< around the current time
  std::vector<Row> spare_;  ///< rows to be used again
  double last_time_ = 0;
  int repeats_ = -1;  ///< how often `last_time_` was asked for before; -1 at the start
  bool ended_ = false;
};

}  // namespace accordo
