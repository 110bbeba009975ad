#include "unit/fmi/fmu_builder.hpp"

#include "unit/fmi/binding/messages.hpp"
#include "unit/fmi/description/description_reader.hpp"
#include "unit/fmi/unit/jacobian_plan.hpp"
#include "unit/fmi/unit_testing.hpp"

namespace accordo::fmi {
namespace {

class FmuBuilderTest : public FmuUnitTest {
 protected:
  /// The ids of what is wrong with building these.
  static std::string problems_of(const std::vector<FmuSpec>& specs) {
    FmuBuilder builder;
    Problems problems;
    for (const FmuSpec& spec : specs) {
      const BuiltUnit built = builder.build(spec, problems);
      EXPECT_NE(built.info, nullptr);
      EXPECT_EQ(bool(built.make), problems.empty());
    }
    std::string text;
    for (const Problem& p : problems.list()) text += (text.empty() ? "" : " ") + p.id;
    return text;
  }
  static FmuSpec with_parameter(FmuSpec spec, const std::string& name, const std::string& value) {
    spec.parameters.push_back({{name, {}}, {value, {}}});
    return spec;
  }

  const std::string arrays_ = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="arrays" instantiationToken="t">
<ModelExchange modelIdentifier="test" providesDirectionalDerivatives="true"/>
<ModelVariables>
<Float64 name="time" valueReference="0" causality="independent"/>
<UInt64 name="n" valueReference="1" causality="structuralParameter" start="2"/>
<Float64 name="x" valueReference="2" initial="exact" start="1"><Dimension valueReference="1"/></Float64>
<Float64 name="der(x)" valueReference="3" derivative="2"><Dimension valueReference="1"/></Float64>
<Float64 name="u" valueReference="4" causality="input" start="0"><Dimension valueReference="1"/></Float64>
<Float64 name="y" valueReference="5" causality="output"><Dimension valueReference="1"/></Float64>
<Float64 name="a" valueReference="6" causality="parameter" variability="fixed" start="-1"><Dimension valueReference="1"/></Float64>
<Boolean name="on" valueReference="7" causality="input" start="true"/>
</ModelVariables>
<ModelStructure>
<Output valueReference="5" dependencies="2"/>
<ContinuousStateDerivative valueReference="3" dependencies="2 4"/>
</ModelStructure>
</fmiModelDescription>
)xml";
};

TEST_F(FmuBuilderTest, PortsComeFromTheDescription) {
  const auto unit = make(spec_of(fmi2(), Kind::co_simulation));
  const UnitInfo& info = unit->info();
  EXPECT_EQ(info.name, "tank");
  EXPECT_EQ(info.kind, "fmi2 co-simulation");
  EXPECT_EQ(info.ports.inputs, (std::vector<std::string>{"f"}));
  EXPECT_EQ(info.ports.outputs, (std::vector<std::string>{"position", "force"}));
  EXPECT_EQ(info.ports.states, (std::vector<std::string>{"x", "v"}));
  EXPECT_EQ(info.ports.parameters, (std::vector<std::string>{"k", "d", "fault"}));
  EXPECT_EQ(info.feed_through, (std::vector<std::vector<int>>{{}, {0}}));
}

TEST_F(FmuBuilderTest, PortsAreMeasuredAsTheDescriptionSays) {
  std::string text = fmi2_description(Model::oscillator, kAllFmi2);
  const auto declare = [&](const std::string& name, const std::string& unit) {
    const std::size_t at = text.find("<Real ", text.find("name=\"" + name + "\""));
    text.insert(at + 6, "unit=\"" + unit + "\" ");
  };
  declare("position", "mm");
  declare("x", "m");
  for (const Kind kind : {Kind::co_simulation, Kind::model_exchange}) {
    const auto unit = make(spec_of(write_fmu(text, ACCORDO_TEST_FMI2_OSCILLATOR), kind));
    const Ports& ports = unit->info().ports;
    EXPECT_TRUE(ports.input_quantities.empty());
    ASSERT_EQ(ports.output_quantities.size(), 2u);
    EXPECT_EQ(ports.output_quantities[0].unit, "mm");
    EXPECT_EQ(ports.output_quantities[1].unit, "");
    ASSERT_EQ(ports.state_quantities.size(), 2u);
    EXPECT_EQ(ports.state_quantities[0].unit, "m");
  }
}

TEST_F(FmuBuilderTest, ModelExchangeServesBestAlsoWithEvents) {
  EXPECT_EQ(make(spec_of(fmi2()))->info().kind, "fmi2 model exchange");
  EXPECT_EQ(make(spec_of(fmi3(Model::ball)))->info().kind, "fmi3 model exchange");
}

TEST_F(FmuBuilderTest, InstancesShareTheFmuButNotTheirState) {
  FmuBuilder builder;
  Problems problems;
  const auto file = fmi2();
  const auto a = builder.build(spec_of(file), problems).make();
  const auto b = builder.build(with_parameter(spec_of(file), "x", "3"), problems).make();
  std::vector<double> x(2);
  b->states(x.data());
  EXPECT_EQ(x[0], 3);
  a->states(x.data());
  EXPECT_EQ(x[0], 1);
}

TEST_F(FmuBuilderTest, ParametersReachTheFmu) {
  for (const Kind kind : {Kind::co_simulation, Kind::model_exchange}) {
    const auto unit = make(with_parameter(with_parameter(spec_of(fmi3(), kind), "k", "7"), "f", "2"));
    EXPECT_EQ(unit->info().ports.start, (std::vector<double>{2}));
    std::vector<double> y(2);
    const double u = 2;
    unit->outputs(Instant::at(0), &u, nullptr, y.data(), nullptr);
    EXPECT_DOUBLE_EQ(y[1], 7 + 1);
  }
}

TEST_F(FmuBuilderTest, WhatIsWrongIsSaidAllAtOnce) {
  const FmuSpec good = spec_of(fmi2());
  EXPECT_EQ(problems_of({good}), "");
  EXPECT_EQ(problems_of({with_parameter(with_parameter(good, "kk", "1"), "k", "soft")}),
            "unknown-parameter fmu-bad-value");
  EXPECT_EQ(problems_of({with_parameter(good, "position", "1")}), "fmu-not-settable");
  FmuSpec exact = good;
  exact.integrator = "exact";
  EXPECT_EQ(problems_of({exact}), "bad-integrator");
  FmuSpec missing = good;
  missing.file = root() / "nowhere.fmu";
  EXPECT_NE(problems_of({missing}), "");
}

TEST_F(FmuBuilderTest, MissingFunctionsAreNamed) {
  const auto file = write_fmu(fmi2_description(Model::oscillator, kAllFmi2), ACCORDO_TEST_LIBRARY_COMPLETE);
  EXPECT_EQ(problems_of({spec_of(file, Kind::model_exchange)}), "fmu-missing-function");
  // Without functions for what it declares it can do less.
  FmuBuilder builder;
  Problems problems;
  const auto built = builder.build(spec_of(file, Kind::co_simulation), problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_FALSE(built.info->can.rollback || built.info->can.slopes || built.info->can.linearization);
  EXPECT_EQ(built.info->can.input_degree, 0);
}

TEST_F(FmuBuilderTest, TellsWhichUnitsShareAnFmuAndItsLimit) {
  const auto free = fmi2(Model::oscillator, kAllFmi2);
  const auto limited = fmi2(Model::oscillator, kAllFmi2 + " canBeInstantiatedOnlyOncePerProcess=\"true\"");
  FmuBuilder builder;
  Problems problems;
  const auto build = [&](const std::string& name, const std::filesystem::path& file) {
    FmuSpec spec = spec_of(file);
    spec.name.text = name;
    return builder.build(spec, problems).sharing;
  };
  const Sharing a = build("a", limited), b = build("b", free), c = build("c", limited);
  problems.throw_if_any();
  EXPECT_TRUE(a.once && c.once && !b.once);
  EXPECT_EQ(a.fmu, c.fmu);
  EXPECT_NE(a.fmu, b.fmu);
}

TEST_F(FmuBuilderTest, AnFmuThatRefusesSaysWhy) {
  const auto file =
      write_fmu(fmi2_description(Model::oscillator, kAllFmi2, "{other}"), ACCORDO_TEST_FMI2_OSCILLATOR);
  const auto problems = problems_in([&] { make(spec_of(file)); });
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].id, "fmu-not-instantiated");
  EXPECT_NE(problems[0].what.find("the guid is '{other}', not '{test}'"), std::string::npos)
      << problems[0].what;
}

