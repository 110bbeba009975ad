#include "unit/fmi/binding/library.hpp"

#include "archive/fmu_testing.hpp"
#include "unit/fmi/binding/fmi2_api.hpp"
#include "unit/fmi/binding/fmi3_api.hpp"
#include "unit/fmi/description/platform.hpp"

namespace accordo::fmi {
namespace {

namespace fs = std::filesystem;

const fs::path kComplete = ACCORDO_TEST_LIBRARY_COMPLETE;
const fs::path kDependent = ACCORDO_TEST_LIBRARY_DEPENDENT;
const fs::path kUndefined = ACCORDO_TEST_LIBRARY_UNDEFINED;

class LibraryTest : public FmuTest {
 protected:
  /// The one problem that loading these bytes as a library gives.
  Problem problem_of(const std::string& bytes) {
    write_file(root() / "x.so", bytes);
    return load_problem(root() / "x.so");
  }

  static Problem load_problem(const fs::path& file) {
    const auto problems = problems_in([&] { const Library library(file); });
    EXPECT_EQ(problems.size(), 1u);
    if (problems.empty()) return {};
    EXPECT_EQ(problems[0].place.file, file.string());
    return problems[0];
  }
};

TEST_F(LibraryTest, LoadsAndFindsFunctions) {
  Library library(kComplete);
  EXPECT_NE(library.find("fmi2DoStep"), nullptr);
  EXPECT_EQ(library.find("fmi2Reset"), nullptr);
  const Library moved = std::move(library);
  EXPECT_NE(moved.find("fmi2DoStep"), nullptr);
}

TEST_F(LibraryTest, OptionalFunctionsAreMissedOnlyWhenCalled) {
  const Library library(kComplete);
  const fmi2::Functions f = fmi2::bind(library, fmi2::co_simulation);
  double value = 0;
  const fmi2::ValueReference reference = 0;
  EXPECT_EQ(f.get_real(nullptr, &reference, 1, &value), fmi2::warning);
  EXPECT_EQ(value, 42);
  EXPECT_EQ(f.do_step(nullptr, 0, 1, fmi2::kFalse), fmi2::discard);
  EXPECT_STREQ(f.get_version(), "2.0");
  EXPECT_FALSE(f.get_state);
  fmi2::State state = nullptr;
  const auto problems = problems_in([&] { f.get_state(nullptr, &state); });
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].id, "fmu-missing-function");
  EXPECT_NE(problems[0].what.find("fmi2GetFMUstate"), std::string::npos);
}

TEST_F(LibraryTest, RequiredFunctionsAreNamedAllAtOnce) {
  const Library library(kComplete);
  const auto exchange = problems_in([&] { fmi2::bind(library, fmi2::model_exchange); });
  ASSERT_EQ(exchange.size(), 1u);
  EXPECT_EQ(exchange[0].id, "fmu-missing-function");
  EXPECT_NE(exchange[0].what.find("fmi2SetTime"), std::string::npos);
  EXPECT_NE(exchange[0].what.find("fmi2GetDerivatives"), std::string::npos);
  EXPECT_EQ(exchange[0].what.find("fmi2SetReal"), std::string::npos) << "this one is there";
  const auto other_version = problems_in([&] { fmi3::bind(library, fmi3::co_simulation); });
  ASSERT_EQ(other_version.size(), 1u);
  EXPECT_NE(other_version[0].what.find("fmi3DoStep"), std::string::npos);
}

TEST_F(LibraryTest, NamesStayInside) {
  const Library first(kComplete);
  fs::copy_file(kComplete, root() / "copy.so");
  const Library second(root() / "copy.so");
  EXPECT_NE(first.find("fmi2DoStep"), second.find("fmi2DoStep"));
}

TEST_F(LibraryTest, WhatCannotBeLoadedSaysWhy) {
  EXPECT_EQ(problem_of("").id, "fmu-bad-library");
  EXPECT_EQ(problem_of("just some text, long enough for a header").id, "fmu-bad-library");
  EXPECT_EQ(problem_of("MZ" + std::string(100, '\0')).id, "fmu-wrong-platform");
  std::string other = read_file(kComplete);
  other[18] = '\x2b';  // SPARC v9
  other[19] = '\0';
  EXPECT_EQ(problem_of(other).id, "fmu-wrong-platform");
  EXPECT_EQ(load_problem(root() / "missing.so").id, "fmu-bad-library");

  const Problem dependency = load_problem(kDependent);
  EXPECT_EQ(dependency.id, "fmu-missing-dependency") << describe(dependency);
  EXPECT_NE(dependency.what.find("accordo_test_dependency"), std::string::npos) << describe(dependency);
  const Problem symbol = load_problem(kUndefined);
  EXPECT_EQ(symbol.id, "fmu-missing-symbol") << describe(symbol);
  EXPECT_NE(symbol.what.find("accordo_test_dependency"), std::string::npos) << describe(symbol);
}

