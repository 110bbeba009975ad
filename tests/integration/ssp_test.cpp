// System structures through the program: exported, run, checked, and refused when they are damaged.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"

namespace accordo::testing {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* kScenario =
    "units:\n"
    "  left:\n"
    "    equations:\n"
    "      parameters: {m: 5, c: 10000, d: 10}\n"
    "      states: {x: -1, v: 0}\n"
    "      inputs: {f: -20000}\n"
    "      der: {x: v, v: (-c*x - d*v + f)/m}\n"
    "      outputs: {x: x, v: v}\n"
    "  right:\n"
    "    linear:\n"
    "      states: {x: -3, v: 0}\n"
    "      inputs: {xl: -1, vl: 0, push: {file: push.csv}}\n"
    "      outputs: [f]\n"
    "      A: [[0, 1], [-2500, -2.5]]\n"
    "      B: [[0, 0, 0], [1250, 1.25, 0.125]]\n"
    "      C: [10000, 10]\n"
    "      D: [-10000, -10, 0]\n"
    "    capabilities: {rollback: false}\n"
    "connections:\n"
    "  - left.x -> right.xl\n"
    "  - left.v * 1 + 0 -> right.vl\n"
    "  - right.f * 0.5 + 1 -> left.f\n"
    "events: [0.05]\n"
    "experiment: {stop: 0.1, method: gauss-seidel, step: 1e-3}\n"
    "record: [left.*, right.f]\n";

constexpr const char* kAround =
    "<SystemStructureDescription xmlns='http://ssp-standard.org/SSP1/SystemStructureDescription' "
    "version='1.0' "
    "name='s'><System name='r'>CONTENTS</System><DefaultExperiment "
    "stopTime='0.1'/></SystemStructureDescription>";

std::string ssd(const std::string& contents) {
  std::string text = kAround;
  return text.replace(text.find("CONTENTS"), 8, contents);
}

/// A folder with the scenario and an empty one for what is extracted, which must be empty in the end.
class Ssp : public ::testing::Test {
 protected:
  Ssp() {
    folder_.write("s.yaml", kScenario);
    folder_.write("push.csv", "time,push\n0,0\n0.1,50\n");
    fs::create_directory(temporary());
    setenv("TMPDIR", temporary().c_str(), 1);
  }
  ~Ssp() override {
    for (const auto& entry : fs::recursive_directory_iterator(temporary()))
      EXPECT_TRUE(entry.is_directory() || entry.path().filename() == "lock")
          << entry.path() << " was left behind";
    unsetenv("TMPDIR");
  }

  fs::path temporary() const { return folder_.path() / "tmp"; }
  Result call(const Words& words) { return accordo(folder_, words); }
  void must(const Words& words) {
    const Result result = call(words);
    ASSERT_EQ(result.code, 0) << result;
  }
  std::string csv(const std::string& scenario, Words more = {}) {
    Words words{"run", scenario, "-q", "-o", "-"};
    words.insert(words.end(), more.begin(), more.end());
    const Result result = call(words);
    EXPECT_EQ(result.code, 0) << result;
    return result.out;
  }
  /// All commands refuse it with these words.
  void refused(const std::string& file, const Words& expected) {
    for (const char* command : {"run", "check", "info"}) {
      const Result result = call({command, file});
      EXPECT_EQ(result.code, 2) << result;
      for (const std::string& words : expected)
        EXPECT_NE(result.err.find(words), std::string::npos) << words << result;
    }
  }