TEST_F(FmuBuilderTest, ArraysAreFlattenedAndSized) {
  const auto file = write_fmu(arrays_, ACCORDO_TEST_FMI3_ARRAYS);
  FmuBuilder builder;
  Problems problems;
  FmuSpec spec = with_parameter(with_parameter(spec_of(file), "n", "3"), "a[2]", "-5");
  spec = with_parameter(spec, "x", "1 2 3");
  const auto built = builder.build(spec, problems);
  problems.throw_if_any();
  EXPECT_EQ(built.info->ports.inputs, (std::vector<std::string>{"u[1]", "u[2]", "u[3]"}));
  EXPECT_EQ(built.info->ports.states, (std::vector<std::string>{"x[1]", "x[2]", "x[3]"}));
  ASSERT_EQ(built.warnings.size(), 1u);
  EXPECT_EQ(built.warnings[0].id, "fmu-not-connectable");
  const auto unit = built.make();
  std::vector<double> x(3), u{0.1, 0.2, 0.3}, f(3), g(3);
  unit->states(x.data());
  EXPECT_EQ(x, (std::vector<double>{1, 2, 3}));
  unit->evaluate(Instant::at(0), x.data(), u.data(), f.data(), g.data());
  EXPECT_EQ(f, (std::vector<double>{-0.9, -9.8, -2.7}));
  EXPECT_EQ(g, (std::vector<double>{2, 4, 6}));
  LinearModel m;
  unit->linearize(Instant::at(0), x.data(), u.data(), m);
  Matrix A = Matrix::Zero(3, 3);
  A.diagonal() << -1, -5, -1;
  EXPECT_EQ(m.A, A);
  EXPECT_EQ(m.B, Matrix(Matrix::Identity(3, 3)));
  EXPECT_EQ(m.C, Matrix(2 * Matrix::Identity(3, 3)));
  EXPECT_EQ(m.D, Matrix(Matrix::Zero(3, 3)));
}

