#include "record/point_course.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace accordo {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct Errors {
  double made = 0, told = 0;
};

/// Of sin(3t) over [0, 2], known every h, at four instants of each step.
Errors errors_of(double h, bool slopes) {
  PointCourse course(1);
  Errors errors;
  const auto knot = [&](double t) {
    return Knot{t, {std::sin(3 * t)}, {slopes ? 3 * std::cos(3 * t) : kUnknown}};
  };
  course.restart(knot(0));
  const int steps = static_cast<int>(std::lround(2 / h));
  for (int k = 1; k <= steps; ++k) {
    course.add(knot(k * h));
    // What the first steps miss nobody can tell: there is no step before to compare with.
    for (const double s : {0.2, 0.4, 0.6, 0.8}) {
      const double t = (k - 1 + s) * h, off = std::abs(course.at(0, t) - std::sin(3 * t));
      if (k > 3) errors.made = std::max(errors.made, off);
    }
  }
  errors.told = course.error();  // half of the range is 1
  return errors;
}

// Without slopes it is careful where a jump would look alike.
TEST(PointCourse, IsACubicWhereSlopesAreKnown) {
  const auto order = [](bool slopes) {
    return std::log2(errors_of(0.1, slopes).made / errors_of(0.05, slopes).made);
  };
  EXPECT_NEAR(order(true), 4, 0.1);
  EXPECT_GT(order(false), 1.9);
}

TEST(PointCourse, TellsNoLessThanItsError) {
  for (const bool slopes : {true, false}) {
    for (const double h : {0.2, 0.1, 0.05}) {
      const Errors errors = errors_of(h, slopes);
      EXPECT_GT(errors.told, 0.8 * errors.made) << slopes << ' ' << h;
    }
  }
}

TEST(PointCourse, KnowsNothingOfWhatWasBeforeAJump) {
  PointCourse course(1);
  course.restart({0, {0}, {kUnknown}});
  course.add({1, {0}, {kUnknown}});
  course.restart({1, {5}, {kUnknown}});
  course.add({2, {5}, {kUnknown}});
  EXPECT_EQ(course.at(0, 1.5), 5);
}

}  // namespace
}  // namespace accordo
