#include "base/names.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace accordo {
namespace {

const std::vector<std::string> known{"left", "right", "controller"};

TEST(Closest, FindsTyposAndIgnoresStrangers) {
  EXPECT_EQ(closest("lfet", known), "left");
  EXPECT_EQ(closest("Right", known), "right");
  EXPECT_EQ(closest("controler", known), "controller");
  EXPECT_EQ(closest("engine", known), "");
}

TEST(Closest, AnExactNameWinsOverNeighbors) {
  const std::vector<std::string> names{"x1", "x2", "x"};
  for (const std::string& name : names) EXPECT_EQ(closest(name, names), name);
}

TEST(DidYouMean, ListsAFewNamesWhenNothingIsClose) {
  EXPECT_EQ(did_you_mean("lefft", known), "did you mean 'left'?");
  EXPECT_EQ(did_you_mean("engine", known), "known: left, right, controller");
}

TEST(DecimalPointHint, IsForNumbersWithADecimalComma) {
  EXPECT_EQ(decimal_point_hint("-0,5e-3"), "write -0.5e-3, with a decimal point");
  for (const char* other : {"", "0.5", ",5", "5,", "a,b", "1,2,3", "-", "1,x"}) {
    EXPECT_EQ(decimal_point_hint(other), "") << other;
  }
}

TEST(Matches, StarStandsForAnyRun) {
  EXPECT_TRUE(matches("left.x", "left.*"));
  EXPECT_TRUE(matches("left.x", "*.x"));
  EXPECT_TRUE(matches("left.x", "l*t.*x*"));
  EXPECT_TRUE(matches("", "*"));
  EXPECT_FALSE(matches("left.x", "left"));
  EXPECT_FALSE(matches("left.x", "right.*"));
}

}  // namespace
}  // namespace accordo
