#include "control/other_ends.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "control/convergence_rule.hpp"
#include "core/clock.hpp"

namespace accordo {
namespace {

/// The ends of all steps from 0 to 10, with an event at 4; every step is accepted.
std::vector<double> ends_of(StepControl& control) {
  Clock clock(0, 10, {4});
  std::vector<double> ends;
  Proposal proposal;
  proposal.converged = true;
  while (!clock.done()) {
    const Step step = clock.next(control.next_step_size());
    EXPECT_TRUE(control.accept(step, proposal));
    clock.advance(step);
    ends.push_back(step.end);
  }
  return ends;
}

/// Steps of 0.1, and of 0.05 that end elsewhere.
TEST(OtherEnds, MeetTheUsualOnesAtEventsAndAtTheStopOnly) {
  ConvergenceRule usual(0.1, 1e-9);
  OtherEnds other(std::make_unique<ConvergenceRule>(0.05, 1e-9), 0.05);
  const std::vector<double> ends = ends_of(usual);
  int common = 0;
  double before = 0;
  for (const double t : ends_of(other)) {
    EXPECT_LE(t - before, 0.05 * (1 + 1e-12));
    before = t;
    for (const double usual_end : ends) common += std::abs(t - usual_end) < 1e-3 ? 1 : 0;
  }
  EXPECT_EQ(common, 2);
}

TEST(OtherEnds, AreNoFurtherApartThanAllowed) {
  OtherEnds other(std::make_unique<ConvergenceRule>(1, 1e-9), 0.3);
  double before = 0;
  for (const double t : ends_of(other)) {
    EXPECT_LE(t - before, 0.3 * (1 + 1e-12));
    before = t;
  }
}

/// What is rejected is shortened by the control that steps follow from.
TEST(OtherEnds, LeaveRejectionsToTheControl) {
  OtherEnds other(std::make_unique<ConvergenceRule>(0.1, 0.02), 1);
  const double first = other.next_step_size();
  EXPECT_TRUE(other.reduce({.t = 0, .h = first, .end = first}));
  EXPECT_DOUBLE_EQ(other.next_step_size(), first / 2);
  EXPECT_FALSE(other.reduce({.t = 0, .h = 0.03, .end = 0.03})) << "half of it is too short";
}

}  // namespace
}  // namespace accordo
