// What is known of a solution between the ends of a macro-step.
#include "integrate/dense_path.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace accordo {
namespace {

/// x' = cos t, followed.
class Followed final : public OdeSystem {
 public:
  explicit Followed(DensePath& path) : path_(path) {}
  int size() const override { return 1; }
  void rhs(double t, const double*, double* dx) override { dx[0] = std::cos(t); }
  bool has_jacobian() const override { return true; }
  void jacobian(double t, const double*, Matrix& J, Vector& f_t) override {
    J.setZero();
    f_t[0] = -std::sin(t);
  }
  bool follows() const override { return true; }
  void passed(const InternalStep& step) override { path_.add(step); }

 private:
  DensePath& path_;
};

/// The largest error inside of one macro-step from 1 to 1 + h.
double largest_error(const char* kind, double tolerance, double h) {
  DensePath path(1);
  Followed system(path);
  const auto integrator = make_integrator(kind, 1, IntegratorSettings{.relative_tolerance = tolerance});
  double x = std::sin(1);
  path.begin();
  integrator->advance(system, {.t = 1, .h = h, .end = 1 + h}, false, &x);
  EXPECT_EQ(path.begin_of(0), 1);
  EXPECT_EQ(path.end_of(path.size() - 1), 1 + h);
  double worst = 0;
  for (int k = 0; k <= 100; ++k) {
    const double t = 1 + h * k / 100;
    path.states(path.find(t), t, &x);
    worst = std::max(worst, std::abs(x - std::sin(t)));
  }
  return worst;
}

class EveryPath : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryPath, testing::Values("auto", "dopri5", "rosenbrock", "rk4"));

TEST_P(EveryPath, IsAsGoodAsTheStepsAre) {
  EXPECT_LT(largest_error(GetParam(), 1e-9, 2), 1e-5);
}

// One internal step: the method's own interpolant, two orders above what values at the ends would give.
TEST(DensePath, OfDopri5IsOfFifthOrder) {
  const double coarse = largest_error("dopri5", 1e100, 0.2), fine = largest_error("dopri5", 1e100, 0.1);
  EXPECT_NEAR(std::log2(coarse / fine), 5, 0.5);
}

TEST(DensePath, WhatIsRepeatedReplacesWhatWasThere) {
  DensePath path(1);
  const std::array<double, 2> zero{0, 0}, one{1, 1};
  const auto piece = [&](double t, double end, const double* at) {
    path.add({.t = t, .end = end, .x = at, .slope = zero.data(), .x_end = at, .slope_end = zero.data()});
  };
  path.begin();
  piece(0, 1, zero.data());
  piece(1, 2, zero.data());
  piece(2, 3, zero.data());
  piece(1, 1.5, one.data());
  ASSERT_EQ(path.size(), 2U);
  double x = 0;
  path.states(path.find(1.2), 1.2, &x);
  EXPECT_EQ(x, 1);
  path.states(path.find(0.5), 0.5, &x);
  EXPECT_EQ(x, 0);
}

}  // namespace
}  // namespace accordo