  const Folder folder_;
};

TEST_F(Ssp, ExportedRunsLikeTheScenarioWithItsFmus) {
  for (const std::string version : {"2", "3"}) {
    must({"export", "s.yaml", "-o", "s.ssp", "--fmi", version});
    must({"export", "s.yaml#left", "-o", "left.fmu", "--fmi", version});
    must({"export", "s.yaml#right", "-o", "right.fmu", "--fmi", version});
    std::string text = kScenario;
    text.replace(
        text.find("  left:\n"), text.find("    capabilities") - text.find("  left:\n"),
        "  left: {fmu: left.fmu}\n  right:\n    fmu: right.fmu\n    inputs: {push: {file: push.csv}}\n");
    folder_.write("fmus.yaml", text);
    const std::string from_ssp = csv("s.ssp");
    EXPECT_EQ(from_ssp, csv("fmus.yaml")) << "FMI " << version;
    EXPECT_EQ(Table::parse(from_ssp).header, Table::parse(csv("s.yaml")).header);
    // Written once more, nothing is lost either.
    must({"export", "s.ssp", "-o", "again.ssp"});
    EXPECT_EQ(csv("again.ssp"), from_ssp);
  }
}

TEST_F(Ssp, CheckInfoAndSettingsWork) {
  must({"export", "s.yaml", "-o", "s.ssp"});
  const Result check = call({"check", "s.ssp"});
  EXPECT_EQ(check.code, 0) << check;
  EXPECT_NE(check.out.find("2 units, 3 connections"), std::string::npos) << check;
  const Result info = call({"info", "s.ssp"});
  EXPECT_EQ(info.code, 0) << info;
  EXPECT_NE(info.out.find("unit left (fmi2"), std::string::npos) << info;
  EXPECT_NE(csv("s.ssp", {"--set", "left.m=6"}), csv("s.ssp")) << "parameters of the FMU can be set";
  EXPECT_EQ(csv("s.ssp", {"--set", "left.m=5"}), csv("s.ssp"));
}

TEST_F(Ssp, NestedPackagesRunLikeTheFlatOne) {
  must({"export", "s.yaml", "-o", "inner.ssp"});
  folder_.write(
      "outer.ssd",
      ssd("<Elements><Component name='in' type='application/x-ssp-package' source='inner.ssp'/></Elements>"));
  const Words settings{"--method", "gauss-seidel", "--step", "1e-3", "--record", "*.f"};
  const Result nested =
      call({"run", "outer.ssd", "-q", "-o", "-", "--method", "gauss-seidel", "--step", "1e-3"});
  ASSERT_EQ(nested.code, 0) << nested;
  EXPECT_EQ(nested.out.substr(0, nested.out.find('\n')), "time,in/left.x,in/left.v,in/right.f");
}

TEST_F(Ssp, WithoutOurAnnotationItRunsWithDefaultsAndSaysSo) {
  must({"export", "s.yaml#left", "-o", "left.fmu"});
  folder_.write("s.ssd", ssd("<Elements><Component name='a' source='left.fmu'/></Elements>"));
  const Result result = call({"run", "s.ssd", "-o", "r.csv"});
  ASSERT_EQ(result.code, 0) << result;
  EXPECT_NE(result.err.find("warning: the file says nothing on how to couple: method auto, tolerance 1e-4"),
            std::string::npos)
      << result;
}

TEST_F(Ssp, AFolderRunsLikeThePackageItWasUnpackedFrom) {
  must({"export", "s.yaml#left", "-o", "left.fmu"});
  const std::filesystem::path folder = folder_.path() / "unpacked";
  std::filesystem::create_directory(folder);
  std::filesystem::copy(folder_.path() / "left.fmu", folder / "left.fmu");
  const std::string text = ssd("<Elements><Component name='a' source='left.fmu'/></Elements>");
  folder_.write("s.ssd", text);
  folder_.write("unpacked/SystemStructure.ssd", text);
  const std::string rows = csv("s.ssd");
  EXPECT_EQ(csv("unpacked"), rows);
  EXPECT_EQ(csv("unpacked/"), rows);
  EXPECT_EQ(call({"check", "unpacked"}).code, 0);
  EXPECT_EQ(call({"info", "unpacked"}).code, 0);
  must({"run", "unpacked/", "-q"});
  EXPECT_TRUE(folder_.has("unpacked.csv")) << "named after the folder";
}

TEST_F(Ssp, DamagedPackagesAreRefused) {
  must({"export", "s.yaml", "-o", "s.ssp"});
  const std::string bytes = folder_.read("s.ssp");
  folder_.write("cut.ssp", bytes.substr(0, bytes.size() / 2));
  refused("cut.ssp", {"ssp-damaged", "cut.ssp"});
  folder_.write("text.ssp", "no zip");
  refused("text.ssp", {"ssp-not-zip"});
  refused("none.ssp", {"ssp-unreadable", "no such file"});
  refused("none.ssd", {"ssp-unreadable", "no such file"});
  folder_.write("cut.ssd", ssd("").substr(0, 150));
  refused("cut.ssd", {"ssp-bad-xml", "cut.ssd:1"});
}

TEST_F(Ssp, ManyFaultsAreSaidAtOnce) {
  must({"export", "s.yaml#left", "-o", "left.fmu"});
  folder_.write("broken.fmu", "no zip");
  folder_.write(
      "s.ssd",
      ssd("<Elements><Component name='a' source='left.fmu'/><Component name='b' source='gone.fmu'/>\n"
          "<Component name='c' source='../left.fmu'/><Component name='d' source='broken.fmu'/></Elements>\n"
          "<Connections><Connection startElement='a' startConnector='x' endElement='a' endConnector='ff'/>\n"
          "<Connection startElement='q' startConnector='x' endElement='a' endConnector='f'/></Connections>"));
  refused("s.ssd", {"s.ssd:1:", "'gone.fmu' is not there [ssp-missing-file]", "s.ssd:2:", "ssp-bad-source",
                    "fmu-not-zip", "s.ssd:3:", "has no connector 'ff' [ssp-unknown-connector]",
                    "did you mean 'f'", "s.ssd:4:", "no element 'q'"});
}

TEST_F(Ssp, DescriptionsThatContainEachOtherAreRefused) {
  const auto other = [](const std::string& file) {
    return ssd("<Elements><Component name='c' type='application/x-ssp-definition' source='" + file +
               "'/></Elements>");
  };
  folder_.write("one.ssd", other("two.ssd"));
  folder_.write("two.ssd", other("one.ssd"));
  refused("one.ssd", {"ssp-cycle", "contains itself"});
}

TEST_F(Ssp, AnUnknownExtensionIsSaid) {
  folder_.write("s.txt", kScenario);
  refused("s.txt", {"unknown-file-kind", "'.txt'", ".ssp"});
}

TEST_F(Ssp, ExportSaysWhatIsLost) {
  std::string text = kScenario;
  text.replace(text.find("    capabilities: {rollback: false}"), 35, "    integrator: exact");
  folder_.write("s.yaml", text);
  const Result result = call({"export", "s.yaml", "-o", "s.ssp"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_NE(result.err.find("export-lost"), std::string::npos) << result;
  EXPECT_EQ(call({"export", "s.yaml"}).code, 2);
}

}  // namespace
}  // namespace accordo::testing
