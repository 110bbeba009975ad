// Sources of FMUs, compiled on request.
#include "export/build_fmu.hpp"

#include <cstdlib>

#include "export/export_fmu.hpp"
#include "export/exported_testing.hpp"
#include "unit/fmi/binding/library.hpp"
#include "unit/fmi/description/platform.hpp"

namespace accordo::exporter {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBuildScenario =
    "units:\n"
    "  decay: {equations: {states: {x: 1}, der: {x: -x}, outputs: {x: x}}}\n";

std::string description(const std::string& files) {
  return R"(<fmiModelDescription fmiVersion="2.0" modelName="m" guid="g">
<CoSimulation modelIdentifier="m">)" +
         files + R"(</CoSimulation>
<ModelVariables/><ModelStructure/></fmiModelDescription>)";
}
constexpr const char* kOneFile = R"(<SourceFiles><File name="a/m.c"/></SourceFiles>)";

class BuildFmu : public fmi::FmuTest {
 protected:
  BuildFmu() { setenv("XDG_CACHE_HOME", (root() / "cache").c_str(), 1); }
  ~BuildFmu() override { unsetenv("XDG_CACHE_HOME"); }

  fs::path fmu() const { return root() / "m.fmu"; }
  fs::path built() const { return root() / "built.fmu"; }
  BuildRequest request() const { return {.fmu = fmu(), .output = built()}; }

  /// Exports a unit without its library.
  void export_sources(fmi::Version version) const {
    const Scenario scenario = read_text(kBuildScenario);
    export_fmu(find_unit(scenario, "decay"), {}, {.version = version}, fmu());
    const fs::path folder = root() / "unpacked";
    fs::remove_all(folder);
    fs::create_directory(folder);
    archive::extract_zip(fmu(), folder, {},
                         {{}, "modelDescription.xml", [](std::string_view) { return true; }});
    std::vector<fmi::TestEntry> entries;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string name = entry.path().lexically_relative(folder).string();
      if (entry.is_regular_file() && !name.starts_with("binaries"))
        entries.push_back({name, fmi::read_file(entry.path())});
    }
    fs::remove(fmu());
    fmi::write_zip(fmu(), entries);
  }
  void pack(const std::string& source, const std::string& files = kOneFile) const {
    fs::remove(fmu());
    fmi::write_zip(fmu(), {{"modelDescription.xml", description(files)}, {"sources/a/m.c", source}});
  }
  /// Whether the library that was built has a function.
  bool has(const char* function, const std::string& identifier = "m") const {
    const fmi::Package package(built());
    const fmi::ModelDescription description = fmi::read_model_description(package);
    return fmi::Library(fmi::find_library(package, description, identifier)).find(function) != nullptr;
  }
  std::string problem(const BuildRequest& r) const {
    const auto problems = fmi::problems_in([&] { build_fmu(r); });
    return problems.empty() ? "" : describe(problems.front());
  }
};

TEST_F(BuildFmu, ExportedSourcesGiveALibraryAgain) {
  for (const auto version : {fmi::Version::fmi2, fmi::Version::fmi3}) {
    export_sources(version);
    BuildRequest r = request();
    r.force = true;
    const BuiltFmu result = build_fmu(r);
    EXPECT_FALSE(result.remembered);
    EXPECT_EQ(result.libraries, std::vector<std::string>{"decay.so"});
    EXPECT_TRUE(has(version == fmi::Version::fmi2 ? "fmi2DoStep" : "fmi3DoStep", "decay"));
    EXPECT_TRUE(build_fmu(r).remembered) << "the same sources";
    EXPECT_TRUE(has(version == fmi::Version::fmi2 ? "fmi2DoStep" : "fmi3DoStep", "decay"));
  }
}

TEST_F(BuildFmu, NothingIsOverwrittenUnasked) {
  export_sources(fmi::Version::fmi2);
  BuildRequest r{.fmu = fmu()};
  const fs::path expected = root() / ("m-" + std::string(fmi::kPlatforms.back()) + ".fmu");
  EXPECT_EQ(build_fmu(r).file, expected);
  EXPECT_NE(problem(r).find("output-exists"), std::string::npos) << problem(r);
  r.force = true;
  EXPECT_EQ(problem(r), "");
  EXPECT_NE(problem({.fmu = expected}).find("fmu-has-library"), std::string::npos);
  EXPECT_NE(problem({.fmu = fmu(), .output = fmu(), .force = true}).find("output-is-input"),
            std::string::npos);
}

TEST_F(BuildFmu, HeadersOfFmiNeedNotComeWithTheSources) {
  pack(R"(#include "fmi2Functions.h"
fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* f, fmi2Boolean visible, fmi2Boolean logging) {
  return 0;
}
)");
  build_fmu(request());
  EXPECT_TRUE(has("fmi2Instantiate"));
}

TEST_F(BuildFmu, FunctionsWithTheModelsNameInFrontAreFound) {
  pack(
      "const char* said = \"fmi2Instantiate\";\nint m_fmi2Instantiate(void) { return 0; }\nint "
      "m_fmi2DoStep(void) { return 0; }\n");
  build_fmu(request());
  EXPECT_TRUE(has("fmi2DoStep"));
}

TEST_F(BuildFmu, SourcesMayAskWhetherTheyAreForCoSimulation) {
  pack(
      "int fmi2Instantiate(void) { return 0; }\n#ifdef FMI_COSIMULATION\nint fmi2DoStep(void) { return 0; "
      "}\n#endif\n");
  build_fmu(request());
  EXPECT_TRUE(has("fmi2DoStep"));
}

TEST_F(BuildFmu, SourcesThatAreNotListedAreLookedFor) {
  fmi::write_zip(fmu(), {{"modelDescription.xml", description("")},
                         {"sources/one.c", "int two(void);\nint fmi2Instantiate(void) { return two(); }\n"},
                         {"sources/two.c", "#include \"two.h\"\nint two(void) { return TWO; }\n"},
                         {"sources/more/two.h", "#define TWO 2\n"}});
  EXPECT_EQ(build_fmu(request()).sources, 2U);
}

TEST_F(BuildFmu, WhatCannotBeBuiltSaysWhy) {
  pack("int fmi2Instantiate(void) { return nonsense; }\n");
  EXPECT_NE(problem(request()).find("sources/a/m.c:1:36: error"), std::string::npos) << problem(request());
  pack("int missing(void);\nint fmi2Instantiate(void) { return missing(); }\n");
  EXPECT_NE(problem(request()).find("missing"), std::string::npos)
      << "what is not there is missed now, not later";
  pack("int other(void) { return 0; }\n");
  EXPECT_NE(problem(request()).find("without fmi2Instantiate"), std::string::npos) << problem(request());
  pack("", R"(<SourceFiles><File name="../../escaped.c"/></SourceFiles>)");
  EXPECT_NE(problem(request()).find("fmu-no-sources"), std::string::npos) << problem(request());
  pack("", R"(<SourceFiles><File name="b.c"/></SourceFiles>)");
  EXPECT_NE(problem(request()).find("does not have it"), std::string::npos) << problem(request());
  pack("int fmi2Instantiate(void) { return 0; }\n");
  BuildRequest r = request();
  r.compiler = "no-such-compiler";
  EXPECT_NE(problem(r).find("no-compiler"), std::string::npos) << problem(r);
  EXPECT_FALSE(fs::exists(built()));
}

}  // namespace
}  // namespace accordo::exporter
