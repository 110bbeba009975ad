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
  const Result restore = run("ifosmondi", {"--trust"});  // which always tries a step more than once
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

class DiedRun : public Losses {
 protected:
  /// A good run, then one of the same name that dies.
  Result after_a_good_one(const std::string& mode, const std::vector<std::string>& more = {}) {
    pack("nothing");
    const Result good = run("ifosmondi-jfm", {"--stats", "stats.json"});
    EXPECT_EQ(good.code, 0) << good;
    EXPECT_NE(folder().read("s.json").find("\"finished\""), std::string::npos);
    pack(mode);
    std::vector<std::string> words{"--stats", "stats.json", "--trust"};
    words.insert(words.end(), more.begin(), more.end());
    return run("ifosmondi-jfm", words);
  }
  std::string report() const {
    const Result result = accordo(folder(), {"report", "s.csv", "-o", "page.html"});
    EXPECT_EQ(result.code, 0) << result;
    return folder().read("page.html");
  }
};

TEST_F(DiedRun, LeavesNothingOfAnEarlierOne) {
  const Result crashed = after_a_good_one("segfault late");
  EXPECT_EQ(crashed.code, 3) << crashed;
  for (const char* file : {"s.json", "stats.json"}) {
    const std::string text = folder().read(file);
    EXPECT_EQ(text.find("\"trustworthy\""), std::string::npos) << text;
    EXPECT_EQ(text.find("\"finished\""), std::string::npos) << text;
    EXPECT_NE(text.find("\"status\": \"unfinished\""), std::string::npos) << text;
  }
  EXPECT_NE(report().find("the run has not finished: it is still running, or was killed"), std::string::npos);
}

TEST_F(DiedRun, LeavesNoSidecarOfAnEarlierOneWhereItIsToHaveNone) {
  after_a_good_one("segfault late", {"--no-sidecar"});
  EXPECT_FALSE(folder().has("s.json"));
  folder().write("s.json", "{\"mine\": 1}");
  run("jacobi", {"--no-sidecar", "--trust"});
  EXPECT_EQ(folder().read("s.json"), "{\"mine\": 1}");
}

/// The default method has estimators in the worker: they cannot be counted any more.
TEST_F(DiedRun, HasStatisticsWhenItsWorkerDied) {
  const Result died = after_a_good_one("segfault late", {"--isolate"});
  EXPECT_EQ(died.code, 3) << died;
  expect_said(died, {"unit 'faulty' failed at t = 0.5", "signal 11", "fmi2DoStep"});
  EXPECT_NE(died.out.find("macro-steps       5"), std::string::npos) << died;
  EXPECT_NE(folder().read("stats.json").find("\"status\": \"unit-failed\""), std::string::npos);
  EXPECT_NE(folder().read("s.json").find("\"status\": \"failed\""), std::string::npos);
  expect_rows_to(0.5);
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
  expect_said(isolated, {"unit 'faulty' failed at t = 0.5", "its process exited", "fmi2DoStep"});
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

TEST_F(Losses, AnFmuThatChangesTheFolderMovesNothing) {
  pack("changes folder");
  for (const bool isolated : {false, true}) {
    const Result result = run("jacobi", {"--trust", "-o", "o.csv", "--stats", "stats.json", "--trace",
                                         "trace.csv", isolated ? "--isolate" : "--no-progress"});
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_NE(result.out.find("results           o.csv\n"), std::string::npos) << result;
    for (const char* file : {"o.csv", "o.json", "stats.json", "trace.csv"}) {
      EXPECT_TRUE(folder().has(file)) << file;
      EXPECT_FALSE(std::filesystem::exists(temporary() / file)) << file;
      std::filesystem::remove(folder().path() / file);
    }
  }
}

TEST_F(Losses, NoOutputTakesThePlaceOfAnFmu) {
  pack("nothing");
  const std::string fmu = folder().read("bad.fmu");
  std::filesystem::create_symlink("bad.fmu", folder().path() / "link.csv");
  for (const std::vector<std::string>& more : {std::vector<std::string>{"-o", "bad.fmu"},
                                               {"-o", "link.csv"},
                                               {"--stats", "bad.fmu"},
                                               {"--trace", "bad.fmu"}}) {
    const Result result = run("jacobi", more);
    EXPECT_EQ(result.code, 2) << result;
    expect_said(result, {"output-is-input", "would destroy a file that this run reads"});
    EXPECT_EQ(folder().read("bad.fmu"), fmu);
  }
}

TEST_F(Losses, NorThatOfAFileInAnUnpackedFmu) {
  const std::string description = fmi::misbehaving_description("nothing");
  for (const fmi::TestEntry& entry : fmi::misbehaving_entries(description))
    fmi::write_file(folder().path() / "bad.fmu" / entry.name, entry.text);
  const Result result = run("jacobi", {"--trust", "-o", "bad.fmu/modelDescription.xml"});
  EXPECT_EQ(result.code, 2) << result;
  expect_said(result, {"output-is-input"});
  EXPECT_EQ(folder().read("bad.fmu/modelDescription.xml"), description);
}

}  // namespace
}  // namespace accordo::testing
