// PETSc's nonlinear solvers as solvers of z = ψ(z), that is F(z) = z − ψ(z) = 0. Their defaults are those of
// appendix A of Eguillon, Lacabanne and Tromeur-Dervout, "IFOSMONDI-JFM Co-simulation Algorithm with PETSc".
// Unlike there the unknowns are scaled: with forces of 10⁴ beside positions of 10⁻³ Newton's line search
// fails.

#include <fmt/format.h>
#include <petscsnes.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "base/index.hpp"
#include "solve/criterion.hpp"
#include "solve/petsc/module.hpp"
#include "solve/petsc/objects.hpp"
#include "solve/petsc/runtime.hpp"

namespace accordo::petsc {
namespace {

using End = Solution::End;

/// A scaled residual beyond this (or beyond this times the first one) never comes back.
constexpr double kDiverged = 1e4;

class PetscSolver final : public Solver {
 public:
  PetscSolver(const Kind& kind, int size, const SolverKnobs& knobs)
      : kind_(kind),
        size_(size),
        knobs_(knobs),
        scale_(index(size)),
        z_(index(size)),
        gamma_(index(size)),
        best_(index(size)) {
    use_.name = kind.name;
    const std::lock_guard lock(mutex());
    start();
    build();
  }

  ~PetscSolver() override {
    const std::lock_guard lock(mutex());
    objects_.reset();
  }

  Solution solve(FixedPoint& problem, const Criterion& criterion, std::span<double> z) override;
  std::vector<SolverUse> use() const override { return {use_}; }

 private:
  void build();
  PetscErrorCode run(std::span<const double> z, SNESConvergedReason& reason);
  PetscErrorCode evaluate(Vec x, Vec F);
  PetscErrorCode test(PetscInt iteration, SNESConvergedReason& reason);
  End end_of(SNESConvergedReason reason) const;

  const Kind& kind_;
  int size_;
  SolverKnobs knobs_;
  SolverUse use_;
  std::unique_ptr<Objects> objects_;

