// FMUs that are broken as files: exit code 2, a message that names unit and file, nothing left behind.

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/integration/program.hpp"
#include "unit/fmi/misbehaving_testing.hpp"

namespace accordo::testing {
namespace {

namespace fs = std::filesystem;
using fmi::misbehaving_description;
using fmi::misbehaving_entries;

struct Broken {
  const char* name;
  void (*make)(const fs::path& file);
  std::vector<const char*> said;

  friend std::ostream& operator<<(std::ostream& out, const Broken& b) { return out << b.name; }
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

void pack(const fs::path& file, const std::string& description) {
  fmi::write_zip(file, misbehaving_entries(description));
}

/// With one more entry, whose name is this one; libzip would not write some.
void pack_with_entry(const fs::path& file, const std::string& name) {
  const std::string harmless(name.size(), 'z');
  auto entries = misbehaving_entries(misbehaving_description("nothing"));
  entries.push_back({"resources/" + harmless, "x"});
  fmi::write_zip(file, entries);
  std::string padded = name;
  padded.resize(harmless.size() + 10, 'z');
  fmi::patch_file(file, "resources/" + harmless, padded);
}

class BrokenFmu : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenFmu, IsExplained) {
  const Folder folder;
  fs::create_directory(folder.path() / "tmp");
  setenv("TMPDIR", (folder.path() / "tmp").c_str(), 1);
  setenv("XDG_CACHE_HOME", (folder.path() / "cache").c_str(), 1);
  GetParam().make(folder.path() / "bad.fmu");
  folder.write("s.yaml",
               "units: {faulty: {fmu: bad.fmu}}\nexperiment: {stop: 1, method: jacobi, step: 0.1}\n");
  for (const char* file : {"s.yaml", "bad.fmu"}) {
    const Result result = accordo(folder, {"run", file, "-o", "r.csv"});
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_NE(result.err.find("bad.fmu"), std::string::npos) << result;
    for (const char* text : GetParam().said) {
      EXPECT_NE(result.err.find(text), std::string::npos) << text << result;
    }
    EXPECT_TRUE(fs::is_empty(folder.path() / "tmp")) << "left behind in the temporary folder";
    EXPECT_FALSE(folder.has("r.csv"));
  }
  unsetenv("TMPDIR");
  unsetenv("XDG_CACHE_HOME");
}

INSTANTIATE_TEST_SUITE_P(
    AsFiles, BrokenFmu,
    ::testing::Values(
        Broken{"WrongGuid",
               [](const fs::path& f) {
                 pack(f, replaced(misbehaving_description("nothing"), "mode:nothing", "{somebody else's}"));
               },
               {"fmu-not-instantiated", "this is not my guid", "fmi2Instantiate"}},
        Broken{"MissingFunctions",
               [](const fs::path& f) {
                 fmi::write_zip(f, misbehaving_entries(misbehaving_description("nothing"), "misbehaving.so",
                                                       ACCORDO_TEST_LIBRARY_EMPTY));
               },
               {"fmu-missing-function", "fmi2Instantiate", "fmi2DoStep"}},
        Broken{"SeveralLibrariesOfOtherNames",
               [](const fs::path& f) {
                 auto entries = misbehaving_entries(misbehaving_description("nothing"), "one.so");
                 entries.push_back(entries.back());
                 entries.back().name.replace(entries.back().name.size() - 6, 6, "two.so");
                 fmi::write_zip(f, entries);
               },
               {"fmu-bad-library", "'one.so', 'two.so'"}},
        Broken{"NoLibrary",
               [](const fs::path& f) {
                 fmi::write_zip(f, {{"modelDescription.xml", misbehaving_description("nothing")}});
               },
               {"fmu-wrong-platform"}},
        Broken{"MalformedDescription",
               [](const fs::path& f) {
                 pack(f,
                      replaced(misbehaving_description("nothing"), "</ModelVariables>", "</ModelVariable>"));
               },
               {"fmu-bad-xml"}},
        Broken{"TruncatedDescription",
               [](const fs::path& f) { pack(f, misbehaving_description("nothing").substr(0, 700)); },
               {"fmu-bad-xml"}},
        Broken{"UnknownVersion",
               [](const fs::path& f) {
                 pack(f, replaced(misbehaving_description("nothing"), "fmiVersion=\"2.0\"",
                                  "fmiVersion=\"1.0\""));
               },
               {"fmu-version", "1.0"}},
        Broken{"DuplicateNames",
               [](const fs::path& f) {
                 pack(f, misbehaving_description("nothing", fmi::kEverything,
                                                 "<ScalarVariable name=\"y\" valueReference=\"9\" "
                                                 "causality=\"local\"><Real/></ScalarVariable>\n"));
               },
               {"fmu-duplicate-name", "'y'"}},
        Broken{"DuplicateReferences",
               [](const fs::path& f) {
                 pack(f, R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="m" instantiationToken="t">
<CoSimulation modelIdentifier="misbehaving"/>
<ModelVariables>
<Float64 name="time" valueReference="0" causality="independent"/>
<Float64 name="a" valueReference="1" causality="output"/>
<Float64 name="b" valueReference="1" causality="output"/>
</ModelVariables>
<ModelStructure><Output valueReference="1"/></ModelStructure>
</fmiModelDescription>
)");
               },
               {"fmu-duplicate-reference"}},
        Broken{"TruncatedArchive",
               [](const fs::path& f) {
                 pack(f, misbehaving_description("nothing"));
                 fs::resize_file(f, fs::file_size(f) / 2);
               },
               {"bad.fmu"}},
        Broken{"LeadingOut",
               [](const fs::path& f) { pack_with_entry(f, "../../../evil"); },
               {"fmu-unsafe-path"}},
        Broken{
            "AbsolutePath", [](const fs::path& f) { pack_with_entry(f, "/tmp/evil"); }, {"fmu-unsafe-path"}},
        Broken{"HugeWhenExtracted",
               [](const fs::path& f) {
                 auto entries = misbehaving_entries(misbehaving_description("nothing"));
                 entries.push_back({"resources/zeros", std::string(std::size_t{80} << 20, '\0')});
                 fmi::write_zip(f, entries);
               },
               {"fmu-too-large"}},
        Broken{
            "NotAnArchive", [](const fs::path& f) { fmi::write_file(f, "I am no zip"); }, {"fmu-not-zip"}}),
    [](const auto& broken) { return std::string(broken.param.name); });

TEST(MissingFmu, IsTheOnlyProblemOfItsUnit) {
  const Folder folder;
  folder.write("s.yaml", "units: {a: {fmu: missing.fmu}}\nexperiment: {stop: 1}\n");
  const Result result = accordo(folder, {"check", "s.yaml"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("[fmu-unreadable]"), std::string::npos) << result;
  EXPECT_EQ(result.err.find("[needs-step]"), std::string::npos) << "what it cannot do is not known\n"
                                                                << result;
}

TEST(LargeFmu, AHundredThousandVariablesAreNoObstacle) {
  const Folder folder;
  std::string more;
  for (int i = 0; i < 100'000; ++i) {
    more += "<ScalarVariable name=\"v" + std::to_string(i) + "\" valueReference=\"" +
            std::to_string(100 + i) + "\" causality=\"local\"><Real/></ScalarVariable>\n";
  }
  pack(folder.path() / "bad.fmu", misbehaving_description("nothing", fmi::kEverything, more));
  EXPECT_EQ(accordo(folder, {"run", "bad.fmu", "--trust"}).code, 0);
}

TEST(RenamedLibrary, IsFound) {
  const Folder folder;
  fmi::write_zip(folder.path() / "bad.fmu",
                 misbehaving_entries(misbehaving_description("nothing"), "renamed.so"));
  EXPECT_EQ(accordo(folder, {"run", "bad.fmu", "--trust"}).code, 0);
}

}  // namespace
}  // namespace accordo::testing
