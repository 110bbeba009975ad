// The knobs of iterating methods, from what the user wrote.

#include <fmt/format.h>

#include <algorithm>

#include "base/names.hpp"
#include "coupling/implicit.hpp"

namespace accordo {
namespace {

/// The solver that the user named, or the method's own; problems are reported.
const SolverInfo* solver_of(const MethodSetup& setup, const char* default_value) {
  const auto& named = setup.experiment.solver;
  if (!named) return find_solver(default_value);
  const SolverInfo* solver = find_solver(named->text);
  if (solver == nullptr) {
    std::vector<std::string> names;
    for (const SolverInfo& s : solvers()) names.emplace_back(s.name);
    setup.problems.add("unknown-solver", named->place, fmt::format("there is no solver '{}'", named->text),
                       did_you_mean(named->text, names));
    return find_solver(default_value);
  }
  return solver;
}

/// Newton on estimators has nothing to start from where a unit gives no linearization.
void check_solver_needs(const MethodSetup& setup, const SolverInfo& solver) {
  if (std::string_view(solver.name) != "estimator-newton") return;
  for (const UnitInfo& unit : setup.ensemble.units()) {
    if (estimable(unit)) continue;
    setup.problems.add(
        "solver-needs", setup.experiment.solver->place,
        fmt::format("solver '{}' cannot take unit '{}': it gives no states or no linearization", solver.name,
                    unit.name),
        "choose auto or broyden");
  }
}

}  // namespace

std::vector<OptionInfo> iteration_options(int max_iterations) {
  using Kind = OptionInfo::Kind;
  std::vector<OptionInfo> options{
      {.name = "coupling_tolerance",
       .kind = Kind::number,
       .default_value = "1e-8",
       .help = "when inputs and outputs agree, relative to their size; none: exactly max_iterations",
       .choices = {"none"},
       .least = 1e-15,
       .most = 1},
      {.name = "max_iterations",
       .kind = Kind::integer,
       .default_value = fmt::format("{}", max_iterations),
       .help = "after so many the step is given up and halved",
       .choices = {},
       .least = 1,
       .most = 100000},
      {.name = "min_step",
       .kind = Kind::number,
       .default_value = "0",
       .help = "shortest macro-step before the run ends (0: a millionth of the step asked for)",
       .choices = {},
       .least = 0,
       .most = 1e300},
      {.name = "memory",
       .kind = Kind::integer,
       .default_value = "30",
       .help = "m of the anderson solvers: how many earlier iterates they use",
       .choices = {},
       .least = 1,
       .most = 1000},
      {.name = "mixing",
       .kind = Kind::number,
       .default_value = "1",
       .help = "β of picard and anderson: how much of the new values is taken",
       .choices = {},
       .least = 1e-6,
       .most = 2},
      resync_option()};
  return joined(std::move(options), estimator_options());
}

OptionInfo first_step_option() {
  return {.name = "first_step",
          .kind = OptionInfo::Kind::choice,
          .default_value = "slopes",
          .help = "slopes: inputs start with the units' slopes; quadratic: as in the papers, without",
          .choices = {"slopes", "quadratic"}};
}

int smooth_order(const Options& options, std::span<const UnitInfo> units) {
  const bool slopes = std::all_of(units.begin(), units.end(), [](const UnitInfo& unit) {
    return unit.can.slopes || unit.ports.outputs.empty();
  });
  return slopes && options.text("slopes") != "differences" ? 4 : 3;
}

std::vector<OptionInfo> smooth_options() {
  using Kind = OptionInfo::Kind;
  return {
      first_step_option(),
      {.name = "slopes",
       .kind = Kind::choice,
       .default_value = "units",
       .help = "of outputs: from the units, or differences over the macro-step (an order less)",
       .choices = {"units", "differences"}},
      {.name = "predictor",
       .kind = Kind::choice,
       .default_value = "estimators",
       .help =
           "first guess: a linear solve with the units' linearizations (estimators; where a unit gives none, "
           "extrapolate), the inputs of the step before continued, or ask the units (the papers')",
       .choices = {"estimators", "extrapolate", "units"}},
      linear_solver_option()};
}

ImplicitKnobs implicit_knobs(const MethodSetup& setup, Shape shape, const char* standard_solver) {
  const Options& o = setup.options;
  ImplicitKnobs knobs;
  knobs.shape = shape;
  knobs.solver = solver_of(setup, standard_solver);
  knobs.solver_knobs.memory = o.integer("memory");
  knobs.solver_knobs.mixing = o.number("mixing");
  knobs.solver_knobs.petsc = setup.experiment.petsc;
  knobs.max_iterations = o.integer("max_iterations");
  knobs.estimated = estimated_trials(setup);
  knobs.estimator = estimator_knobs(o);
  knobs.resync = resync_of(o);
  check_solver_needs(setup, *knobs.solver);
  if (!knobs.solver_knobs.petsc.empty() && !std::string_view(knobs.solver->name).starts_with("petsc-")) {
    setup.problems.add("bad-option", {"command line", 0, 0},
                       fmt::format("--petsc has no effect on solver '{}'", knobs.solver->name),
                       "choose one of PETSc's, for instance --solver petsc-newtonls");
  }
  try {
    knobs.solver->make(1, knobs.solver_knobs);  // a solver that is not there is a problem before the run
  } catch (const Error& error) {
    const Problem& problem = error.problems().front();
    const SourceLocation place = setup.experiment.solver ? setup.experiment.solver->place : problem.place;
    setup.problems.add(problem.id, place, problem.what, problem.remedy);
  }
  if (o.text("coupling_tolerance") == "none") {
    knobs.tolerance = 0;
  } else if (o.given("coupling_tolerance")) {
    knobs.tolerance = o.number("coupling_tolerance");
  } else {
    knobs.tolerance = std::min(1e-8, setup.experiment.tolerance.value_or(1) / 100);
  }
  return knobs;
}

std::vector<OptionInfo> low_order_options(const char* order) {
  return {{.name = "order",
           .kind = OptionInfo::Kind::choice,
           .default_value = order,
           .help = "degree of the inputs: 0 hold, 1 line",
           .choices = {"0", "1"}}};
}

ImplicitKnobs low_order_knobs(const MethodSetup& setup) {
  const Options& o = setup.options;
  ImplicitKnobs knobs = implicit_knobs(setup, static_cast<Shape>(o.integer("order")), "picard");
  if (o.given("max_iterations") && !o.given("coupling_tolerance")) knobs.tolerance = 0;
  return knobs;
}

void read_smooth_options(const MethodSetup& setup, ImplicitKnobs& knobs) {
  const Options& o = setup.options;
  knobs.slopes_at_start = o.text("first_step") == "slopes";
  knobs.difference_slopes = o.text("slopes") == "differences";
  using Guess = ImplicitKnobs::Guess;
  const std::string& guess = o.text("predictor");
  knobs.guess = guess == "estimators"    ? Guess::estimators
                : guess == "extrapolate" ? Guess::extrapolate
                                         : Guess::units;
  // What the prediction leaves must not count beside what the iteration may leave.
  constexpr double share = 1e-3, finest = 1e-13;
  knobs.linear_solver = {.choice = linear_solver_of(o),
                         .tolerance = std::max(finest, share * knobs.tolerance)};
}

}  // namespace accordo
