// Features switched off at export are neither declared nor there; parameters and start values can be set.
#include <cmath>

#include "export/exported_testing.hpp"
#include "unit/fmi/binding/fmi2_api.hpp"

namespace accordo::exporter {
namespace {

constexpr const char* kScenario = R"(units:
  spring:
    equations:
      parameters: {c: 4, start: 3, twice: 2*start}
      states: {x: twice - 5, v: 0.5}
      inputs: {F: 0}
      der: {x: v, v: F - c*x}
      outputs: {x: x, F: "-c*x + F"}
)";

class Features2And3 : public testing::TestWithParam<fmi::Version> {
 protected:
  Exported exported(std::vector<std::string> without) {
    Options options{.version = GetParam()};
    Problems problems;
    switch_off(without, options.features, problems);
    problems.throw_if_any();
    return {find_unit(scenario_, "spring"), options, folder_.path() / "a.fmu"};
  }
  static const fmi::Interface& cs(const Exported& fmu) { return *fmu.description().co_simulation; }
  bool fmi2() const { return GetParam() == fmi::Version::fmi2; }

  SignalView line() {
    u_.set_degree(1);
    u_.component(0)[0] = 1;
    u_.component(0)[1] = 2;
    return u_.view();
  }
  SignalView held() {
    u_.set_degree(0);
    u_.component(0)[0] = 1;
    return u_.view();
  }

