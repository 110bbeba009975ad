#include "solve/petsc/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

#include "base/error.hpp"
#include "solve/petsc/runtime.hpp"

namespace accordo::petsc {
namespace {

/// When to stop is decided by the criterion of the coupling, the same for all solvers.
constexpr std::array<std::string_view, 7> kStopping = {"-snes_atol",
                                                       "-snes_rtol",
                                                       "-snes_stol",
                                                       "-snes_max_it",
                                                       "-snes_max_funcs",
                                                       "-snes_divergence_tolerance",
                                                       "-snes_convergence_test"};

/// Read not before a solve ends, or not read but harmless.
constexpr std::array<std::string_view, 8> kLate = {
    "-snes_view", "-snes_view_pre", "-snes_view_solution",   "-snes_converged_reason",
    "-ksp_view",  "-ksp_view_pre",  "-ksp_converged_reason", "-help"};

template <std::size_t n>
bool contains(const std::array<std::string_view, n>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

/// "-1e-3" is a value.
bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' &&
         (std::isalpha(static_cast<unsigned char>(word[1])) || word[1] == '-');
}

[[noreturn]] void fail(const std::string& what, const std::string& remedy) {
  throw Error(Exit::usage, "petsc-option", what, remedy);
}

void validate(const std::string& given) {
  std::istringstream words(given);
  std::string word;
  bool value_may_follow = false;
  while (words >> word) {
    const bool option = is_option(word);
    if (!option && !value_may_follow) {
      fail(fmt::format("'{}' in the options for PETSc belongs to no option", word),
           "write them as -name value -name value …");
    }
    if (contains(kStopping, word)) {
      fail(fmt::format("the option {} has no effect: when to stop is not left to PETSc", word),
           "set coupling_tolerance and max_iterations of the experiment");
    }
    if (word == "-snes_type") {
      fail("the option -snes_type would make it another solver",
           "choose among petsc-newtonls, petsc-anderson, petsc-ngmres and petsc-ngmres-ls");
    }
    value_may_follow = option;
  }
}

}  // namespace

PetscOptions make_options(const std::string& defaults, const std::string& given) {
  validate(given);
  PetscOptions options = nullptr;
  check(PetscOptionsCreate(&options), "petsc-failed");
  try {
    check(PetscOptionsInsertString(options, defaults.c_str()), "petsc-failed");
    check(PetscOptionsInsertString(options, given.c_str()), "petsc-option");
    // What it asks for is always so; taken literally, PETSc would make another matrix that does not know the
    // noise of ψ.
    check(PetscOptionsClearValue(options, "-snes_mf"), "petsc-failed");
  } catch (...) {
    PetscOptionsDestroy(&options);
    throw;
  }
  return options;
}

void check_memory(PetscOptions options, const char* option, const char* solver) {
  constexpr int kLongest = 1000;
  PetscInt m = 0;
  check(PetscOptionsGetInt(options, nullptr, option, &m, nullptr), "petsc-option");
  if (m >= 1 && m <= kLongest) return;
  fail(fmt::format("{} cannot have a memory of {}", solver, m),
       fmt::format("choose it between 1 and {}", kLongest));
}

void refuse_unused(PetscOptions options, const char* solver) {
  PetscInt count = 0;
  char **names = nullptr, **values = nullptr;
  check(PetscOptionsLeftGet(options, &count, &names, &values), "petsc-failed");
  std::string unused;
  for (PetscInt i = 0; i < count; ++i) {
    const std::string name = std::string("-") + names[i];
    if (!contains(kLate, name)) unused += (unused.empty() ? "" : ", ") + name;
  }
  PetscOptionsLeftRestore(options, &count, &names, &values);
  if (!unused.empty()) {
    fail(fmt::format("{} does not know these options for PETSc: {}", solver, unused),
         "PETSc's manual lists them; a value is separated from its option by a space");
  }
}

InForce::InForce(PetscOptions options) {
  PetscOptionsPush(options);
}
InForce::~InForce() {
  PetscOptionsPop();
}

}  // namespace accordo::petsc
