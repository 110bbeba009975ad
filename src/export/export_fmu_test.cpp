// The package as a whole: what is in it, that it is reproducible, and what is said when it cannot be made.
#include "export/export_fmu.hpp"

#include <algorithm>
#include <cstdlib>

#include "export/exported_testing.hpp"
#include "unit/fmi/description/platform.hpp"

namespace accordo::exporter {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExportScenario =
    "units:\n"
    "  9-lives: {equations: {states: {x: 1}, der: {x: -x}, outputs: {x: x}}}\n"
    "  bad: {equations: {states: {x: 1}, der: {x: -y}, outputs: {x: x}}}\n";

class ExportFmu : public fmi::FmuTest {
 protected:
  const UnitSpec& unit(const char* name = "9-lives") const { return find_unit(scenario_, name); }
  fs::path file() const { return root() / "a.fmu"; }
  /// The bytes of an exported FMU.
  std::string bytes(const Options& options) const {
    export_fmu(unit(), {}, options, file());
    return fmi::read_file(file());
  }

  /// Extracts sources/ of the exported FMU, which an importer has no use for.
  fs::path sources() const {
    const fs::path folder = root() / "sources";
    fs::remove_all(folder);
    zip_t* const zip = zip_open(file().c_str(), ZIP_RDONLY, nullptr);
    EXPECT_NE(zip, nullptr);
    for (zip_int64_t i = 0; i < zip_get_num_entries(zip, 0); ++i) {
      const std::string name = zip_get_name(zip, static_cast<zip_uint64_t>(i), 0);
      if (!name.starts_with("sources/")) continue;
      zip_stat_t stat;
      zip_stat_index(zip, static_cast<zip_uint64_t>(i), 0, &stat);
      std::string text(stat.size, ' ');
      zip_file_t* const entry = zip_fopen_index(zip, static_cast<zip_uint64_t>(i), 0);
      zip_fread(entry, text.data(), text.size());
      zip_fclose(entry);
      fmi::write_file(root() / name, text);
    }
    zip_discard(zip);
    return folder;
  }

  Scenario scenario_ = read_text(kExportScenario);
};

TEST_F(ExportFmu, ContainsSourcesThatCompileWithoutWarnings) {
  for (const auto version : {fmi::Version::fmi2, fmi::Version::fmi3}) {
    export_fmu(unit(), {}, {.version = version}, file());
    const fs::path folder = sources();
    ASSERT_TRUE(fs::exists(folder / "all.c"));
    EXPECT_EQ(fs::exists(folder / "buildDescription.xml"), version == fmi::Version::fmi3);
    // Libraries stay loaded: each has a name of its own.
    const fs::path compiled = root() / (version == fmi::Version::fmi2 ? "x2.so" : "x3.so");
    const std::string command =
        "cc -std=c99 -Wall -Wextra -Werror -Wno-unused-parameter -Wno-unused-function "
        "-fPIC -shared -o " +
        compiled.string() + " " + (folder / "all.c").string() + " -lm";
    // NOLINTNEXTLINE(bugprone-command-processor,cert-env33-c): what a user of the sources would do
    ASSERT_EQ(std::system(command.c_str()), 0);
    const fmi::Library library(compiled);
    const bool fmi2 = version == fmi::Version::fmi2;
    EXPECT_NE(library.find(fmi2 ? "_9_lives_fmi2DoStep" : "_9_lives_fmi3DoStep"), nullptr)
        << "compiled as they are, the functions carry the model's name";
    EXPECT_EQ(library.find("model_derivatives"), nullptr) << "everything else is hidden";
  }
}

TEST_F(ExportFmu, TheSameUnitGivesTheSameBytes) {
  const std::string first = bytes({});
  EXPECT_EQ(bytes({}), first);
  EXPECT_NE(bytes({.features = {.rollback = false, .serialization = false}}), first);
}

TEST_F(ExportFmu, TokensTellContentsApart) {
  const auto token = [&](const Options& options) {
    return Exported(unit(), options, file()).description().token;
  };
  const std::string first = token({});
  EXPECT_EQ(first.size(), 38u);
  EXPECT_EQ(token({}), first);
  EXPECT_NE(token({.features = {.input_order = 1}}), first);
  EXPECT_NE(token({.version = fmi::Version::fmi3}), first);
}

TEST_F(ExportFmu, SaysWhatIsWrong) {
  const auto no_compiler =
      fmi::problems_in([&] { export_fmu(unit(), {}, {.compiler = "no-such-compiler"}, file()); });
  ASSERT_EQ(no_compiler.size(), 1u);
  EXPECT_EQ(no_compiler[0].id, "no-compiler");
  EXPECT_FALSE(fs::exists(file()));
  const auto failing = fmi::problems_in([&] { export_fmu(unit(), {}, {.compiler = "false"}, file()); });
  ASSERT_EQ(failing.size(), 1u);
  EXPECT_EQ(failing[0].id, "compiler-failed");
  const auto bad = fmi::problems_in([&] { export_fmu(unit("bad"), {}, {}, file()); });
  ASSERT_EQ(bad.size(), 1u);
  EXPECT_EQ(bad[0].id, "unknown-symbol");
  EXPECT_EQ(bad[0].place.line, 3);
  try {
    export_fmu(unit(), {}, {}, root() / "no/such/folder/a.fmu");
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::output);
  }
}

}  // namespace
}  // namespace accordo::exporter