  const Step step_{.t = 0, .h = 0.5, .end = 0.5};
  Scenario scenario_ = read_text(kScenario);
  archive::PrivateFolder folder_;
  Signal u_{1};
};

TEST_P(Features2And3, WithoutRollback) {
  const Exported fmu = exported({"rollback"});
  EXPECT_FALSE(cs(fmu).rollback || cs(fmu).serializes || fmu.description().model_exchange->rollback);
  const auto subject = fmu.start(Use::co_simulation);
  void* state = nullptr;
  EXPECT_EQ(subject->save(state), fmi2::error);
  EXPECT_EQ(state, nullptr);
  EXPECT_NE(subject->log.find("cannot save"), std::string::npos) << subject->log;
  std::vector<char> bytes;
  EXPECT_EQ(subject->serialize(&bytes, bytes), fmi2::error);
  EXPECT_EQ(subject->step(step_, line()), 0) << "the rest works";
}

TEST_P(Features2And3, WithoutSerialization) {
  const Exported fmu = exported({"serialization"});
  EXPECT_TRUE(cs(fmu).rollback);
  EXPECT_FALSE(cs(fmu).serializes);
  const auto subject = fmu.start(Use::co_simulation);
  void* state = nullptr;
  ASSERT_EQ(subject->save(state), 0);
  std::vector<char> bytes;
  EXPECT_EQ(subject->serialize(state, bytes), fmi2::error);
  EXPECT_EQ(subject->release(state), 0);
}

TEST_P(Features2And3, WithoutDerivatives) {
  const Exported fmu = exported({"derivatives", "output-derivatives"});
  EXPECT_FALSE(cs(fmu).directional_derivatives || cs(fmu).adjoint_derivatives);
  EXPECT_EQ(cs(fmu).max_output_derivative_order, 0);
  const auto subject = fmu.start(Use::co_simulation);
  Numbers result(1);
  EXPECT_EQ(subject->directional({fmu.derivatives[1]}, {fmu.inputs[0]}, {1}, result), fmi2::error);
  EXPECT_EQ(subject->output_slopes({fmu.outputs[1]}, result), fmi2::error);
}

TEST_P(Features2And3, WithoutInputDerivativesInputsAreHeld) {
  const Exported rich = exported({});
  const Exported poor = exported({"input-derivatives"});
  EXPECT_FALSE(cs(poor).interpolates_inputs || cs(poor).intermediate_update);
  const auto held_inputs = rich.start(Use::co_simulation), moving = rich.start(Use::co_simulation),
             subject = poor.start(Use::co_simulation);
  ASSERT_EQ(held_inputs->step(step_, held()), 0);
  ASSERT_EQ(moving->step(step_, line()), 0);
  ASSERT_EQ(subject->step(step_, line()), 0) << subject->log;
  EXPECT_NEAR(subject->values(poor.states)[1], held_inputs->values(rich.states)[1], 1e-9);
  EXPECT_GT(std::abs(subject->values(poor.states)[1] - moving->values(rich.states)[1]), 0.1);
}

TEST(InputOrder, IsTheHighestDerivativeTaken) {
  const Scenario scenario = read_text(kScenario);
  const archive::PrivateFolder folder;
  const Exported fmu(find_unit(scenario, "spring"), {.features = {.input_order = 1}},
                     folder.path() / "a.fmu");
  EXPECT_TRUE(fmu.description().co_simulation->interpolates_inputs);
  const auto subject = fmu.start(Use::co_simulation);
  Signal u(1);
  u.set_degree(1);
  EXPECT_EQ(subject->step({.t = 0, .h = 0.5, .end = 0.5}, u.view()), 0) << subject->log;
  u.set_degree(2);
  EXPECT_EQ(subject->step({.t = 0.5, .h = 0.5, .end = 1}, u.view()), fmi2::error);
  EXPECT_NE(subject->log.find("up to order 1, not 2"), std::string::npos) << subject->log;
}

TEST_P(Features2And3, WithoutVariableStepOnlyOneLengthIsTaken) {
  const Exported fmu = exported({"variable-step"});
  EXPECT_FALSE(cs(fmu).variable_step);
  const auto subject = fmu.start(Use::co_simulation);
  ASSERT_EQ(subject->step(step_, held()), 0) << subject->log;
  EXPECT_EQ(subject->step({.t = 0.5, .h = 0.25, .end = 0.75}, held()), fmi2::error);
  EXPECT_EQ(subject->step({.t = 0.5, .h = 0.5, .end = 1}, held()), 0) << subject->log;
}

TEST_P(Features2And3, OneKindOnly) {
  const Exported cs_only = exported({"model-exchange", "states"});
  EXPECT_FALSE(cs_only.description().model_exchange);
  EXPECT_TRUE(cs_only.states.empty());
  EXPECT_TRUE(cs_only.description().warnings.empty());
  EXPECT_EQ(cs_only.start(Use::model_exchange), nullptr);
  const auto subject = cs_only.start(Use::co_simulation);
  ASSERT_EQ(subject->step(step_, line()), 0);
  EXPECT_NE(subject->values(cs_only.outputs)[0], 0);
  const Exported me_only = exported({"co-simulation"});
  EXPECT_FALSE(me_only.description().co_simulation);
  EXPECT_EQ(me_only.start(Use::co_simulation), nullptr);
  EXPECT_NE(me_only.start(Use::model_exchange), nullptr);
}

TEST_P(Features2And3, ParametersAndStartValuesCanBeSet) {
  const Exported fmu = exported({});
  const unsigned start = fmu.reference("start"), twice = fmu.reference("twice"), v = fmu.states[1];
  const auto subject = fmu.start(Use::co_simulation, {{start, v}, {10, -2}});
  EXPECT_EQ(subject->values({twice, fmu.states[0], v}), (Numbers{20, 15, -2})) << "what depends follows";
  EXPECT_EQ(subject->set({start}, {1}), fmi2::error) << "no longer";
  EXPECT_EQ(subject->set({v}, {1}), fmi2::error) << "states move by steps";
  EXPECT_EQ(subject->set({9999}, {1}), fmi2::error);
}

TEST_P(Features2And3, AFailedStepLeavesTheInstanceAsItWas) {
  const Scenario pole = read_text(
      "units: {p: {equations: {states: {x: 1}, inputs: {u: 0}, der: {x: x^2 + u}, outputs: {x: x}}}}\n");
  const Exported fmu(find_unit(pole, "p"), {.version = GetParam()}, folder_.path() / "p.fmu");
  const auto subject = fmu.start(Use::co_simulation), untroubled = fmu.start(Use::co_simulation);
  Signal zero(1);
  for (Subject* s : {subject.get(), untroubled.get()})
    ASSERT_EQ(s->step({.t = 0, .h = 0.5, .end = 0.5}, zero.view()), 0) << s->log;
  EXPECT_NEAR(subject->values(fmu.states)[0], 2, 1e-8);
  const Numbers before = subject->values(fmu.states);
  EXPECT_EQ(subject->step({.t = 0.5, .h = 1, .end = 1.5}, zero.view()), fmi2::discard) << "x = 1/(1 - t)";
  EXPECT_EQ(subject->values(fmu.states), before);
  EXPECT_FALSE(subject->log.empty());
  ASSERT_EQ(subject->step({.t = 0.5, .h = 0.25, .end = 0.75}, zero.view()), 0) << subject->log;
  EXPECT_NEAR(subject->values(fmu.states)[0], 4, 1e-8);
  ASSERT_EQ(untroubled->step({.t = 0.5, .h = 0.25, .end = 0.75}, zero.view()), 0);
  EXPECT_EQ(subject->values(fmu.states), untroubled->values(fmu.states)) << "bitwise";
}

TEST_P(Features2And3, ASwitchOnTimeIsSeenFromInsideTheStep) {
  const Scenario text = read_text(
      "units: {p: {equations: {states: {x: 0}, der: {x: \"if(t >= 1, 1000, 1)\"}, outputs: {x: x}}}}\n");
  const Exported fmu(find_unit(text, "p"), {.version = GetParam()}, folder_.path() / "p.fmu");
  const auto subject = fmu.start(Use::co_simulation);
  const Signal none(0);
  ASSERT_EQ(subject->step({.t = 0, .h = 1, .end = 1}, none.view()), 0);
  EXPECT_NEAR(subject->values(fmu.states)[0], 1, 1e-12) << "left of 1";
  EXPECT_EQ(subject->values(fmu.derivatives)[0], 1000) << "at the communication point: as written";
  ASSERT_EQ(subject->step({.t = 1, .h = 1, .end = 2}, none.view()), 0);
  EXPECT_NEAR(subject->values(fmu.states)[0], 1001, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Versions, Features2And3, testing::Values(fmi::Version::fmi2, fmi::Version::fmi3),
                         [](const auto& c) { return c.param == fmi::Version::fmi2 ? "fmi2" : "fmi3"; });

TEST(SwitchOff, SaysWhatIsWrong) {
  Features features;
  Problems problems;
  switch_off(std::vector<std::string>{"rolback", "states"}, features, problems);
  ASSERT_EQ(problems.list().size(), 2u);
  EXPECT_EQ(problems.list()[0].id, "unknown-feature");
  EXPECT_NE(problems.list()[0].remedy.find("rollback"), std::string::npos);
  EXPECT_EQ(problems.list()[1].id, "states-needed");
  Problems both;
  switch_off(std::vector<std::string>{"model-exchange", "co-simulation"}, features, both);
  ASSERT_EQ(both.list().size(), 1u);
  EXPECT_EQ(both.list()[0].id, "nothing-to-export");
}

}  // namespace
}  // namespace accordo::exporter
