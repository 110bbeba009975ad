// What the solver inside of an FMU misses: found by trial, and told by rows of states and derivatives.

#include "unit/fmi/selftest/inner_error.hpp"

#include <cmath>

#include "unit/fmi/peculiar_testing.hpp"
#include "unit/fmi/selftest/verify.hpp"
#include "unit/fmi/unit_testing.hpp"

namespace accordo::fmi {
namespace {

constexpr double kExact = 1e-6;

/// Under a held input Euler's x goes by r = 1 - h per tick towards where it rests, and f with it: what it
/// changes by is r - 1 in place of the integral h (r - 1)/(-ln r).
double missed_by_euler(double h) {
  return std::abs(1 + h / std::log(1 - h));
}

class InnerError : public FmuUnitTest {
 protected:
  InnerError() { setenv("XDG_CACHE_HOME", (root() / "cache").c_str(), 1); }
  ~InnerError() override { unsetenv("XDG_CACHE_HOME"); }

  FmuSpec spec(const Peculiar& is) {
    FmuSpec spec = spec_of(write_fmu(peculiar_description(is), ACCORDO_TEST_PECULIAR));
    spec.trust = false;
    spec.stop = 1;
    return spec;
  }
  static Verified tried(const FmuSpec& s) {
    return std::get<Verified>(verify(std::make_shared<LoadedFmu>(s.file), Kind::co_simulation, s));
  }
};

TEST_F(InnerError, OfEulersMethodIsFoundByTrial) {
  const FmuSpec s = spec({.mode = "ticks coarsely"});
  const Verified v = tried(s);
  EXPECT_EQ(v.inner_step, 0.01);
  EXPECT_NEAR(v.inner_error, missed_by_euler(0.01), 0.2 * missed_by_euler(0.01));
  const LoadedFmu fmu(s.file);
  const std::optional<Verified> again = remembered(fmu, Kind::co_simulation, s);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->inner_step, v.inner_step);
  EXPECT_EQ(again->inner_error, v.inner_error);
  bool told = false;
  for (const CapabilityCheck& c : capability_checks(fmu, Kind::co_simulation, v))
    told = told || c.verified == "in ticks of 0.01, which miss 0.5 % of what its states change by";
  EXPECT_TRUE(told);
}

TEST_F(InnerError, OfExactTicksIsNone) {
  for (const char* mode : {"leads", "lags", "late inputs"}) {
    const Verified v = tried(spec({.mode = mode}));
    EXPECT_EQ(v.inner_step, 0.01) << mode;
    EXPECT_LT(v.inner_error, kExact) << mode;
  }
}

TEST_F(InnerError, IsNotMeasuredWithoutStatesOrSteps) {
  EXPECT_EQ(tried(spec({.mode = "ticks coarsely", .states = false})).inner_step, 0);
  EXPECT_EQ(tried(spec({.mode = "nothing"})).inner_step, 0);
}

/// x = e^(-t) exactly, f = -x of as many ticks before as wanted.
std::vector<Stretch> falling(double h, int late) {
  std::vector<Stretch> list(3);
  int k = 0;
  for (Stretch& s : list) {
    for (std::size_t i = 0; i < kStretchRows; ++i, ++k) {
      s.x.push_back({std::exp(-k * h)});
      s.f.push_back({-std::exp(-(k - late) * h)});
    }
  }
  return list;
}

TEST_F(InnerError, IsNotThatOfDerivativesOfTheTickBefore) {
  for (const int late : {0, 1}) {
    const std::optional<double> part = inner_error(falling(0.01, late), 0.01);
    ASSERT_TRUE(part) << late;
    EXPECT_LT(*part, kExact) << late;
  }
}

TEST_F(InnerError, IsNotThatOfAJump) {
  std::vector<Stretch> stretches = falling(0.01, 0);
  for (std::size_t k = 2; k < kStretchRows; ++k) stretches[1].x[k][0] += 0.02;
  const std::optional<double> part = inner_error(stretches, 0.01);
  ASSERT_TRUE(part);
  EXPECT_LT(*part, kExact);
}

TEST_F(InnerError, IsUnknownWhereNothingMovesOrStepsAreTooLongForIntegrals) {
  EXPECT_FALSE(inner_error({}, 0.01));
  EXPECT_FALSE(inner_error(falling(0, 0), 0.01));
  EXPECT_FALSE(inner_error(falling(3, 0), 3));
}

}  // namespace
}  // namespace accordo::fmi
