// Looking at an FMU runs none of its code; testing it does, and is remembered. What check tells is what run
// would.

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include "tests/integration/misbehaving_fmu.hpp"

namespace accordo::testing {
namespace {

/// The library says when it is loaded.
class Looking : public MisbehavingFmu {
 protected:
  Looking() {
    setenv("ACCORDO_TEST_LOADED", mark().c_str(), 1);
    pack("segfault at order 2");
    folder().write("s.yaml", R"(units:
  faulty: {fmu: bad.fmu}
  other:
    equations: {states: {x: 0}, inputs: {u: 0}, der: {x: u - x}, outputs: {y: x}}
connections: [faulty.y -> other.u, other.y -> faulty.u]
experiment: {stop: 1}
)");
  }
  ~Looking() override { unsetenv("ACCORDO_TEST_LOADED"); }

  std::filesystem::path mark() const { return folder().path() / "loaded"; }
  bool was_loaded() const { return folder().has("loaded"); }
  static void expect_texts(const std::string& in, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) EXPECT_NE(in.find(text), std::string::npos) << text << "\n" << in;
  }
};

TEST_F(Looking, RunsNoCode) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"info", "bad.fmu"},
                                                {"info", "bad.fmu", "--json"},
                                                {"info", "s.yaml"},
                                                {"info", "s.yaml", "--trust"},
                                                {"check", "s.yaml"},
                                                {"check", "bad.fmu", "--json"}}) {
    const Result result = accordo(folder(), words);
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_FALSE(was_loaded()) << words[0];
  }
  EXPECT_EQ(accordo(folder(), {"check", "s.yaml", "--test"}).code, 0);
  EXPECT_TRUE(was_loaded());
}

TEST_F(Looking, TellsWhatIsDeclaredAndWhatTheFilesHold) {
  const Result info = accordo(folder(), {"info", "bad.fmu"});
  expect_texts(info.out, {"file          bad.fmu, FMI 2.0, for co-simulation", "contents      sha256 ",
                          "platforms     ", "misbehaving.so: ", "functions of FMI, needs ",
                          "tested        no: declared, not tested",
                          "rollback                  yes                       not tested",
                          "methods, by what FMUs declare", "ifosmondi-jfm  possible"});
  const Result json = accordo(folder(), {"info", "bad.fmu", "--json"});
  expect_texts(json.out, {"\"sha256\"", "\"fmi2DoStep\"", "\"tested\": null"});
}

TEST_F(Looking, RemembersWhatATestHasShown) {
  const Result tested = accordo(folder(), {"info", "bad.fmu", "--test"});
  EXPECT_EQ(tested.code, 0) << tested;
  EXPECT_TRUE(was_loaded());
  std::filesystem::remove(mark());
  const Result info = accordo(folder(), {"info", "bad.fmu"});
  EXPECT_FALSE(was_loaded());
  expect_texts(info.out, {"tested        on 20", "order 1 (order 2: fmi2SetRealInputDerivatives crashed",
                          "methods, by what tests of the FMUs have shown"});
  EXPECT_EQ(info.out, tested.out);
  const Result trusted = accordo(folder(), {"info", "bad.fmu", "--trust"});
  expect_texts(trusted.out, {"not tested"});
}

/// A unit that takes steps of one length, which nobody has said: a run needs a step, a look does not.
TEST_F(Looking, NeedsNoStep) {
  pack("nothing", "");
  const Result info = accordo(folder(), {"info", "s.yaml"});
  EXPECT_EQ(info.code, 0) << info;
  const Result check = accordo(folder(), {"check", "s.yaml"});
  EXPECT_EQ(check.code, 2) << check;
  expect_said(check, {"needs-step"});
}

TEST_F(Looking, SeesFmusOfOtherMachines) {
  fmi::write_zip(folder().path() / "bad.fmu",
                 {{"modelDescription.xml", fmi::misbehaving_description("nothing")},
                  {"binaries/win64/misbehaving.dll", "MZ"}});
  const Result info = accordo(folder(), {"info", "bad.fmu"});
  EXPECT_EQ(info.code, 0) << info;
  expect_texts(info.out, {"platforms     win64", "outputs       y"});
  expect_said(info, {"warning: ", "fmu-wrong-platform"});
  EXPECT_EQ(accordo(folder(), {"check", "s.yaml"}).code, 2);
}

/// What a run would stumble over without running anything is found.
TEST_F(Looking, FindsMissingFunctions) {
  fmi::write_zip(folder().path() / "bad.fmu",
                 fmi::misbehaving_entries(fmi::misbehaving_description("nothing"), "misbehaving.so",
                                          ACCORDO_TEST_LIBRARY_EMPTY));
  const Result check = accordo(folder(), {"check", "s.yaml"});
  EXPECT_EQ(check.code, 2) << check;
  expect_said(check, {"fmu-missing-function", "fmi2DoStep"});
}

TEST(Check, TellsTheWarningsOfRuns) {
  const Folder folder;
  folder.write("s.yaml", R"(units:
  a: {quantities: {y: mm}, equations: {states: {x: 1}, inputs: {u: 0}, der: {x: u - x}, outputs: {y: x}}}
  b: {quantities: {x: m}, equations: {inputs: {x: 0}, outputs: {F: -x}}}
connections: [{from: a.y, to: b.x, gain: 2}, b.F -> a.u]
experiment: {stop: 1}
)");
  const Result run = accordo(folder, {"run", "s.yaml", "--no-progress"}),
               check = accordo(folder, {"check", "s.yaml"});
  EXPECT_EQ(check.code, 0) << check;
  EXPECT_NE(check.err.find("[quantity-factor]"), std::string::npos) << check;
  EXPECT_EQ(check.err, run.err);
  const YAML::Node json = YAML::Load(accordo(folder, {"check", "s.yaml", "--json"}).out);
  ASSERT_EQ(json["warnings"].size(), 1U);
  EXPECT_EQ(json["warnings"][0]["id"].as<std::string>(), "quantity-factor");
}

}  // namespace
}  // namespace accordo::testing
