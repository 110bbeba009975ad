// What must not get lost when an FMU fails: the first failure with its words, rows, figures, other files.

#include <gtest/gtest.h>

#include "tests/integration/misbehaving_fmu.hpp"

namespace accordo::testing {
namespace {

class Losses : public MisbehavingFmu {};

/// Of testing_libraries/fmi2_model.c, for model exchange.
const char* const kOscillator = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="test" guid="{test}" numberOfEventIndicators="0">
<ModelExchange modelIdentifier="test"/>
<ModelVariables>
<ScalarVariable name="x" valueReference="1" causality="local" initial="exact"><Real start="1"/></ScalarVariable>
<ScalarVariable name="v" valueReference="2" causality="local" initial="exact"><Real start="0"/></ScalarVariable>
<ScalarVariable name="der(x)" valueReference="3" causality="local"><Real derivative="1"/></ScalarVariable>
<ScalarVariable name="der(v)" valueReference="4" causality="local"><Real derivative="2"/></ScalarVariable>
<ScalarVariable name="f" valueReference="5" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="position" valueReference="6" causality="output"><Real/></ScalarVariable>
<ScalarVariable name="fault" valueReference="10" causality="parameter" variability="fixed"><Real start="0"/>
</ScalarVariable>
</ModelVariables>
<ModelStructure>
<Outputs><Unknown index="6" dependencies="1"/></Outputs>
<Derivatives><Unknown index="3" dependencies="2"/><Unknown index="4" dependencies="1 2 5"/></Derivatives>
</ModelStructure>
</fmiModelDescription>
)xml";

/// Methods that try steps meet the failure in a trial, and then cannot take the unit back.
TEST_F(Losses, TheFirstFailureIsToldWithEveryMethod) {
  for (const char* method :
       {"jacobi", "gauss-seidel", "iterative-jacobi", "ifosmondi", "ifosmondi-jfm", "missiles"}) {
    for (const bool fatal : {false, true}) {
      pack(fatal ? "fatal late" : "error late");
      const Result result = run(method, {"--trust"});
      EXPECT_EQ(result.code, 3) << method << result;
      expect_said(result, {"unit 'faulty' failed at t = 0.5", "fmi2DoStep of bad.fmu returned ",
                           fatal ? "Fatal; the FMU says: 'the boiler has burst'"
                                 : "Error; the FMU says: 'the valve is stuck'"});
    }
  }
}

TEST_F(Losses, ATroubleWithSavedStatesHasItsTime) {
  pack("cannot save late");
  const Result save = run("ifosmondi-jfm", {"--trust"});
  EXPECT_EQ(save.code, 3) << save;
  expect_said(save,
              {"unit 'faulty' failed at t = 0.5: fmi2GetFMUstate of bad.fmu returned Error", "no room"});
  pack("cannot restore late");
  const Result restore = run("ifosmondi-jfm", {"--trust"});
  EXPECT_EQ(restore.code, 3) << restore;
  expect_said(restore,
              {"unit 'faulty' failed at t = 0.5: fmi2SetFMUstate of bad.fmu returned Error", "not there"});
}

/// The same for model exchange, where no state need be saved.
TEST_F(Losses, TheFirstFailureOfModelExchangeIsTold) {
  fmi::write_zip(folder().path() / "oscillator.fmu",
                 {{"modelDescription.xml", kOscillator},
                  {"binaries/" + std::string(fmi::kPlatforms.back()) + "/test.so",
                   fmi::read_file(ACCORDO_TEST_FMI2_OSCILLATOR)}});
  for (const char* method : {"jacobi", "ifosmondi-jfm", "missiles", "monolithic"}) {
    for (const auto& [fault, status] : {std::pair{1, "Error"}, {3, "Fatal"}}) {
      folder().write("me.yaml", R"(units:
  faulty: {fmu: oscillator.fmu, kind: model-exchange, parameters: {fault: )" +
                                    std::to_string(fault) + R"(}}
  other:
    equations: {states: {x: 0}, inputs: {u: 0}, der: {x: u - x}, outputs: {y: x}}
connections: [faulty.position -> other.u, other.y -> faulty.f]
experiment: {stop: 1, step: 0.1, method: )" +
                                    std::string(method) + "}\n");
      const Result result = accordo(folder(), {"run", "me.yaml", "--trust"});
      EXPECT_EQ(result.code, 3) << method << result;
      expect_said(result, {"unit 'faulty' failed at t = 0.", "fmi2GetDerivatives of oscillator.fmu returned ",
                           status});
    }
  }
}

TEST_F(Losses, AThreadThatGoesOnDoesNotCrashTheEnd) {
  pack("leaves a thread");
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--trust"}, {"--trust", "--threads", "2"}, {}}) {
    const Result result = run("jacobi", more);
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.err, "") << result;
    expect_rows_to(1);
  }
}

TEST_F(Losses, WhoeverEndsTheProgramIsNamed) {
  for (const auto& [mode, said] : std::vector<std::pair<std::string, std::string>>{
           {"_exit late", "fmi2DoStep of 'bad.fmu' ended the program (it called _exit)"},
           {"quick_exit late", "fmi2DoStep of 'bad.fmu' ended the program (it called quick_exit)"},
           {"_exit in a thread late", "a thread of an FMU ended the program (it called _exit)"}}) {
    pack(mode);
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--trust"}, {"--trust", "--threads", "2"}}) {
      const Result result = run("jacobi", more);
      EXPECT_EQ(result.code, 3) << mode << result;
      expect_said(result, {said, "fmu-crashed"});
      expect_rows_to(0.5);
    }
  }
  pack("_exit late");
  const Result isolated = run("jacobi", {"--trust", "--isolate"});
  EXPECT_EQ(isolated.code, 3) << isolated;
  expect_said(isolated, {"unit 'faulty' failed at t = 0.5", "its process ended by itself", "fmi2DoStep"});
  expect_rows_to(0.5);
}

TEST_F(Losses, LettersThatAreNoneDoNotSpoilOurFiles) {
  pack("bad letters late");
  const Result result = run("ifosmondi-jfm", {"--trust", "--stats", "stats.json"});
  EXPECT_EQ(result.code, 3) << result;
  expect_said(result, {R"(the FMU says: 'le d\xe9bit \xff est trop élev\xe9')"});
  const Result report = accordo(folder(), {"report", "s.csv", "-o", "page.html"});
  EXPECT_EQ(report.code, 0) << report;
}

}  // namespace
}  // namespace accordo::testing
