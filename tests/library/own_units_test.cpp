// Units of one's own that tell more of themselves, or fail.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "tests/library/systems.hpp"

namespace outsider {
namespace {

using accordo::Result;

/// The left mass with its derivatives.
class KnownMass : public LeftMass {
 public:
  bool jacobian(double, std::span<const double>, std::span<const double>,
                const accordo::Jacobian& to) override {
    ++asked;
    const double a[]{0, 1, -1e4 / 5, -10.0 / 5}, b[]{0, 1.0 / 5}, c[]{1, 0, 0, 1};
    std::copy(std::begin(a), std::end(a), to.A.begin());
    std::copy(std::begin(b), std::end(b), to.B.begin());
    std::copy(std::begin(c), std::end(c), to.C.begin());
    std::fill(to.D.begin(), to.D.end(), 0);
    return true;
  }
  inline static int asked = 0;
};

accordo::System with_left(std::unique_ptr<accordo::Unit> left) {
  accordo::System system;
  system.add("left", std::move(left));
  system.add("wall", accordo::Equations{}.input("x", -1).output("F", "-2e4 - 1e3*x"));
  system.connect({"left.x -> wall.x", "wall.F -> left.F"});
  return system;
}

TEST(OwnUnits, GiveTheirDerivativesInPlaceOfDifferences) {
  const accordo::Settings settings{.stop = 1, .tolerance = 1e-5};
  const Result found = accordo::run(with_left(std::make_unique<LeftMass>()), settings);
  const Result known = accordo::run(with_left(std::make_unique<KnownMass>()), settings);
  EXPECT_GT(KnownMass::asked, 0);
  EXPECT_NEAR(found["left.x"].back(), known["left.x"].back(), 1e-5);
}

/// One that can be run several times at once.
class CopiedMass : public LeftMass {
 public:
  std::shared_ptr<accordo::Unit> copy_for_run() override { return std::make_shared<CopiedMass>(); }
  void start(double) override { EXPECT_FALSE(std::exchange(started_, true)) << "one run each"; }

 private:
  bool started_ = false;
};

TEST(OwnUnits, AreCopiedForRunsAtTheSameTime) {
  const accordo::System system = with_left(std::make_unique<CopiedMass>());
  accordo::Run a = accordo::open(system, {.stop = 1, .tolerance = 1e-4}),
               b = accordo::open(system, {.stop = 1, .tolerance = 1e-4});
  a.advance_to(1);
  b.advance_to(1);
  EXPECT_EQ(a["left.x"], b["left.x"]);
}

/// Fails; before that it may want the run to be interrupted.
class Interrupting : public Integral {
 public:
  explicit Interrupting(std::atomic<bool>* flag, bool at_start = false) : flag_(flag), at_start_(at_start) {}
  void start(double) override {
    if (at_start_) throw std::runtime_error("no start");
  }
  void step(double t, double, const accordo::InputSignals&) override {
    if (t < 0.5) return;
    if (flag_ != nullptr) *flag_ = true;
    throw std::runtime_error("it was interrupted");
  }

 private:
  std::atomic<bool>* flag_;
  bool at_start_;
};

accordo::System alone(std::unique_ptr<accordo::Unit> unit) {
  accordo::System system;
  system.add("unit", std::move(unit));
  return system;
}

TEST(OwnUnits, ThatAreInterruptedHaveNotFailed) {
  std::atomic<bool> flag{false};
  const accordo::Settings settings{.stop = 1, .step = 0.1, .method = "jacobi"};
  const accordo::System system = alone(std::make_unique<Interrupting>(&flag));
  const Result result = accordo::run(system, settings, {.interrupt = &flag});
  EXPECT_EQ(result.failure(), nullptr);
  EXPECT_EQ(result.statistics().status, "interrupted");
  EXPECT_FALSE(result.done());
  flag = false;
  accordo::Run by_hand = accordo::open(system, settings, {.interrupt = &flag});
  by_hand.advance_to(1);
  EXPECT_NEAR(by_hand.time(), 0.5, 0.11);
  const Result failed = accordo::run(alone(std::make_unique<Interrupting>(nullptr)), settings);
  ASSERT_NE(failed.failure(), nullptr);
  EXPECT_EQ(failed.failure()->unit, "unit");
}

TEST(OwnUnits, ThatCannotStartAreNamed) {
  try {
    accordo::run(alone(std::make_unique<Interrupting>(nullptr, true)), {.stop = 1, .step = 0.1});
    FAIL() << "it has started";
  } catch (const accordo::Error& error) {
    EXPECT_EQ(error.cause(), accordo::Cause::unit);
    EXPECT_EQ(error.unit(), "unit");
    EXPECT_NE(std::string(error.what()).find("no start"), std::string::npos);
  }
}

}  // namespace
}  // namespace outsider
