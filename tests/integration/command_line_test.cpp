// The command line: what is wrong is said with an id and a remedy, help is there, and settings override the
// file.

#include <gtest/gtest.h>

#include "tests/integration/misuse.hpp"
#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"

namespace accordo::testing {
namespace {

using Words = std::vector<std::string>;

class Misuses : public ::testing::TestWithParam<Misuse> {};

TEST_P(Misuses, AreExplainedAndEndWithCode2) {
  expect_explained(GetParam());
}

/// `run s.yaml` with more arguments.
Words run(const Words& more) {
  Words words{"run", "s.yaml"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(CommandLine, Misuses, ::testing::Values(
    Misuse{"NoCommand", {}, {"[usage]", "--help"}},
    Misuse{"UnknownCommand", {"rnu", "s.yaml"}, {"'rnu'", "[usage]", "did you mean 'run'?"}},
    Misuse{"HelpAsCommand", {"help", "run"}, {"there is no command 'help'", "[usage]", "accordo run --help"}},
    Misuse{"MisspelledHelp", {"--hlp"}, {"there is no option '--hlp'", "[usage]", "did you mean '--help'?"}},
    Misuse{"MethodByName", {"methods", "jacobi"}, {"accordo methods does not take 'jacobi'", "[usage]"}},
    Misuse{"QuietAndVerbose", run({"-q", "-v"}), {"--quiet excludes --verbose", "[usage]"}},
    Misuse{"DecimalComma", run({"--step", "0,1"}), {"--step", "[usage]", "write 0.1, with a decimal point"}},
    Misuse{"NoScenario", {"run"}, {"SCENARIO", "[usage]", "accordo run --help"}},
    Misuse{"UnknownFlag", run({"--stpe", "3"}), {"--stpe", "[usage]", "did you mean '--step'?"}},
    Misuse{"SecondScenario", run({"t.yaml"}), {"t.yaml", "[usage]"}},
    Misuse{"StepIsText", run({"--step", "small"}), {"--step", "small", "[usage]"}},
    Misuse{"StepZero", run({"--step", "0"}), {"--step", "[not-positive]"}},
    Misuse{"StepNegative", run({"--step", "-1"}), {"--step", "[not-positive]"}},
    Misuse{"StepNan", run({"--step", "nan"}), {"--step", "[not-finite]"}},
    Misuse{"StepInfinite", run({"--step", "inf"}), {"--step", "[not-finite]"}},
    Misuse{"StepBelowResolution", run({"--step", "1e-300"}), {"[step-too-small]", "larger"}},
    Misuse{"StepLostInLargeTimes", run({"--stop", "1e308"}), {"[step-too-small]", "larger"}},
    Misuse{"IntervalBelowResolution", run({"--output-interval", "1e-300"}), {"output_interval", "[step-too-small]"}},
    Misuse{"PointsOutside", run({"--output-points", "0.5,7,-1"}), {"--output-points 0.5,7,-1", "t = 0 to 1: 7, -1", "[points-outside]"}},
    Misuse{"PointsAreText", run({"--output-points", "0.5,x"}), {"--output-points 0.5,x", "[bad-setting]"}},
    Misuse{"PointsFileMissing", run({"--output-points", "none.csv"}), {"none.csv", "[unreadable-file]"}},
    Misuse{"PointsAndInterval", run({"--output-points", "0.5", "--output-interval", "0.1"}), {"--output-points", "[interval-and-points]"}},
    Misuse{"StopNan", run({"--stop", "nan"}), {"--stop", "[not-finite]"}},
    Misuse{"StopBeforeStart", run({"--start", "3"}), {"start (3)", "[stop-before-start]"}},
    Misuse{"StepAndTolerance", run({"--step", "0.1", "--tolerance", "1e-3"}), {"--step", "--tolerance", "[step-and-tolerance]"}},
    Misuse{"UnknownMethod", run({"--method", "gauss-seide"}), {"[unknown-method]", "did you mean 'gauss-seidel'?"}},
    Misuse{"UnknownOption", run({"--option", "ordre=1"}), {"[unknown-option]", "did you mean 'order'?"}},
    Misuse{"BadOption", run({"--option", "order=x"}), {"--option order=x", "[bad-option]"}},
    Misuse{"OptionWithoutValue", run({"--option", "order"}), {"[bad-setting]", "name=value"}},
    Misuse{"SetUnknownUnit", run({"--set", "aa.k=1"}), {"--set aa.k=1", "[unknown-unit]", "did you mean 'a'?"}},
    Misuse{"SetUnknownParameter", run({"--set", "a.kk=1"}), {"--set a.kk=1", "[unknown-parameter]", "did you mean 'k'?"}},
    Misuse{"SetWithoutUnit", run({"--set", "k=1"}), {"--set k=1", "[bad-setting]", "unit.parameter=value", "--set a.k=1"}},
    Misuse{"SetState", run({"--set", "a.x=1"}), {"'x' is a state, not a parameter", "[unknown-parameter]"}},
    Misuse{"SetInput", run({"--set", "a.u=1"}), {"'u' is an input, not a parameter", "[unknown-parameter]", "--input"}},
    Misuse{"SetNan", run({"--set", "a.k=nan"}), {"--set a.k=nan", "[unknown-symbol]"}},
    Misuse{"SetInfinite", run({"--set", "a.k=1/0"}), {"--set a.k=1/0", "[not-finite]"}},
    Misuse{"SetWithoutValue", run({"--set", "a.k="}), {"[bad-setting]"}},
    Misuse{"RecordUnknownUnit", run({"--record", "aa.y"}), {"[unknown-signal]", "did you mean 'a'?"}},
    Misuse{"RecordUnknownVariable", run({"--record", "a.yy"}), {"[unknown-signal]", "did you mean 'y'?"}},
    Misuse{"RecordMatchesNothing", run({"--record", "*.q"}), {"[unknown-signal]", "no signal matches"}},
    Misuse{"RecordNothing", run({"--record", ""}), {"[unknown-signal]", "unit.variable"}},
    Misuse{"UnknownCase", {"cases", "two-masses"}, {"[case-unknown]", "did you mean 'two-mass'?"}},
    Misuse{"UnknownCaseParameter", {"cases", "damper", "--set", "DD=1"}, {"[case-unknown-parameter]", "did you mean 'D_D'?"}},
    Misuse{"BadCaseParameter", {"cases", "chain", "--set", "N=2.5"}, {"[case-invalid-value]", "whole number"}}),
    [](const auto& p) { return p.param.name; });
// clang-format on

TEST(CommandLine, TellsAllWrongSettingsAtOnce) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  const Result result = accordo(
      folder, run({"--set", "a.q=1", "--record", "x.y", "--method", "magic", "--option", "nonsense"}));
  EXPECT_EQ(result.code, 2);
  for (const char* id :
       {"[unknown-parameter]", "[unknown-signal]", "[unknown-method]", "[bad-setting]", "4 problems"}) {
    EXPECT_NE(result.err.find(id), std::string::npos) << id << "\n" << result;
  }
}

TEST(CommandLine, HelpsForEveryCommand) {
  const Folder folder;
  const Result whole = accordo(folder, {"--help"});
  EXPECT_EQ(whole.code, 0);
  EXPECT_NE(whole.out.find("Exit codes"), std::string::npos);
  for (const char* command : {"run", "compare", "check", "info", "methods", "cases"}) {
    EXPECT_NE(whole.out.find(command), std::string::npos) << command;
    const Result help = accordo(folder, {command, "--help"});
    EXPECT_EQ(help.code, 0) << command;
    EXPECT_NE(help.out.find("Usage: accordo " + std::string(command)), std::string::npos) << help;
    EXPECT_EQ(help.err, "");
  }
}

TEST(CommandLine, SaysItsVersion) {
  const Result result = accordo(Folder(), {"--version"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out.rfind("accordo ", 0), 0U) << result;
}

TEST(CommandLine, OverridesTheFile) {
  const Folder folder;
  folder.write("s.yaml",
               pair_scenario("{start: 0, stop: 1, method: jacobi, step: 0.1, options: {order: 1}}"));
  folder.write("same.yaml", pair_scenario("{start: 1, stop: 3, method: gauss-seidel, step: 0.25}"));
  const Words settings{"--start", "1",    "--stop", "3",  "--method", "gauss-seidel",
                       "--step",  "0.25", "-q",     "-o", "-"};
  const Result overridden = accordo(folder, run(settings));
  EXPECT_EQ(overridden.code, 0) << overridden;
  EXPECT_EQ(overridden.out, accordo(folder, {"run", "same.yaml", "-q", "-o", "-"}).out);
}

TEST(CommandLine, GivesAStopThatTheFileLacks) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario("{method: jacobi, step: 0.1}"));
  EXPECT_EQ(accordo(folder, run({})).code, 2);
  const Result result = accordo(folder, run({"--stop", "1", "-q", "-o", "-"}));
  ASSERT_EQ(result.code, 0) << result;
  EXPECT_EQ(Table::parse(result.out).rows.size(), 11U);
}

TEST(CommandLine, SetsParametersWithTheLastOneWinning) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  std::string changed = pair_scenario();
  changed.replace(changed.find("k: 1"), 4, "k: 6");
  folder.write("changed.yaml", changed);
  const Result set = accordo(folder, run({"--set", "a.k=5", "--set", "a.k=2*3", "-q", "-o", "-"}));
  EXPECT_EQ(set.code, 0) << set;
  EXPECT_EQ(set.out, accordo(folder, {"run", "changed.yaml", "-q", "-o", "-"}).out);
  EXPECT_NE(set.out, accordo(folder, run({"-q", "-o", "-"})).out);
}

TEST(CommandLine, RecordsWhatIsNamed) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  const auto header = [&](const std::string& record) {
    return Table::parse(accordo(folder, run({"--record", record, "-q", "-o", "-"})).out).header;
  };
  EXPECT_EQ(header("b.y,a.u"), "time,b.y,a.u");
  EXPECT_EQ(header("*.y"), "time,a.y,b.y");
  EXPECT_EQ(header("b.*"), "time,b.y,b.u,b.z");
  EXPECT_EQ(header("a.state(x)"), "time,a.x");
}

TEST(CommandLine, IsQuietOrVerboseAsAsked) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  const Result normal = accordo(folder, run({}));
  EXPECT_EQ(normal.err, "") << "no progress display where nobody looks";
  for (const char* word :
       {"jacobi", "macro-steps", "coupling residual", "error estimate", "wall time", "s.csv"}) {
    EXPECT_NE(normal.out.find(word), std::string::npos) << word;
  }
  const Result quiet = accordo(folder, run({"-q"}));
  EXPECT_EQ(quiet.code, 0);
  EXPECT_EQ(quiet.out + quiet.err, "");
  const Result verbose = accordo(folder, run({"-v"}));
  EXPECT_EQ(normal.out.find("integrator"), std::string::npos);
  EXPECT_NE(verbose.out.find("integrator"), std::string::npos) << verbose;
}

}  // namespace
}  // namespace accordo::testing
