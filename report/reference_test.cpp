#include "report/reference.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "report/result_testing.hpp"

namespace accordo {
namespace {

using testing_support::TextFile;

double cubic(double t) {
  return 2 - t + 0.5 * t * t - 0.25 * t * t * t;
}

TEST(Reference, CubicsAreExactBetweenRowsThatAreNotEquidistant) {
  std::string text = "time,a,b\n";
  for (const double t : {0.0, 0.3, 0.4, 1.0, 1.7, 2.0}) text += fmt::format("{},{},{}\n", t, -t, cubic(t));
  const TextFile file("reference.csv", text);
  Reference reference(file.path(), {1});
  double value = 0;
  for (double t = 0.31; t < 1.7; t += 0.01) {  // four rows around
    reference.at(t, {&value, 1});
    EXPECT_NEAR(value, cubic(t), 1e-13) << t;
  }
}

TEST(Reference, RowsThemselvesAreTakenExactly) {
  const TextFile file("reference.csv", "time,a\n0,5\n0.30000000000000004,7\n1,-3\n");
  Reference reference(file.path(), {0});
  double value = 0;
  reference.at(0, {&value, 1});
  EXPECT_EQ(value, 5);
  reference.at(0.3, {&value, 1});  // 3 · 0.1 is another double
  EXPECT_EQ(value, 7);
  reference.at(1, {&value, 1});
  EXPECT_EQ(value, -3);
  reference.at(1.5, {&value, 1});
  EXPECT_TRUE(std::isnan(value));
}

TEST(Reference, AJumpHasTwoSidesAndNothingIsDrawnAcross) {
  const TextFile file("reference.csv", "time,a\n0,0\n1,1\n2,2\n2,10\n3,10\n4,10\n");
  Reference reference(file.path(), {0});
  double value = 0;
  reference.at(1.5, {&value, 1});
  EXPECT_NEAR(value, 1.5, 1e-14);
  reference.at(2, {&value, 1});
  EXPECT_EQ(value, 2);
  reference.at(2, {&value, 1});
  EXPECT_EQ(value, 10);
  reference.at(2.5, {&value, 1});
  EXPECT_NEAR(value, 10, 1e-14);
}

}  // namespace
}  // namespace accordo
