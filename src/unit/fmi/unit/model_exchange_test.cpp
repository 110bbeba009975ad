// Events of FMUs for model exchange, and what they do when they fail.

#include "io/scenario/scenario_reader.hpp"
#include "session/run.hpp"
#include "session/session.hpp"
#include "unit/fmi/unit_testing.hpp"

namespace accordo::fmi {
namespace {

class ModelExchangeEvents : public FmuUnitTest, public ::testing::WithParamInterface<Version> {
 protected:
  std::filesystem::path ball(const std::string& more = {}) {
    return GetParam() == Version::fmi2 ? fmi2(Model::ball, more.empty() ? kAllFmi2 : more)
                                       : fmi3(Model::ball, more.empty() ? kAllFmi3 : more);
  }
  static void advance(accordo::Unit& unit, double from, double to, int steps) {
    const Signal still = cubic({0, 0, 0, 0});
    std::vector<double> y(2);
    for (int i = 0; i < steps; ++i) {
      const double h = (to - from) / steps;
      unit.step({.t = from + i * h, .h = h, .end = i + 1 == steps ? to : from + (i + 1) * h}, still.view(),
                y.data(), nullptr);
    }
  }
  /// The ball under a force that another unit gives, which is zero, until t = 2.5.
  static Trajectory run_with_still(const std::filesystem::path& fmu, const std::string& experiment) {
    const std::string text = "units:\n  ball: {fmu: \"" + fmu.string() +
                             "\", kind: model-exchange}\n  still: {equations: {outputs: {f: 0*t}}}\n"
                             "connections: [still.f -> ball.f]\n"
                             "experiment: {stop: 2.5, " +
                             experiment + "}\nrecord: [ball.state(x), ball.state(v), ball.force]\n";
    Problems problems;
    auto session = Session::open(*read_scenario_text(text, "test.yaml", problems), problems);
    problems.throw_if_any();
    Result result = run(*session);
    EXPECT_FALSE(result.failure);
    return std::move(result.rows);
  }
  static std::vector<double> states(const accordo::Unit& unit) {
    std::vector<double> x(2);
    unit.states(x.data());
    return x;
  }
};

TEST_P(ModelExchangeEvents, BouncesAndKicksHappenWhenTheyShould) {
  Flight flight;
  flight.fly(0.25);
  flight.v += 4;
  flight.fly(2.5);
  ASSERT_GE(flight.bounces, 1);
  for (const int steps : {1, 7, 10, 100}) {  // with 10, the kick falls on a communication point
    const auto unit = make(spec_of(ball(), Kind::model_exchange));
    advance(*unit, 0, 2.5, steps);
    const auto x = states(*unit);
    EXPECT_NEAR(x[0], flight.x, 1e-8) << steps;
    EXPECT_NEAR(x[1], flight.v, 1e-8) << steps;
    std::vector<double> y(2);
    const double u = 0;
    unit->outputs(Instant::at(2.5), &u, nullptr, y.data(), nullptr);
    EXPECT_EQ(y[1], flight.bounces) << steps;
  }
}

TEST_P(ModelExchangeEvents, HappenInTheCoupledSystemAsWell) {
  Flight flight;
  flight.fly(0.25);
  flight.v += 4;
  flight.fly(2.5);
  const Trajectory rows = run_with_still(ball(), "method: monolithic, step: 0.5");
  EXPECT_EQ(rows.times.back(), 2.5);
  EXPECT_NEAR(rows.at(rows.rows() - 1, 0), flight.x, 1e-8);
  EXPECT_NEAR(rows.at(rows.rows() - 1, 1), flight.v, 1e-8);
  EXPECT_EQ(rows.at(rows.rows() - 1, 2), flight.bounces);
}

TEST_P(ModelExchangeEvents, StepsWithEventsCanBeRepeated) {
  const auto unit = make(spec_of(ball(), Kind::model_exchange));
  EXPECT_TRUE(unit->info().can.rollback);
  EXPECT_TRUE(unit->info().events);
  advance(*unit, 0, 0.2, 2);
  unit->save();
  advance(*unit, 0.2, 2, 1);
  const auto x = states(*unit);
  for (int again = 0; again < 3; ++again) {
    unit->restore();
    advance(*unit, 0.2, 2, 1);
    EXPECT_EQ(states(*unit), x);
  }
  const double u = 0;
  std::vector<double> y(2);
  unit->outputs(Instant::at(2), &u, nullptr, y.data(), nullptr);
  Flight flight;
  flight.fly(0.25);
  flight.v += 4;
  flight.fly(2);
  EXPECT_EQ(y[1], flight.bounces) << "the FMU's own memory goes back, too";
}

TEST_P(ModelExchangeEvents, WithoutTheFmusStateThereIsNoWayBackAcrossAnEvent) {
  const auto unit = make(without(spec_of(ball(), Kind::model_exchange), "rollback"));
  EXPECT_FALSE(unit->info().can.rollback);
  unit->save();
  advance(*unit, 0, 0.1, 1);
  const auto x = states(*unit);
  unit->restore();
  advance(*unit, 0, 0.1, 1);
  EXPECT_EQ(states(*unit), x);
  advance(*unit, 0.1, 0.3, 1);
  EXPECT_THROW(unit->restore(), UnitFailure);
}

/// Of an FMU that evaluates as late as it can.
class LazyEvaluation : public ModelExchangeEvents {
 protected:
  std::filesystem::path lazy_ball() {
    return write_fmu(fmi2_description(Model::ball, kAllFmi2), ACCORDO_TEST_FMI2_LAZY_BALL);
  }
};

TEST_P(LazyEvaluation, LosesNoEvent) {
  Flight flight;
  flight.fly(0.25);
  flight.v += 4;
  flight.fly(2.5);
  ASSERT_GE(flight.bounces, 2);
  for (const int steps : {1, 7, 10, 100}) {
    const auto unit = make(spec_of(lazy_ball(), Kind::model_exchange));
    advance(*unit, 0, 2.5, steps);
    EXPECT_NEAR(states(*unit)[0], flight.x, 1e-8) << steps;
    EXPECT_NEAR(states(*unit)[1], flight.v, 1e-8) << steps;
  }
}

TEST_P(LazyEvaluation, LosesNoEventOfTheCoupledSystem) {
  Flight flight;
  flight.fly(0.25);
  flight.v += 4;
  flight.fly(2.5);
  const Trajectory rows = run_with_still(lazy_ball(), "method: monolithic, step: 0.5");
  EXPECT_NEAR(rows.at(rows.rows() - 1, 0), flight.x, 1e-8);
  EXPECT_EQ(rows.at(rows.rows() - 1, 2), flight.bounces);
}

INSTANTIATE_TEST_SUITE_P(Versions, LazyEvaluation, ::testing::Values(Version::fmi2),
                         [](const auto&) { return "fmi2"; });
INSTANTIATE_TEST_SUITE_P(Versions, ModelExchangeEvents, ::testing::Values(Version::fmi2, Version::fmi3),
                         [](const auto& p) { return p.param == Version::fmi2 ? "fmi2" : "fmi3"; });

class ModelExchangeTest : public FmuUnitTest {
 protected:
  int count_ = 0;