  // of the solve in progress
  FixedPoint* problem_ = nullptr;
  const Criterion* criterion_ = nullptr;
  std::unique_lock<std::mutex>* lock_ = nullptr;
  std::exception_ptr thrown_;
  Solution solution_;
  double first_residual_ = 0, latest_residual_ = 0;
  int refusals_ = 0;           ///< evaluations without a finite value
  std::vector<double> scale_;  ///< PETSc sees z/scale and γ/scale; powers of two, so that this costs no digit
  std::vector<double> z_, gamma_, best_;
};

void PetscSolver::build() {
  // Nothing is thrown through PETSc: evaluate() keeps what ψ throws.
  const Callbacks callbacks{
      .residual = [](SNES, Vec x, Vec F,
                     void* self) { return static_cast<PetscSolver*>(self)->evaluate(x, F); },
      .test = [](SNES, PetscInt iteration, PetscReal, PetscReal, PetscReal, SNESConvergedReason* reason,
                 void* self) { return static_cast<PetscSolver*>(self)->test(iteration, *reason); },
      .context = this};
  objects_ = std::make_unique<Objects>(kind_, size_, knobs_, callbacks);
}

/// F ← z − ψ(z). The sign matters: the fixed-point step of Anderson and NGMRES is z − F(z).
PetscErrorCode PetscSolver::evaluate(Vec x, Vec F) {
  const double* from = nullptr;
  PetscCall(VecGetArrayRead(x, &from));
  for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = from[i] * scale_[i];
  PetscCall(VecRestoreArrayRead(x, &from));
  double* to = nullptr;
  PetscCall(VecGetArrayWrite(F, &to));
  bool finite = false;
  lock_->unlock();
  try {
    ++solution_.evaluations;
    finite = problem_->evaluate(z_.data(), to);
  } catch (...) {
    thrown_ = std::current_exception();
  }
  lock_->lock();
  for (std::size_t i = 0; i < z_.size() && finite; ++i) {
    to[i] = (z_[i] - to[i]) / scale_[i];
    finite = std::isfinite(to[i]);
  }
  PetscCall(VecRestoreArrayWrite(F, &to));
  if (thrown_) return PETSC_ERR_USER;
  if (!finite) {
    ++refusals_;
    PetscCall(SNESSetFunctionDomainError(objects_->snes));
  }
  return 0;
}

/// The criterion of all solvers, called after each iteration; keeps the best iterate.
PetscErrorCode PetscSolver::test(PetscInt iteration, SNESConvergedReason& reason) {
  Vec x = nullptr, F = nullptr;
  PetscCall(SNESGetSolution(objects_->snes, &x));
  PetscCall(SNESGetFunction(objects_->snes, &F, nullptr, nullptr));
  const double *at = nullptr, *value = nullptr;
  PetscCall(VecGetArrayRead(x, &at));
  PetscCall(VecGetArrayRead(F, &value));
  for (std::size_t i = 0; i < z_.size(); ++i) {
    z_[i] = at[i] * scale_[i];
    gamma_[i] = value[i] * scale_[i];
  }
  PetscCall(VecRestoreArrayRead(F, &value));
  PetscCall(VecRestoreArrayRead(x, &at));
  const double residual = largest_residual(*criterion_, z_, gamma_.data());
  if (residual < solution_.residual) {
    solution_.residual = residual;
    best_ = z_;
  }
  if (iteration == 0) first_residual_ = residual;
  if (iteration > 0 && latest_residual_ > 0) solution_.contraction = residual / latest_residual_;
  latest_residual_ = residual;
  reason = SNES_CONVERGED_ITERATING;
  if (residual > kDiverged * std::max(first_residual_, 1.0)) reason = SNES_DIVERGED_DTOL;
  if (!std::isfinite(residual)) reason = SNES_DIVERGED_FUNCTION_DOMAIN;
  if (satisfied(*criterion_, residual)) reason = SNES_CONVERGED_FNORM_ABS;
  return 0;
}

PetscErrorCode PetscSolver::run(std::span<const double> z, SNESConvergedReason& reason) {
  SNES snes = objects_->snes;
  double* first = nullptr;
  PetscCall(VecGetArrayWrite(objects_->x, &first));
  for (int i = 0; i < size_; ++i) {
    scale_[index(i)] = scale_of_unknown(*criterion_, z, i);
    first[i] = z[index(i)] / scale_[index(i)];
  }
  PetscCall(VecRestoreArrayWrite(objects_->x, &first));
  PetscCall(SNESSetTolerances(snes, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, criterion_->max_iterations,
                              PETSC_DEFAULT));
  if (!objects_->user_sets_difference) {
    const double noise = std::max(criterion_->noise, std::numeric_limits<double>::epsilon());
    PetscCall(MatMFFDSetFunctionError(objects_->J, std::sqrt(noise)));
  }
  PetscCall(SNESSolve(snes, nullptr, objects_->x));
  PetscInt iterations = 0;
  PetscCall(SNESGetIterationNumber(snes, &iterations));
  solution_.iterations = iterations;
  return SNESGetConvergedReason(snes, &reason);
}

End PetscSolver::end_of(SNESConvergedReason reason) const {
  if (satisfied(*criterion_, solution_.residual)) return End::converged;
  switch (reason) {
    case SNES_DIVERGED_MAX_IT:
    case SNES_CONVERGED_ITS:
      return End::iterations;
    case SNES_DIVERGED_DTOL:
      return End::diverged;
    case SNES_DIVERGED_FUNCTION_DOMAIN:
    case SNES_DIVERGED_FNORM_NAN:
      return End::failed;
    default:  // line search, linear solve, local minimum
      return refusals_ > 0 ? End::failed : End::stagnated;
  }
}

Solution PetscSolver::solve(FixedPoint& problem, const Criterion& criterion, std::span<double> z) {
  problem_ = &problem;
  criterion_ = &criterion;
  thrown_ = nullptr;
  solution_ = {.residual = std::numeric_limits<double>::infinity(), .solver = kind_.name};
  refusals_ = 0;
  latest_residual_ = 0;
  std::copy(z.begin(), z.end(), best_.begin());
  std::unique_lock lock(mutex());
  lock_ = &lock;
  SNESConvergedReason reason = SNES_CONVERGED_ITERATING;
  const PetscErrorCode code = run(z, reason);
  ++use_.solves;
  use_.iterations += solution_.iterations;
  use_.evaluations += solution_.evaluations;
  if (code != 0) {
    const std::string said = latest_message();
    build();  // PETSc does not tidy up behind an error
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    if (refusals_ == 0)
      throw Error(Exit::usage, "petsc-failed", fmt::format("{}: PETSc: {}", kind_.name, said));
    reason = SNES_DIVERGED_FUNCTION_DOMAIN;
  }
  std::copy(best_.begin(), best_.end(), z.begin());
  solution_.end = end_of(reason);
  return solution_;
}

}  // namespace
}  // namespace accordo::petsc

extern "C" __attribute__((visibility("default"))) accordo::Solver* accordo_make_petsc_solver_1(
    const char* name, int size, const accordo::SolverKnobs& knobs) {
  return new accordo::petsc::PetscSolver(accordo::petsc::find_kind(name), size, knobs);
}
