// Solvers of z = ψ(z): one small interface, nothing of co-simulation.
#pragma once

#include <accordo/statistics.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace accordo {

/// The map ψ whose fixed point is sought. One evaluation is expensive, solvers count every one.
class FixedPoint {
 public:
  virtual ~FixedPoint() = default;

  /// psi ← ψ(z). False where ψ has no finite value: a solver may come back from there with a shorter step.
  /// Exceptions pass through every solver, which can be used again afterwards.
  virtual bool evaluate(const double* z, double* psi) = 0;

  /// r ← (I − ∂ψ/∂z)⁻¹ r, approximately, where the caller knows better than a solver can find out; false
  /// otherwise, r untouched.
  virtual bool apply_inverse(double* /*r*/) { return false; }
};

/// When an iterate is good enough, component by component: |z_i − ψ_i(z)| < tolerance max(|z_i − o_i|, s_i).
struct Criterion {
  double tolerance = 1e-8;
  /// s: the size of each unknown, as long as z; empty: all 1 + |z_i|, and the origin is 0.
  std::span<const double> sizes = {};
  std::span<const double> origin = {};  ///< o: what unknowns are counted from; as long as z, or empty: 0
  int max_iterations = 100;
  double noise = 2.3e-16;  ///< relative error of ψ itself: sets the length of difference steps
};

/// What became of a solve. z holds the best iterate.
struct Solution {
  enum class End {
    converged,
    iterations,  ///< the limit was reached
    stagnated,   ///< the solver makes no more progress
    diverged,    ///< the residual grows
    failed,      ///< ψ could not be evaluated where the solver had to go
  };
  End end = End::converged;
  int iterations = 0;
  int evaluations = 0;
  double residual = 0;      ///< the largest |z_i − ψ_i|, relative to the size of unknown i
  double contraction = 0;   ///< residual norm of the latest iteration over the one before; 0: not known.
                            ///< picard: the factor per iteration in the long run, estimated
  std::string_view solver;  ///< which one ended it: of several in a chain, the last

  bool converged() const { return end == End::converged; }
};

using v0::SolverUse;

/// A solver for problems of one size. It allocates when it is made, never while it solves. Different solvers
/// may work at the same time in different threads.
class Solver {
 public:
  virtual ~Solver() = default;

  /// z: first guess in, solution out. When it converges without help from others, the latest evaluation of ψ
  /// was at this very z, bit by bit (petsc-ngmres excepted).
  virtual Solution solve(FixedPoint& problem, const Criterion& criterion, std::span<double> z) = 0;

  /// Drops what was carried over from earlier solves: the next problem is another one.
  virtual void forget() {}
  /// Remembers what is carried over; one level deep.
  virtual void save() {}
  /// Back to what was remembered, bit by bit: the solves since then count for nothing (but for use()).
  virtual void restore() {}

  virtual std::vector<SolverUse> use() const = 0;
};

/// Knobs of all solvers; each reads those it has.
struct SolverKnobs {
  int memory = 30;         ///< m of anderson
  double mixing = 1;       ///< β of anderson and picard: 1 takes ψ(z) whole
  std::string petsc = {};  ///< options for PETSc's solvers, as on its command line
};

struct SolverInfo {
  const char* name;
  const char* summary;
  /// Throws Error where the solver needs something that is not there (PETSc).
  std::unique_ptr<Solver> (*make)(int size, const SolverKnobs& knobs);
};

/// All solvers, one line each: help, documentation and validation read this list.
std::span<const SolverInfo> solvers();
/// Null when there is no such solver.
const SolverInfo* find_solver(std::string_view name);

}  // namespace accordo
