// What the errors of steps do to the lengths of the next ones.
#include "control/error_control.hpp"

#include <gtest/gtest.h>

namespace accordo {
namespace {

constexpr double kTolerance = 1e-3;

/// A step of this length from 0, made with an error in units of the tolerance.
void make_step(ErrorControl& control, double h, double error) {
  const Step step{.t = 0, .h = h, .end = h};
  Proposal proposal;
  proposal.error = error * kTolerance;
  proposal.error_order = 4;
  ASSERT_TRUE(control.accept(step, proposal));
  control.on_accepted(step, proposal, std::nullopt);
}

/// After a step as accurate as can be wished.
ErrorControl on_its_way() {
  ErrorControl control({.tolerance = kTolerance, .span = 100});
  make_step(control, 1, 0.5);
  return control;
}

TEST(ErrorControl, LengthensAccurateStepsAndShortensOthers) {
  ErrorControl control = on_its_way();
  const double h = control.next_step_size();
  make_step(control, h, 1e-3);
  EXPECT_GT(control.next_step_size(), 1.5 * h);
  const double longer = control.next_step_size();
  make_step(control, longer, 1);
  EXPECT_LT(control.next_step_size(), longer);
}

// Events that turn out to change nothing end steps, too: the run must not creep after each of them.
TEST(ErrorControl, TakesAStepThatWasCutShortForNoReasonToMakeShorterOnes) {
  ErrorControl control = on_its_way();
  const double h = control.next_step_size();
  for (int i = 0; i < 5; ++i) {
    make_step(control, h / 100, 1e-9);
    EXPECT_GE(control.next_step_size(), h);
  }
}

TEST(ErrorControl, ShortensAfterACutStepThatWasInaccurateAllTheSame) {
  ErrorControl control = on_its_way();
  const double h = control.next_step_size();
  make_step(control, h / 2, 1);
  EXPECT_LT(control.next_step_size(), h / 2);
}

}  // namespace
}  // namespace accordo
