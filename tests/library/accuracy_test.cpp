// An accuracy along the run instead of a tolerance for each step.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "tests/library/systems.hpp"

namespace outsider {
namespace {

/// Two coupled oscillators without damping: errors of steps add up to one of phase.
accordo::System undamped() {
  const auto body = [](double x, const char* other) {
    return accordo::Equations{}
        .state("x", x)
        .state("v", 0)
        .input(other)
        .der("x", "v")
        .der("v", std::string("-x + 0.2*(") + other + " - x)")
        .output("p", "x");
  };
  accordo::System system;
  system.add("a", body(1, "q"));
  system.add("b", body(0, "r"));
  system.connect({"b.p -> a.q", "a.p -> b.r"});
  return system;
}

/// Of both bodies, over time, as a part of their range; half of the sum and of the difference of both modes.
double error_of(const accordo::Result& result) {
  const double fast = std::sqrt(1.4);
  const std::span<const double> t = result.time();
  double worst = 0;
  for (const double sign : {1.0, -1.0}) {
    const std::span<const double> x = result[sign > 0 ? "a.p" : "b.p"];
    double square = 0, before = 0, low = 0, high = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      const double exact = (std::cos(t[i]) + sign * std::cos(fast * t[i])) / 2, off = x[i] - exact;
      if (i > 0) square += (t[i] - t[i - 1]) * (off * off + before * before) / 2;
      before = off;
      low = std::min(low, exact);
      high = std::max(high, exact);
    }
    worst = std::max(worst, std::sqrt(square / t.back()) / (high - low));
  }
  return worst;
}

TEST(Accuracy, IsKeptAlongTheRunAndNotExceededInVain) {
  for (const double accuracy : {1e-2, 1e-4, 1e-6}) {
    const accordo::Result result = accordo::run(undamped(), {.stop = 400, .accuracy = accuracy});
    EXPECT_EQ(result.verdict().level, "trustworthy") << accuracy;
    EXPECT_LT(error_of(result), accuracy);
    EXPECT_GT(error_of(result), accuracy / 100);
  }
}

TEST(Accuracy, IsDoubtedWhereItIsNotKnown) {
  accordo::System system = undamped();
  system.add("integral", std::make_unique<Integral>());
  system.connect({"a.p -> integral.u"});
  const accordo::Result result = accordo::run(system, {.stop = 1, .accuracy = 1e-3});
  EXPECT_EQ(result.verdict().level, "doubtful");
  EXPECT_EQ(result.verdict().reasons.at(0).id, "accuracy-unknown");
}

std::string refusal(const accordo::Settings& settings, bool by_hand) {
  try {
    if (by_hand) {
      accordo::open(undamped(), settings);
    } else {
      accordo::run(undamped(), settings);
    }
  } catch (const accordo::Error& error) {
    return error.problems().at(0).id;
  }
  return "none";
}

TEST(Accuracy, IsGivenAloneAndForWholeRuns) {
  EXPECT_EQ(refusal({.stop = 1, .tolerance = 1e-3, .accuracy = 1e-3}, false), "accuracy-and-tolerance");
  EXPECT_EQ(refusal({.stop = 1, .step = 1e-3, .accuracy = 1e-3}, false), "accuracy-and-tolerance");
  EXPECT_EQ(refusal({.stop = 1, .accuracy = 1e-3}, true), "accuracy-by-hand");
}

}  // namespace
}  // namespace outsider
