// Rows reduced to what a screen can show, without losing peaks.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace accordo {

/// Points to draw: one common time axis, one vector of values per column.
struct Trace {
  std::vector<double> time;
  std::vector<std::vector<double>> values;
  std::size_t rows = 0;             ///< that went in
  std::size_t rows_per_bucket = 1;  ///< 1: the points are the rows themselves
};

/// Takes rows one by one and keeps at most `points` of them. When there are more, neighbors share a bucket,
/// of which the smallest and the largest value remain, in their order; buckets grow as rows come, so that
/// nobody has to know in advance how many there will be. Values that are not numbers count only where a
/// bucket has no other.
class Decimator {
 public:
  Decimator(std::size_t columns, std::size_t points);
  void add(double time, std::span<const double> values);
  /// To be called once, after the last row.
  Trace finish();

 private:
  struct Extremes {
    double low, high;
    bool low_first;
  };

  static Extremes merged(const Extremes& a, const Extremes& b);
  /// Of buckets: a row is one point, a bucket two.
  std::size_t capacity() const { return rows_per_bucket_ == 1 ? points_ : points_ / 2; }
  void halve();

  std::size_t points_;  ///< at most so many; a multiple of 4, so that full sets of buckets are even
  std::size_t rows_ = 0, rows_per_bucket_ = 1, in_last_ = 0;
  std::vector<double> first_time_, last_time_;
  std::vector<std::vector<Extremes>> columns_;
};

}  // namespace accordo
