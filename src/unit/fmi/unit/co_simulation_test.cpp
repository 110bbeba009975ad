// Inputs that an FMU cannot follow, and what FMUs do when they fail.

#include "unit/fmi/unit/input_pieces.hpp"
#include "unit/fmi/unit_testing.hpp"

namespace accordo::fmi {
namespace {

class CoSimulationTest : public FmuUnitTest {
 protected:
  /// The error of the states after one step of length h under a cubic; `do_steps`: how many it took.
  static double error(const FmuSpec& spec, double h = 0.5, long long* do_steps = nullptr) {
    const auto unit = make(spec);
    const Step step{.t = 0, .h = h, .end = h};
    const double s = h / 0.5;
    const Signal u = cubic({0.3, 4 * s, -2 * s * s, 10 * s * s * s});
    std::vector<double> x(2), y(2);
    unit->step(step, u.view(), y.data(), nullptr);
    unit->states(x.data());
    if (do_steps != nullptr) *do_steps = unit->step_news().do_steps;
    const auto exact = oscillate({1, 0}, step, u.view());
    return std::hypot(x[0] - exact[0], x[1] - exact[1]);
  }

  /// What a run of steps of length h throws.
  static std::string failure(const FmuSpec& spec, double h = 0.1) {
    const auto unit = make(spec);
    const Signal u = cubic({0.3, 0, 0, 0});
    std::vector<double> y(2);
    for (int i = 0; i < 5; ++i) {
      try {
        unit->step({.t = i * h, .h = h, .end = (i + 1) * h}, u.view(), y.data(), nullptr);
      } catch (const UnitFailure& e) {
        return e.what();
      } catch (const NonFinite& e) {
        return std::string("not finite: ") + e.variable();
      }
    }
    return {};
  }
};

TEST_F(CoSimulationTest, SubStepsReplaceSmoothInputsToSecondOrder) {
  for (const int order : {0, 1}) {
    FmuSpec spec = spec_of(fmi2(), Kind::co_simulation);
    spec.input_order = order;
    spec.substeps = 8;
    const double coarse = error(spec);
    spec.substeps = 16;
    const double fine = error(spec);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.15) << "order " << order << ": " << coarse << ", " << fine;
    EXPECT_EQ(make(spec)->info().can.input_degree, order);
  }
}

TEST_F(CoSimulationTest, AFixedStepIsNotDivided) {
  std::string flags = kAllFmi2;
  flags.replace(flags.find("StepSize=\"true\""), 15, "StepSize=\"0\"");
  FmuSpec spec = spec_of(fmi2(Model::oscillator, flags), Kind::co_simulation);
  spec.input_order = 0;
  const double held = error(spec);
  spec.substeps = 8;
  EXPECT_EQ(error(spec), held);
  EXPECT_FALSE(make(spec)->info().can.variable_step);
}

/// Local order 5, and global order 4, under inputs that enter linearly.
TEST_F(CoSimulationTest, FewPiecesOrALineKeepTheOrderOfTheCubic) {
  for (const int order : {0, 1, 2}) {
    FmuSpec spec = without(spec_of(fmi2(), Kind::co_simulation), "rollback");  // nothing is compared
    spec.input_order = order;
    spec.tolerance = 1e-13;
    long long do_steps = 0;
    const double coarse = error(spec, 0.25, &do_steps), fine = error(spec, 0.125);
    EXPECT_GT(std::log2(coarse / fine), 4.6) << "order " << order << ": " << coarse << ", " << fine;
    // Nobody knows that inputs enter linearly, and nothing can look: many constants.
    EXPECT_EQ(do_steps, order == 0 ? 20 : 1);
  }
}

TEST_F(CoSimulationTest, WhoeverCanGoBackTakesThreePiecesAndComparesWithTwo) {
  for (const auto& file : {fmi2(), fmi3()}) {
    FmuSpec spec = without(spec_of(file, Kind::co_simulation), "intermediate_update");
    spec.input_order = 0;
    spec.tolerance = 1e-13;
    spec.accuracy = 1;  // that suffices
    long long do_steps = 0;
    const double coarse = error(spec, 0.25, &do_steps), fine = error(spec, 0.125);
    EXPECT_GT(std::log2(coarse / fine), 4.6) << coarse << ", " << fine;
    EXPECT_EQ(do_steps, 3 + 2) << "one output depends on the input directly";
  }
}

TEST_F(CoSimulationTest, DerivativesOfInputsAreSwitchedOff) {
  const auto unit = make(spec_of(fmi2(), Kind::co_simulation));
  Signal still(1);
  still.component(0)[0] = 0.3;
  std::vector<double> y(2), x(2);
  const Signal moving = cubic({0.3, 4, -2, 10});
  const Step first{.t = 0, .h = 0.1, .end = 0.1}, second{.t = 0.1, .h = 0.1, .end = 0.2};
  unit->step(first, moving.view(), y.data(), nullptr);
  unit->step(second, still.view(), y.data(), nullptr);
  unit->states(x.data());
  const auto exact = oscillate(oscillate({1, 0}, first, moving.view()), second, still.view());
  EXPECT_NEAR(x[0], exact[0], 1e-9);
  EXPECT_NEAR(x[1], exact[1], 1e-9);
}

TEST_F(CoSimulationTest, CapabilitiesAreThoseDeclaredAndPresent) {
  const Capabilities all = make(spec_of(fmi2(), Kind::co_simulation))->info().can;
  EXPECT_TRUE(all.rollback && all.slopes && all.states && all.linearization && all.variable_step);
  EXPECT_TRUE(all.reevaluation) << "y + D du, by directional derivatives";
  EXPECT_FALSE(all.evaluation);
  EXPECT_EQ(all.input_degree, 3);
  const Capabilities none = make(spec_of(fmi2(Model::oscillator, ""), Kind::co_simulation))->info().can;
  EXPECT_FALSE(none.rollback || none.slopes || none.linearization || none.variable_step);
  EXPECT_EQ(none.input_degree, 0);
  EXPECT_TRUE(none.states) << "they are variables that can be read";
  EXPECT_EQ(make(spec_of(fmi3(), Kind::co_simulation))->info().can.input_degree, 3);
}

TEST_F(CoSimulationTest, FailuresNameTheCallTheStatusAndTheMessage) {
  for (const bool second : {true, false}) {
    const FmuSpec spec = spec_of(second ? fmi2() : fmi3(), Kind::co_simulation);
    const std::string call = second ? "fmi2DoStep" : "fmi3DoStep";
    const std::string error = failure(with_fault(spec, 1));
    EXPECT_NE(error.find(call), std::string::npos) << error;
    EXPECT_NE(error.find("returned Error"), std::string::npos) << error;
    EXPECT_NE(error.find("as told"), std::string::npos) << error;
    const std::string discard = failure(with_fault(spec, 2));
    EXPECT_NE(discard.find("returned Discard"), std::string::npos) << discard;
    if (second) {
      EXPECT_NE(discard.find("reached t = 0.05"), std::string::npos) << discard;
    }
    EXPECT_EQ(failure(with_fault(spec, 2), 0.04), "");
    const std::string fatal = failure(with_fault(spec, 3));
    EXPECT_NE(fatal.find("returned Fatal"), std::string::npos) << fatal;
    EXPECT_EQ(failure(with_fault(spec, 4)), "not finite: output 'position'");
    EXPECT_EQ(failure(spec), "");
  }
}

TEST_F(CoSimulationTest, AnFmuWithAGridOfItsOwnMayStayBehind) {
  const FmuSpec honest = spec_of(fmi3(Model::oscillator, kAllFmi3 + " fixedInternalStepSize=\"0.1\""));
  FmuSpec spec = with_fault(honest, 6);
  spec.kind = Kind::co_simulation;
  const auto unit = make(spec);
  std::array<double, 2> exact{1, 0};
  const Signal u = cubic({0.3, 0, 0, 0});
  std::vector<double> y(2), x(2);
  for (int i = 0; i < 4; ++i) {
    const Step step{.t = 0.25 * i, .h = 0.25, .end = 0.25 * (i + 1)};
    unit->step(step, u.view(), y.data(), nullptr);
    exact = oscillate(exact, step, u.view());
  }
  unit->states(x.data());
  EXPECT_NEAR(x[0], exact[0], 1e-9) << "at t = 1 it has caught up";
  EXPECT_NEAR(x[1], exact[1], 1e-9);
}

TEST_F(CoSimulationTest, ADiscardedStepIsMadeInPartsWhereItsStartIsSaved) {
  for (const auto& file : {fmi2(), fmi3()}) {
    const auto unit = make(with_fault(spec_of(file, Kind::co_simulation), 2));
    const Signal u = cubic({0.3, -1, 2, 0.5});
    std::vector<double> y(2), x(2);
    const Step step{.t = 0, .h = 0.2, .end = 0.2}, next{.t = 0.2, .h = 0.2, .end = 0.4};
    unit->save();
    for (int trial = 0; trial < 2; ++trial) {
      if (trial > 0) unit->restore();
      unit->step(step, u.view(), y.data(), nullptr);
      unit->states(x.data());
      EXPECT_NEAR(x[0], oscillate({1, 0}, step, u.view())[0], 1e-9);
      EXPECT_NEAR(x[1], oscillate({1, 0}, step, u.view())[1], 1e-9);
    }
    try {
      unit->step(next, u.view(), y.data(), nullptr);
      ADD_FAILURE() << "the saved state is not the one before this step";
    } catch (const UnitFailure& e) {
      EXPECT_NE(std::string(e.what()).find("a smaller step may succeed, or a method that goes back"),
                std::string::npos)
          << e.what();
    }
  }
}

TEST_F(CoSimulationTest, AFatalErrorEndsAllInstances) {
  FmuBuilder builder;
  Problems problems;
  const auto file = fmi2();
  const auto healthy = builder.build(spec_of(file, Kind::co_simulation), problems).make();
  const auto sick = builder.build(with_fault(spec_of(file, Kind::co_simulation), 3), problems).make();
  const Signal u = cubic({0, 0, 0, 0});
  std::vector<double> y(2);
  const Step step{.t = 0, .h = 0.5, .end = 0.5};
  EXPECT_THROW(sick->step(step, u.view(), y.data(), nullptr), UnitFailure);
  EXPECT_THROW(healthy->step(step, u.view(), y.data(), nullptr), UnitFailure);
}

TEST(InputPieces, PartsAreTheSamePolynomial) {
  const std::array<double, 4> a{1, -2, 3, 0.5};
  const auto value = [](const auto& c, double s) { return c[0] + s * (c[1] + s * (c[2] + s * c[3])); };
  for (const auto& [from, to] : {std::pair{0.0, 1.0}, {0.25, 0.5}, {0.5, 1.0}}) {
    const auto b = part_of(a.data(), 3, from, to);
    for (const double s : {0.0, 0.3, 1.0}) EXPECT_NEAR(value(b, s), value(a, from + (to - from) * s), 1e-14);
  }
}

TEST(InputPieces, ReducedPolynomialsKeepEndsAndMean) {
  const std::array<double, 4> a{1, -2, 3, 0.5};
  const auto end = [](const auto& c) { return c[0] + c[1] + c[2] + c[3]; };
  const auto mean = [](const auto& c) { return c[0] + c[1] / 2 + c[2] / 3 + c[3] / 4; };
  for (const int degree : {0, 1, 2, 3}) {
    auto b = a;
    reduce(b, degree);
    for (int p = degree + 1; p < 4; ++p) EXPECT_EQ(b[static_cast<std::size_t>(p)], 0);
    if (degree != 1) {
      EXPECT_NEAR(mean(b), mean(a), 1e-14);
    }
    if (degree > 0) {
      EXPECT_NEAR(b[0], a[0], 1e-14);
      EXPECT_NEAR(end(b), end(a), 1e-14);
    }
  }
}

}  // namespace
}  // namespace accordo::fmi
