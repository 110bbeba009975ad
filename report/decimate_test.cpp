#include "report/decimate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace accordo {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Neither smooth nor periodic in any number of rows.
double wiggle(std::size_t i) {
  const auto x = static_cast<double>(i);
  return std::sin(0.37 * x) + 0.3 * std::sin(x * x);
}

Trace decimated(std::size_t rows, std::size_t points, double (*value)(std::size_t)) {
  Decimator decimator(1, points);
  for (std::size_t i = 0; i < rows; ++i) {
    const double v = value(i);
    decimator.add(static_cast<double>(i), {&v, 1});
  }
  return decimator.finish();
}

TEST(Decimate, FewRowsStayAsTheyAre) {
  const Trace trace = decimated(100, 100, wiggle);
  ASSERT_EQ(trace.time.size(), 100u);
  EXPECT_EQ(trace.rows_per_bucket, 1u);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(trace.values[0][i], wiggle(i));
}

TEST(Decimate, ManyRowsKeepTheExtremesOfEveryBucketAndTheLimit) {
  for (const std::size_t rows : {101u, 199u, 200u, 201u, 1000u, 4567u}) {
    const Trace trace = decimated(rows, 100, wiggle);
    EXPECT_EQ(trace.rows, rows);
    EXPECT_LE(trace.time.size(), 100u) << rows;
    EXPECT_GE(trace.time.size(), 50u) << rows;
    EXPECT_TRUE(std::is_sorted(trace.time.begin(), trace.time.end()));
    for (std::size_t b = 0; 2 * b < trace.time.size(); ++b) {
      const std::size_t from = b * trace.rows_per_bucket, to = std::min(from + trace.rows_per_bucket, rows);
      double low = wiggle(from), high = low;
      std::size_t low_at = from, high_at = from;
      for (std::size_t i = from; i < to; ++i) {
        if (wiggle(i) < low) low = wiggle(low_at = i);
        if (wiggle(i) > high) high = wiggle(high_at = i);
      }
      EXPECT_EQ(trace.time[2 * b], static_cast<double>(from));
      EXPECT_EQ(trace.time[2 * b + 1], static_cast<double>(to - 1));
      EXPECT_EQ(trace.values[0][2 * b], low_at <= high_at ? low : high);
      EXPECT_EQ(trace.values[0][2 * b + 1], low_at <= high_at ? high : low);
    }
  }
}

TEST(Decimate, NotANumberHidesNoPeak) {
  const Trace trace = decimated(1000, 8, [](std::size_t i) {
    return i == 500 ? 7.0 : i % 2 == 0 ? 1.0 : kNaN;
  });
  EXPECT_EQ(*std::max_element(trace.values[0].begin(), trace.values[0].end()), 7);
  const Trace none = decimated(1000, 8, [](std::size_t) { return kNaN; });
  for (const double v : none.values[0]) EXPECT_TRUE(std::isnan(v));
}

}  // namespace
}  // namespace accordo
