#include "solve/petsc/objects.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "solve/petsc/options.hpp"
#include "solve/petsc/runtime.hpp"

namespace accordo::petsc {
namespace {

constexpr Kind kKinds[] = {{"petsc-newtonls", SNESNEWTONLS, SNESLINESEARCHBT, nullptr},
                           {"petsc-anderson", SNESANDERSON, SNESLINESEARCHBASIC, "-snes_anderson_m"},
                           {"petsc-ngmres", SNESNGMRES, SNESLINESEARCHBASIC, "-snes_ngmres_m"},
                           {"petsc-ngmres-ls", SNESNGMRES, SNESLINESEARCHBASIC, "-snes_ngmres_m"}};

/// m, β and the selection of NGMRES's line search are reached by options only.
std::string default_options(const Kind& kind, int size, const SolverKnobs& knobs) {
  if (!kind.memory) return {};
  const std::string_view name = kind.name;
  const bool anderson = name == "petsc-anderson";
  // More differences than unknowns depend on each other: mixing them all takes up to twice the iterations.
  const int memory = anderson ? std::min(knobs.memory, std::max(size, 1)) : knobs.memory;
  std::string options = fmt::format("{} {}", kind.memory, memory);
  if (anderson) options += fmt::format(" -snes_anderson_beta {}", knobs.mixing);
  if (name == "petsc-ngmres-ls") options += " -snes_ngmres_select_type linesearch";
  return options;
}

void check(PetscErrorCode code) {
  petsc::check(code, "petsc-failed");
}

}  // namespace

const Kind& find_kind(std::string_view name) {
  for (const Kind& kind : kKinds) {
    if (name == kind.name) return kind;
  }
  throw Error(Exit::bug, "internal", fmt::format("PETSc's solvers are asked for '{}'", name));
}

Objects::Objects(const Kind& kind, int size, const SolverKnobs& knobs, const Callbacks& callbacks)
    : Objects() {
  options = make_options(default_options(kind, size, knobs), knobs.petsc);
  create(kind, size, callbacks);
  read_options(kind);
}

Objects::~Objects() {
  if (!running()) return;
  SNESDestroy(&snes);
  MatDestroy(&J);
  VecDestroy(&F);
  VecDestroy(&x);
  PetscOptionsDestroy(&options);
}

void Objects::create(const Kind& kind, int size, const Callbacks& callbacks) {
  check(VecCreateSeq(PETSC_COMM_SELF, size, &x));
  check(VecDuplicate(x, &F));
  check(SNESCreate(PETSC_COMM_SELF, &snes));
  check(PetscObjectSetOptions(reinterpret_cast<PetscObject>(snes), options));
  check(SNESSetType(snes, kind.type));
  check(SNESSetFunction(snes, F, callbacks.residual, callbacks.context));
  check(MatCreateSNESMF(snes, &J));
  check(SNESSetJacobian(snes, J, J, MatMFFDComputeJacobian, nullptr));
  KSP ksp = nullptr;
  PC pc = nullptr;
  check(SNESGetKSP(snes, &ksp));
  check(KSPGetPC(ksp, &pc));
  check(PCSetType(pc, PCNONE));
  SNESLineSearch line_search = nullptr;
  check(SNESGetLineSearch(snes, &line_search));
  check(SNESLineSearchSetType(line_search, kind.line_search));
  check(SNESSetTolerances(snes, 0, 0, 0, PETSC_DEFAULT, -1));  // only the test decides
  check(SNESSetConvergenceTest(snes, callbacks.test, callbacks.context, nullptr));
  check(SNESSetSolution(snes, x));
}

/// Everything that looks at options does so here, while ours are in force.
void Objects::read_options(const Kind& kind) {
  const auto from_user = [](PetscErrorCode code) { petsc::check(code, "petsc-option"); };
  const InForce in_force(options);
  const LeaksOfOthers not_reported;
  if (kind.memory) check_memory(options, kind.memory, kind.name);
  from_user(MatSetFromOptions(J));
  from_user(SNESSetFromOptions(snes));
  from_user(SNESSetUp(snes));
  PetscBool given = PETSC_FALSE;
  check(PetscOptionsHasName(options, nullptr, "-mat_mffd_err", &given));
  user_sets_difference = given;
  refuse_unused(options, kind.name);
}

}  // namespace accordo::petsc