  static std::string failure(accordo::Unit& unit) {
    const Signal u = cubic({0, 0, 0, 0});
    std::vector<double> y(2);
    try {
      unit.step({.t = 0, .h = 1, .end = 1}, u.view(), y.data(), nullptr);
    } catch (const UnitFailure& e) {
      return e.what();
    } catch (const NonFinite& e) {
      return std::string("not finite: ") + e.variable();
    }
    return {};
  }
};

TEST_F(ModelExchangeTest, FailuresNameTheCall) {
  const FmuSpec spec = spec_of(fmi2(), Kind::model_exchange);
  const std::string error = failure(*make(with_fault(spec, 1)));
  EXPECT_NE(error.find("fmi2GetDerivatives"), std::string::npos) << error;
  EXPECT_NE(error.find("returned Error"), std::string::npos) << error;
  const std::string not_finite = failure(*make(with_fault(spec, 4)));
  EXPECT_TRUE(not_finite.starts_with("not finite: state ")) << not_finite;
  const std::string start = failure(*make(with_fault(spec, 5)));
  EXPECT_NE(start.find("fmi2ExitInitializationMode"), std::string::npos) << start;
}

// Integrators answer NaN by a shorter step: so the FMU is not asked for what it cannot give.
TEST_F(ModelExchangeTest, ADiscardedPointHasNoDerivatives) {
  const auto unit = make(with_fault(spec_of(fmi2(), Kind::model_exchange), 2));
  const std::vector<double> outside{1.5, 0}, inside{0.5, 0};
  const double u = 0;
  std::vector<double> f(2);
  unit->evaluate(Instant::at(0), outside.data(), &u, f.data(), nullptr);
  EXPECT_TRUE(std::isnan(f[0]) && std::isnan(f[1]));
  unit->evaluate(Instant::at(0), inside.data(), &u, f.data(), nullptr);
  EXPECT_DOUBLE_EQ(f[1], -2);
  EXPECT_EQ(failure(*unit), "");
}

TEST_F(ModelExchangeTest, DiscreteInputsAreTakenAtEventsAndHeld) {
  std::string description = fmi2_description(Model::oscillator, kAllFmi2);
  const std::string input = "valueReference=\"5\" causality=\"input\"";
  description.replace(description.find(input), input.size(), input + " variability=\"discrete\"");
  const auto unit = make(spec_of(write_fmu(description, ACCORDO_TEST_FMI2_OSCILLATOR), Kind::model_exchange));
  std::array<double, 2> exact{1, 0};
  std::vector<double> x(2), y(2);
  for (const double value : {0.0, 3.0, 3.0, -1.0}) {
    const double t = 0.1 * double(count_++);
    const Step step{.t = t, .h = 0.1, .end = t + 0.1};
    unit->step(step, cubic({value, 5, 0, 0}).view(), y.data(), nullptr);
    exact = oscillate(exact, step, cubic({value, 0, 0, 0}).view());
    unit->states(x.data());
    EXPECT_NEAR(x[0], exact[0], 1e-8);
    EXPECT_NEAR(x[1], exact[1], 1e-8);
  }
}

TEST_F(ModelExchangeTest, IntegratorsAgree) {
  const Signal u = cubic({0.3, 4, -2, 10});
  const Step step{.t = 0, .h = 0.5, .end = 0.5};
  const auto exact = oscillate({1, 0}, step, u.view());
  for (const char* integrator : {"auto", "dopri5", "rosenbrock", "rk4"}) {
    for (const bool directional : {true, false}) {
      FmuSpec spec = spec_of(fmi2(), Kind::model_exchange);
      if (!directional) spec = without(spec, "directional_derivatives");
      spec.integrator = integrator;
      spec.micro_step = 2e-3;
      const auto unit = make(spec);
      std::vector<double> x(2), y(2);
      unit->step(step, u.view(), y.data(), nullptr);
      unit->states(x.data());
      EXPECT_NEAR(x[0], exact[0], 1e-7) << integrator;
      EXPECT_NEAR(x[1], exact[1], 1e-7) << integrator;
    }
  }
}

}  // namespace
}  // namespace accordo::fmi