TEST_F(FmuBuilderTest, ColumnsWithoutCommonUnknownsShareACall) {
  const ModelDescription d = read_model_description(fmi2_description(Model::oscillator, ""), "m");
  Equations e;
  for (const std::size_t i : {1u, 2u}) e.states.add(d, i, {});
  for (const std::size_t i : {3u, 4u}) e.derivatives.add(d, i, {});
  e.inputs.add(d, 5, {});
  EXPECT_EQ(JacobianPlan(d, e).groups().size(), 3u) << "der(v) depends on all three";
  e.outputs.add(d, 6, {});
  e.derivatives = {};
  e.derivatives.add(d, 3, {});  // of v only; the output depends on x only
  EXPECT_EQ(JacobianPlan(d, e).groups().size(), 1u);
}

TEST_F(FmuBuilderTest, OutputsThatAreStatesAreNotAskedFor) {
  const ModelDescription d = read_model_description(fmi2_description(Model::oscillator, ""), "m");
  Equations e;
  for (const std::size_t i : {1u, 2u}) e.states.add(d, i, {});
  for (const std::size_t i : {3u, 4u}) e.derivatives.add(d, i, {});
  for (const std::size_t i : {7u, 2u}) e.outputs.add(d, i, {});  // the force, and v
  const JacobianPlan plan(d, e);
  for (const JacobianPlan::Group& group : plan.groups()) {
    for (const std::uint32_t unknown : group.unknowns.list) EXPECT_NE(unknown, d.variables[2].reference);
  }
  for (const JacobianPlan::Direction* by : {&plan.outputs_by_all(), &plan.all_by_inputs()}) {
    for (const std::uint32_t unknown : by->unknowns.list) EXPECT_NE(unknown, d.variables[2].reference);
  }
  LinearModel m;
  set_zero(m, 2, 0, 2);
  plan.put_identities(m);
  Matrix C = Matrix::Zero(2, 2);
  C(1, 1) = 1;
  EXPECT_EQ(m.C, C);
}

void add_formatted(Messages& messages, const char* format, ...) {
  std::array<char, 1000> text;
  std::va_list arguments;
  va_start(arguments, format);
  format_message(text.data(), text.size(), format, arguments);
  va_end(arguments);
  messages.add(3, nullptr, text.data());
}

TEST(Messages, AreFormattedCutAndMadeFitForATerminal) {
  Messages messages;
  EXPECT_EQ(messages.quote(), "");
  messages.add(0, nullptr, "a remark\n");
  EXPECT_EQ(messages.quote(), "'a remark'");
  add_formatted(messages, "%s is %d", "x", 3);
  EXPECT_EQ(messages.quote(), "'x is 3'");
  messages.add(0, nullptr, "later");
  EXPECT_EQ(messages.quote(), "'x is 3'") << "complaints come first";
  int written = 7;
  add_formatted(messages, "%5ln%%", &written);
  EXPECT_EQ(written, 7);
  messages.add(3, nullptr, "\x1b[31mred");
  EXPECT_EQ(messages.quote().find('\x1b'), std::string::npos);
  messages.add(3, nullptr, std::string(100'000, 'x').c_str());
  EXPECT_LT(messages.quote().size(), 2000u);
  messages.add(3, nullptr, nullptr);
}

TEST(Messages, EarlierOnesAreQuotedToo) {
  Messages messages;
  messages.add(0, nullptr, "reading the model");
  messages.add(1, nullptr, "no license found");
  for (int i = 0; i < 3; ++i) messages.add(3, nullptr, "cannot start");
  messages.add(3, nullptr, "cannot go on");
  EXPECT_EQ(messages.quote(), "'cannot go on'; it also said: 'no license found', 'cannot start'");
  EXPECT_NE(messages.quote(true).find("'reading the model'"), std::string::npos);
}

TEST(Messages, ManyAreBoundedAndTheFirstAndTheLastAreKept) {
  Messages messages;
  messages.add(3, nullptr, "the cause");
  for (int i = 0; i < 10'000; ++i) messages.add(3, nullptr, std::to_string(i).c_str());
  for (int i = 0; i < 10'000; ++i) messages.add(0, nullptr, "chatter");
  const std::string said = messages.quote();
  EXPECT_TRUE(said.starts_with("'9999'; it also said: 'the cause', '0', '1' and 9997 more")) << said;
}

}  // namespace
}  // namespace accordo::fmi
