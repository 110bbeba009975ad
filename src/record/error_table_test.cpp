#include "record/error_table.hpp"

#include <gtest/gtest.h>

namespace accordo {
namespace {

// A signal with a few peaks deserves doubt before another one that is off by more of its range.
TEST(ErrorTable, TellsTheWorstFromTheMostDoubtful) {
  ErrorTable table{.carried = true, .lost = "", .signals = {}};
  table.signals.push_back({.name = "wave", .rms = 0.02, .range = 2, .spread = 0.7});
  table.signals.push_back({.name = "peaks", .rms = 0.08, .range = 10, .spread = 0.4});
  table.signals.push_back({.name = "constant", .rms = 1e-16, .range = 0, .spread = 0});
  EXPECT_EQ(table.worst()->name, "wave");
  EXPECT_EQ(table.most_doubtful()->name, "peaks");
  table.lost = "an event";
  EXPECT_EQ(table.worst(), nullptr);
}

}  // namespace
}  // namespace accordo