TEST_F(LibraryTest, PythonIsLoadedForThoseThatNeedIt) {
  const fs::path pythonic = ACCORDO_TEST_LIBRARY_PYTHONIC;
  setenv("ACCORDO_LIBPYTHON", (root() / "missing.so").c_str(), 1);
  const Problem problem = load_problem(pythonic);
  EXPECT_EQ(problem.id, "fmu-missing-dependency") << describe(problem);
  EXPECT_NE(problem.remedy.find("on Debian: libpython3"), std::string::npos) << describe(problem);
  setenv("ACCORDO_LIBPYTHON", ACCORDO_TEST_LIBRARY_PYTHON, 1);
  const Library library(pythonic);
  auto* const call = reinterpret_cast<int (*)()>(library.find("accordo_test_pythonic"));
  ASSERT_NE(call, nullptr);
  EXPECT_EQ(call(), 3);
  unsetenv("ACCORDO_LIBPYTHON");
}

TEST_F(LibraryTest, TruncatedLibrariesAreRefused) {
  const std::string good = read_file(kComplete);
  for (const std::size_t n : {std::size_t{19}, std::size_t{64}, std::size_t{300}}) {
    EXPECT_EQ(problem_of(good.substr(0, n)).id, "fmu-bad-library") << n;
  }
}

class FindLibraryTest : public FmuTest {
 protected:
  /// The name of the library that is found among these files of binaries/, or the problem's id and remedy.
  std::string found_among(const std::vector<std::string>& files, Version version = Version::fmi2) {
    fs::remove_all(root() / "m");
    write_file(root() / "m/modelDescription.xml", "<xml/>");
    for (const std::string& file : files) write_file(root() / "m" / file, "x");
    const Package package(root() / "m");
    ModelDescription description;
    description.version = version;
    try {
      return find_library(package, description, "model").lexically_relative(package.folder()).string();
    } catch (const Error& error) {
      return error.problems().at(0).id + ": " + error.problems()[0].what + ": " + error.problems()[0].remedy;
    }
  }

  const std::string first_ = "binaries/" + std::string(kPlatforms.front()) + "/";
  const std::string last_ = "binaries/" + std::string(kPlatforms.back()) + "/";
};

TEST_F(FindLibraryTest, ByNameElseTheOnlyOne) {
  EXPECT_EQ(found_among({first_ + "model.so", first_ + "other.so"}), first_ + "model.so");
  EXPECT_EQ(found_among({first_ + "model-20sim.so", first_ + "notes.txt"}), first_ + "model-20sim.so");
  const std::string several = found_among({first_ + "a.so", first_ + "b.so"});
  EXPECT_TRUE(several.starts_with("fmu-bad-library")) << several;
  EXPECT_NE(several.find("'a.so', 'b.so'"), std::string::npos) << several;
  EXPECT_TRUE(found_among({first_ + "notes.txt"}).starts_with("fmu-bad-library"));
}

TEST_F(FindLibraryTest, EachVersionPrefersItsOwnFolder) {
  EXPECT_EQ(found_among({first_ + "model.so", last_ + "model.so"}, Version::fmi2), last_ + "model.so");
  EXPECT_EQ(found_among({first_ + "model.so", last_ + "model.so"}, Version::fmi3), first_ + "model.so");
  EXPECT_EQ(found_among({last_ + "model.so"}, Version::fmi3), last_ + "model.so");
}

TEST_F(FindLibraryTest, OtherPlatformsAreNamed) {
  const std::string windows = found_among({"binaries/win64/model.dll"});
  EXPECT_TRUE(windows.starts_with("fmu-wrong-platform")) << windows;
  EXPECT_NE(windows.find("'win64'"), std::string::npos) << windows;
  EXPECT_NE(found_among({"sources/model.c"}).find("C sources"), std::string::npos);
}

}  // namespace
}  // namespace accordo::fmi
