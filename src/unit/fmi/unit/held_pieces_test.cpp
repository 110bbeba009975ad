// Constants in place of cubic inputs.

#include "unit/fmi/unit/held_pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace accordo::fmi {
namespace {

using Cubic = std::array<double, kCoefficients>;

class HeldPiecesTest : public ::testing::Test {
 protected:
  Cubic next() {
    Cubic a{};
    for (double& c : a) c = normal_(generator_);
    return a;
  }
  /// ∫ s^k (pieces − u) ds
  static double missed(const HeldPieces& p, const Cubic& a, int k) {
    double sum = 0;
    for (int i = 0; i < p.division().pieces; ++i) {
      const double from = p.division().edge(i), to = p.division().edge(i + 1);
      sum += p.value(0, i) * (std::pow(to, k + 1) - std::pow(from, k + 1)) / (k + 1);
    }
    for (int q = 0; q < kCoefficients; ++q) sum -= a[static_cast<std::size_t>(q)] / (q + k + 1);
    return sum;
  }

  std::mt19937 generator_{7};
  std::normal_distribution<double> normal_;
};

const std::vector<Division> kDivisions{{2}, {3}, {4}, {7}, {20}, {3, true}, {4, true}, {9, true}};

TEST_F(HeldPiecesTest, HaveTheMomentsOfTheCubic) {
  for (const Division& d : kDivisions) {
    for (int k = 0; k < 100; ++k) {
      const Cubic a = next();
      HeldPieces pieces(std::vector<InputBounds>(1));
      pieces.fit({a.data(), 1, 3}, d, true);
      EXPECT_NEAR(missed(pieces, a, 0), 0, 1e-14) << d.pieces << d.end;
      EXPECT_NEAR(missed(pieces, a, 1), 0, 1e-14) << d.pieces << d.end;
      if (!d.end) continue;
      EXPECT_EQ(pieces.value(0, pieces.division().pieces - 1), SignalView({a.data(), 1, 3}).value(0, 1));
    }
  }
}

/// What order 4 needs besides.
TEST_F(HeldPiecesTest, HaveTheSecondMomentOfALine) {
  const Cubic line{0.4, 1.7, 0, 0};
  for (const Division& d : kDivisions) {
    HeldPieces pieces(std::vector<InputBounds>(1));
    pieces.fit({line.data(), 1, 1}, d, false);
    EXPECT_NEAR(missed(pieces, line, 2), 0, 1e-14);
  }
}

TEST_F(HeldPiecesTest, AreWhatTheFormulasSay) {
  const Cubic a{0.3, 0.5, 0.02, -0.04};  // monotone: no bound is met
  HeldPieces pieces(std::vector<InputBounds>(1));
  pieces.fit({a.data(), 1, 3}, {2}, false);
  EXPECT_NEAR(pieces.value(0, 0), a[0] + a[1] / 6 - a[3] / 20, 1e-15);
  EXPECT_NEAR(pieces.value(0, 1), a[0] + 5 * a[1] / 6 + 2 * a[2] / 3 + 11 * a[3] / 20, 1e-15);
  pieces.fit({a.data(), 1, 3}, {3, true}, false);
  EXPECT_NEAR(pieces.value(0, 0), a[0] + a[1] / 10 + a[3] / 100, 1e-15);
  EXPECT_NEAR(pieces.value(0, 1), a[0] + 3 * a[1] / 5 + a[2] / 3 + 4 * a[3] / 25, 1e-15);
  EXPECT_NEAR((Division{2}.variance()), 1.0 / 36, 1e-15);
  EXPECT_NEAR((Division{3, true}.variance()), 1.0 / 60, 1e-15);
}

TEST_F(HeldPiecesTest, ThatStandForWhatDoesNotMoveAreThat) {
  const Cubic a{0.1, 0, 0, 0};
  for (const Division& d : kDivisions) {
    HeldPieces pieces(std::vector<InputBounds>(1));
    pieces.fit({a.data(), 1, 3}, d, true);
    for (int i = 0; i < d.pieces; ++i) EXPECT_EQ(pieces.value(0, i), a[0]);
  }
}

TEST_F(HeldPiecesTest, StayInTheRangeOfTheCubicAndWithinBounds) {
  for (const Division& d : kDivisions) {
    for (int k = 0; k < 2000; ++k) {
      const Cubic a = next();
      const InputBounds range = range_of(a.data());
      const double width = range.high - range.low;
      // Bounds that the cubic itself keeps.
      HeldPieces pieces(
          std::vector<InputBounds>{{a[0] + range.low - 0.01 * width, a[0] + range.high + 0.01 * width}});
      pieces.fit({a.data(), 1, 3}, d, true);
      for (int i = 0; i < pieces.division().pieces; ++i) {
        EXPECT_GE(pieces.value(0, i), a[0] + range.low - 0.011 * width);
        EXPECT_LE(pieces.value(0, i), a[0] + range.high + 0.011 * width);
      }
    }
  }
}

TEST_F(HeldPiecesTest, KnowTheRangeOfACubic) {
  for (int k = 0; k < 200; ++k) {
    const Cubic a = next();
    InputBounds seen{0, 0};
    for (int i = 0; i <= 1000; ++i) {
      const double s = i / 1000.0, v = s * (a[1] + s * (a[2] + s * a[3]));
      seen = {std::min(seen.low, v), std::max(seen.high, v)};
    }
    const InputBounds range = range_of(a.data());
    EXPECT_LE(range.low, seen.low + 1e-15);
    EXPECT_NEAR(range.low, seen.low, 1e-5);
    EXPECT_GE(range.high, seen.high - 1e-15);
    EXPECT_NEAR(range.high, seen.high, 1e-5);
  }
}

}  // namespace
}  // namespace accordo::fmi
