// What loading PETSc does to the process: nothing that anyone would notice. Each test runs in a process of
// its own.

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include "base/error.hpp"
#include "solve/petsc_test.hpp"

namespace accordo {
namespace {

using namespace petsc_test;
namespace fs = std::filesystem;

/// An empty folder that is gone after the test. The process under test knows it by the name of the test.
class Folder {
 public:
  Folder()
      : path(fs::temp_directory_path() /
             (std::string("accordo-") + testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(path);
  }
  ~Folder() {
    if (getpid() == owner_) fs::remove_all(path);
  }
  const fs::path path;

 private:
  pid_t owner_ = getpid();
};

class PetscProcess : public WithModule<testing::Test> {
 protected:
  void SetUp() override {
    WithModule::SetUp();
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // starts the program again: MPI cannot be forked
  }
};

/// Newton needs one iteration for a linear problem, no other method does.
bool newton_is_newton() {
  TestProblem problem(6, linear(0.8));
  const Result r = solve(*make_petsc_solver("petsc-newtonls", 6, {.petsc = "-ksp_rtol 1e-9"}), problem, 0,
                         {.tolerance = 1e-5});
  return r.solution.converged() && r.solution.iterations == 1;
}

/// Ends the process under test, with everything it printed visible to the test.
[[noreturn]] void quit(bool good) {
  std::fflush(stdout);
  std::exit(good ? 0 : 1);
}

const auto kSilence = testing::Eq(std::string());

void print_to_stderr() {
  std::fflush(stdout);
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

TEST_F(PetscProcess, LeavesSignalsAlone) {
  static constexpr int kRestorer = 0x04000000;  // set by the C library behind the scenes
  const auto test = [] {
    struct sigaction ours {};
    ours.sa_handler = [](int) {};
    sigaction(SIGINT, &ours, nullptr);
    sigaction(SIGTERM, &ours, nullptr);
    std::array<struct sigaction, 32> before{}, after{};
    for (int s = 1; s < 32; ++s) sigaction(s, nullptr, &before[static_cast<std::size_t>(s)]);
    bool good = newton_is_newton();
    for (int s = 1; s < 32; ++s) sigaction(s, nullptr, &after[static_cast<std::size_t>(s)]);
    for (std::size_t s = 1; s < 32; ++s) {
      good = good && before[s].sa_handler == after[s].sa_handler &&
             (before[s].sa_flags | kRestorer) == (after[s].sa_flags | kRestorer);
    }
    quit(good && after[SIGINT].sa_handler == ours.sa_handler);
  };
  EXPECT_EXIT(test(), testing::ExitedWithCode(0), kSilence);
}

TEST_F(PetscProcess, IgnoresItsEnvironmentAndLeavesItAsItWas) {
  const auto test = [] {
    print_to_stderr();
    setenv("PETSC_OPTIONS", "-snes_type nrichardson -snes_monitor -log_view -options_view -info", 1);
    setenv("PETSC_OPTIONS_YAML", "snes_type: nrichardson", 1);
    std::vector<std::string> before, after;
    for (char** variable = environ; *variable; ++variable) before.emplace_back(*variable);
    const bool good = newton_is_newton();
    for (char** variable = environ; *variable; ++variable) after.emplace_back(*variable);
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    quit(good && before == after);
  };
  EXPECT_EXIT(test(), testing::ExitedWithCode(0), kSilence);
}

TEST_F(PetscProcess, IgnoresFilesOfOptions) {
  const Folder folder;
  const auto test = [&] {
    print_to_stderr();
    fs::current_path(folder.path);
    setenv("HOME", folder.path.c_str(), 1);
    for (const char* name : {".petscrc", "petscrc"}) {
      std::ofstream(name) << "-snes_type nrichardson\n-snes_monitor\n-log_view\n";
    }
    quit(newton_is_newton());
  };
  EXPECT_EXIT(test(), testing::ExitedWithCode(0), kSilence);
}

TEST_F(PetscProcess, LeavesNothingInTheTemporaryFolder) {
  const Folder folder;
  for (const bool tidily : {true, false}) {
    const auto test = [&] {
      setenv("TMPDIR", folder.path.c_str(), 1);
      if (!newton_is_newton()) quit(false);
      if (!tidily) _exit(0);
      quit(true);
    };
    EXPECT_EXIT(test(), testing::ExitedWithCode(0), kSilence);
    EXPECT_TRUE(fs::is_empty(folder.path));
  }
}

TEST_F(PetscProcess, NeedsNoEnvironmentAndNoTemporaryFolder) {
  const auto test = [] {
    clearenv();
    setenv("ACCORDO_MODULES", ACCORDO_PETSC_FOLDER, 1);
    setenv("TMPDIR", "/nowhere", 1);
    quit(newton_is_newton());
  };
  EXPECT_EXIT(test(), testing::ExitedWithCode(0), kSilence);
}

TEST_F(PetscProcess, MayEndBeforeItsSolvers) {
  const auto test = [] {
#ifdef __SANITIZE_ADDRESS__
    const __lsan::ScopedDisabler lost_on_purpose;  // who could free PETSc's objects then?
#endif
    static std::unique_ptr<Solver> solver;  // known before PETSc starts, so destroyed after its end
    solver = make_petsc_solver("petsc-newtonls", 6, {});
    quit(true);
  };
  EXPECT_EXIT(test(), testing::ExitedWithCode(0), kSilence);
}

/// These need no module.
class PetscMissing : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  /// Whether asking for a solver fails as it should, `words` being in the text.
  static bool complains(const std::string& modules, std::initializer_list<const char*> words) {
    setenv("ACCORDO_MODULES", modules.c_str(), 1);
    try {
      make_petsc_solver("petsc-anderson", 6, {});
    } catch (const Error& error) {
      const std::string text = error.what();
      return error.code() == Exit::usage && error.problems().at(0).id == "petsc-missing" &&
             std::all_of(words.begin(), words.end(),
                         [&](const char* word) { return text.find(word) != std::string::npos; });
    }
    return false;
  }
};

TEST_F(PetscMissing, ModuleIsAnErrorThatSaysWhatToDo) {
  const Folder folder;
  EXPECT_EXIT(quit(complains(folder.path, {"libpetsc-real-dev", "newton", folder.path.c_str()})),
              testing::ExitedWithCode(0), "");
}

TEST_F(PetscMissing, LibraryIsAnErrorThatSaysWhatToDo) {
  const Folder folder;
  std::ofstream(folder.path / "accordo_petsc.so") << "not a library";
  EXPECT_EXIT(quit(complains(folder.path, {"libpetsc-real3.18", "newton"})), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace accordo
