// Linear analysis by the library, also of your own units.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/library/systems.hpp"

namespace outsider {
namespace {

// Derivatives of your own units are differences.
TEST(LibraryLinear, KnowsSystemsOfEquationsAndOfYourOwnUnits) {
  const accordo::LinearSettings what{.at = {0, 0.5}, .outputs = {"left.x"}, .steps = {1e-3}};
  const auto found = accordo::linearize(masses(), what, {.stop = 2, .tolerance = 1e-4});
  const auto own = accordo::linearize(masses_with_own_unit(), what, {.stop = 2, .tolerance = 1e-4});
  ASSERT_EQ(found.size(), 2);
  ASSERT_EQ(own.size(), 2);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(found[i].inputs, std::vector<std::string>{"right.push"});
    EXPECT_EQ(found[i].B(3, 0), 1.0 / 80);
    EXPECT_TRUE(found[i].stable());
    ASSERT_EQ(own[i].poles.size(), found[i].poles.size());
    for (std::size_t k = 0; k < found[i].poles.size(); ++k) {
      EXPECT_NEAR(own[i].poles[k].real, found[i].poles[k].real, 1e-4);
      EXPECT_NEAR(own[i].poles[k].imaginary, found[i].poles[k].imaginary, 1e-4);
    }
  }
  EXPECT_EQ(found[1].time, 0.5);
  EXPECT_GT(found[1].macro_steps, 0);
}

/// It has no derivatives to offer.
class Delay : public accordo::Unit {
 public:
  accordo::Description describe() const override { return {.inputs = {{"F", 0}}, .outputs = {"x", "v"}}; }
  void step(double, double, const accordo::InputSignals&) override {}
  void outputs(double, std::span<const double>, std::span<double> y) override { y[0] = y[1] = 0; }
};

TEST(LibraryLinear, NamesUnitsThatCannotBeLinearized) {
  accordo::System system;
  system.add("one", std::make_unique<Delay>()).add("two", std::make_unique<Delay>());
  try {
    accordo::linearize(system, {.at = {5}}, {.stop = 1, .step = 0.1});
    FAIL() << "nobody knows their derivatives";
  } catch (const accordo::Error& error) {
    ASSERT_EQ(error.problems().size(), 3);
    EXPECT_EQ(error.problems()[0].id, "no-linearization");
    EXPECT_NE(error.problems()[1].message.find("'two'"), std::string::npos);
    EXPECT_EQ(error.problems()[2].id, "outside-run");
  }
}

}  // namespace
}  // namespace outsider
