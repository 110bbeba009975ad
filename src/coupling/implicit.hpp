// Implicit coupling: the inputs of a macro-step are sought until they agree with the outputs they lead to,
//
//   γ(z) = z − Φᵀζ(z) = 0        (IFOSMONDI-JFM paper, eq. 24)
//
// by a solver that knows nothing of co-simulation. The methods differ in the shape of the inputs, the solver
// and the first guess.
#pragma once

#include <string>
#include <vector>

#include "coupling/catalogue.hpp"
#include "coupling/estimation.hpp"
#include "coupling/interface.hpp"
#include "solve/solver.hpp"

namespace accordo {

struct ImplicitKnobs {
  Shape shape = Shape::hermite;
  std::vector<int> sequence =
      {};  ///< units one after the other, each using the newest values; empty: all at once
  const SolverInfo* solver = nullptr;
  SolverKnobs solver_knobs = {};
  double tolerance = 1e-8;  ///< 0: exactly max_iterations evaluations, whatever the residual (semi-implicit)
  int max_iterations = 60;
  bool difference_slopes = false;
  bool slopes_at_start = true;
  /// The first guess: the linear prediction (where all units can be estimated, else as `extrapolate`), the
  /// inputs of the step before continued, or the papers' first iterate, which costs an evaluation.
  enum class Guess { estimators, extrapolate, units } guess = Guess::units;
  std::vector<unsigned char> estimated = {};  ///< per unit: it is predicted instead of tried; empty: none
  EstimatorKnobs estimator = {};
  LinearSolverKnobs linear_solver = {};
  Resync resync = Resync::consistent;  ///< where units are predicted
};

std::unique_ptr<Coupling> make_implicit(ImplicitKnobs knobs);

/// The options that all iterating methods have.
std::vector<OptionInfo> iteration_options(int max_iterations);
/// The option `order` of inputs that are held or run along lines; with it, `max_iterations` given without a
/// `coupling_tolerance` means exactly so many.
std::vector<OptionInfo> low_order_options(const char* order);
ImplicitKnobs low_order_knobs(const MethodSetup& setup);
/// Those of C1-smooth inputs.
std::vector<OptionInfo> smooth_options();
/// The order of cubic inputs: one less where slopes of outputs come from differences.
int smooth_order(const Options& options, std::span<const UnitInfo> units);
OptionInfo first_step_option();
/// The knobs that these options, the solver and the tolerance of the experiment ask for.
ImplicitKnobs implicit_knobs(const MethodSetup& setup, Shape shape, const char* standard_solver);
void read_smooth_options(const MethodSetup& setup, ImplicitKnobs& knobs);

}  // namespace accordo
