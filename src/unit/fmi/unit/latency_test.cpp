// FMUs that tick inside, and take part of each tick's input from the one before: found by trial, and made up
// for.

#include <cmath>

#include "unit/fmi/peculiar_testing.hpp"
#include "unit/fmi/selftest/assessment.hpp"
#include "unit/fmi/selftest/verify.hpp"
#include "unit/fmi/unit_testing.hpp"

namespace accordo::fmi {
namespace {

constexpr double kTheta = 1.0 / 6, kTick = 0.01;
constexpr double kAccuracy = 1e-5;  // of θ: a parabola leads back, over losses of a hundredth per tick

class LateInputs : public FmuUnitTest {
 protected:
  LateInputs() { setenv("XDG_CACHE_HOME", (root() / "cache").c_str(), 1); }
  ~LateInputs() override { unsetenv("XDG_CACHE_HOME"); }

  FmuSpec spec(const std::string& mode, const std::string& p = {}) {
    FmuSpec spec = spec_of(write_fmu(peculiar_description({.mode = mode}), ACCORDO_TEST_PECULIAR));
    spec.trust = false;
    spec.stop = 1;
    if (!p.empty()) spec.parameters.push_back({{"p", {}}, {p, {}}});
    return spec;
  }
  Verified tried(const std::string& mode, const std::string& p = {}) {
    const FmuSpec s = spec(mode, p);
    return std::get<Verified>(verify(std::make_shared<LoadedFmu>(s.file), Kind::co_simulation, s));
  }

  /// y after steps of h under the input t, every step tried before under another one if wanted.
  static std::vector<double> under_ramp(accordo::Unit& unit, double h, bool back = false) {
    std::vector<double> course;
    for (int k = 0; k * h < 0.5; ++k) {
      const Step step{.t = k * h, .h = h, .end = (k + 1) * h};
      double y[2];
      if (back) {
        unit.save();
        unit.step(step, cubic({7, -3, 0, 0}).view(), y, nullptr);
        unit.restore();
      }
      unit.step(step, cubic({k * h, h, 0, 0}).view(), y, nullptr);
      course.push_back(y[0]);
    }
    return course;
  }
};

TEST_F(LateInputs, AreFoundByTrial) {
  EXPECT_NEAR(tried("late inputs").latency, kTheta, kAccuracy);
  EXPECT_NEAR(tried("very late inputs").latency, 0.6, kAccuracy);
  for (const char* mode : {"leads", "lags", "nothing", "one step"}) EXPECT_EQ(tried(mode).latency, 0) << mode;
  const Verified without_effect = tried("late inputs", "0");
  EXPECT_GT(without_effect.clock, 0);
  EXPECT_EQ(without_effect.latency, 0);
  const Verified v = tried("late inputs");
  const auto fmu = std::make_shared<LoadedFmu>(spec("late inputs").file);
  bool told = false;
  for (const CapabilityCheck& c : capability_checks(*fmu, Kind::co_simulation, v))
    told = told || c.verified == "in ticks of 0.01, inputs late by 0.167 of one";
  EXPECT_TRUE(told);
}

TEST_F(LateInputs, AreRemembered) {
  const FmuSpec s = spec("late inputs");
  const auto fmu = std::make_shared<LoadedFmu>(s.file);
  const Verified first = std::get<Verified>(verify(fmu, Kind::co_simulation, s));
  const std::optional<Verified> again = remembered(*fmu, Kind::co_simulation, s);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->latency, first.latency);
}

/// With θ of the tick before, and losses of a hundredth per tick; a response that accelerates tells nothing.
TEST_F(LateInputs, AreToldByTheResponseOfAnIntegrator) {
  for (const double theta : {0.0, 0.1, 0.3, 1.0}) {
    for (const double kept : {1.0, 0.99, 0.9}) {
      std::array<double, 4> i{};
      for (std::size_t k = 0; k < 4; ++k) {
        const double j = std::pow(kept, double(k));
        i[k] = (1 - theta) * j + (k > 0 ? theta * j / kept : 0);
      }
      const std::optional<double> found = latency_of(i);
      ASSERT_TRUE(found) << theta << kept;
      // A parabola is off by the third difference.
      EXPECT_NEAR(*found, theta, 2 * std::pow(1 - kept, 3) + 1e-12) << theta << kept;
    }
  }
  EXPECT_FALSE(latency_of({1, 3, 5, 7}));
  EXPECT_FALSE(latency_of({1, 1, 0, 0}));
  EXPECT_FALSE(latency_of({0, 0, 0, 0}));
}

/// The values that are held make each tick's input the mean of what was asked for, so that the result is the
/// one of an FMU that takes its inputs at once, with one tick per step and with several.
TEST_F(LateInputs, ActAsIfTheyWereNot) {
  for (const double h : {kTick, 5 * kTick}) {
    const auto late = make(spec("late inputs")), prompt = make(spec("leads"));
    const std::vector<double> a = under_ramp(*late, h), b = under_ramp(*prompt, h);
    for (std::size_t k = 0; k < a.size(); ++k)
      EXPECT_NEAR(a[k], b[k], 2 * kTick * kAccuracy) << h << " " << k;
  }
  const auto straight = make(spec("late inputs")), back = make(spec("late inputs"));
  EXPECT_EQ(under_ramp(*straight, kTick), under_ramp(*back, kTick, true));
}

TEST_F(LateInputs, AreNotMadeUpForWhereThatWouldSwingOrFollowAJump) {
  const auto very_late = make(spec("very late inputs"));
  EXPECT_NEAR(very_late->info().latency, 0.6, kAccuracy);
  EXPECT_FALSE(very_late->info().latency_corrected);
  EXPECT_TRUE(make(spec("late inputs"))->info().latency_corrected);

  // With p = 2, after a first step the input jumps from 0 to 1, by an event or between two steps.
  for (const bool event : {true, false}) {
    const auto unit = make(spec("late inputs"));
    double y[2];
    unit->step({.t = 0, .h = kTick, .end = kTick}, cubic({0, 0, 0, 0}).view(), y, nullptr);
    const double before = y[0], acts = 2 * (1 - kTheta);
    const Signal input = event ? cubic({1, 1e-9, 0, 0}) : cubic({1, 0, 0, 0});
    unit->step({.t = kTick, .h = kTick, .end = 2 * kTick, .after_event = event}, input.view(), y, nullptr);
    EXPECT_NEAR(y[0], acts + (before - acts) * std::exp(-kTick), 1e-9) << event;
  }
}

/// What acts on the first tick is the input then, not the one that the FMU left its initialization with: 0.
TEST_F(LateInputs, AreMadeUpForFromTheStartOn) {
  for (const bool moves : {true, false}) {
    const auto unit = make(spec("late inputs"));
    double y[2];
    const Signal input = moves ? cubic({0.5, 1, 0, 0}) : cubic({1, 0, 0, 0});
    unit->step({.t = 0, .h = kTick, .end = kTick, .after_event = true}, input.view(), y, nullptr);
    EXPECT_NEAR(y[0], 2 + (1 - 2) * std::exp(-kTick), 2 * kTick * kAccuracy) << moves;
  }
}

}  // namespace
}  // namespace accordo::fmi
