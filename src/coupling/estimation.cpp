#include "coupling/estimation.hpp"

#include "base/index.hpp"

namespace accordo {

std::vector<OptionInfo> estimator_options() {
  using Kind = OptionInfo::Kind;
  return {
      {.name = "history",
       .kind = Kind::choice,
       .default_value = "full",
       .help =
           "what linear models miss: from the latest points (full), best order per signal (flexible), kept "
           "constant (frozen, the MISSILES paper), left out (hold, the COSTARICA paper)",
       .choices = {"full", "flexible", "frozen", "hold"}},
      {.name = "operators",
       .kind = Kind::choice,
       .default_value = "exact",
       .help = "exact, or the papers' inverse Laplace transform (stehfest)",
       .choices = {"exact", "stehfest"}},
      {.name = "stehfest_order",
       .kind = Kind::integer,
       .default_value = "12",
       .help = "number of terms of the inverse Laplace transform; even",
       .choices = {},
       .least = 2,
       .most = 20},
      {.name = "refresh",
       .kind = Kind::number,
       .default_value = "0.01",
       .help = "linearize again when f has moved from the linear model by this part of its size; 0: always "
               "(and with "
               "history frozen or hold, unless given)",
       .choices = {},
       .least = 0,
       .most = 1e6}};
}

EstimatorKnobs estimator_knobs(const Options& options) {
  using ModelDefect = EstimatorKnobs::ModelDefect;
  const std::string& history = options.text("history");
  EstimatorKnobs knobs;
  knobs.history = history == "full"       ? ModelDefect::full
                  : history == "flexible" ? ModelDefect::flexible
                  : history == "frozen"   ? ModelDefect::frozen
                                          : ModelDefect::hold;
  knobs.operators = options.text("operators") == "exact" ? EstimatorKnobs::Operators::exact
                                                         : EstimatorKnobs::Operators::stehfest;
  knobs.stehfest_order = options.integer("stehfest_order") / 2 * 2;
  // Only the latest points make up for matrices of yesterday.
  const bool lives_on_matrices = knobs.history == ModelDefect::frozen || knobs.history == ModelDefect::hold;
  knobs.refresh = lives_on_matrices && !options.given("refresh") ? 0 : options.number("refresh");
  return knobs;
}

OptionInfo resync_option() {
  return {
      .name = "resync",
      .kind = OptionInfo::Kind::choice,
      .default_value = "consistent",
      .help =
          "the next step starts from values that fit the units' states, from their outputs as they are, or "
          "from the predicted values (none, the papers)",
      .choices = {"consistent", "outputs", "none"}};
}

Resync resync_of(const Options& options) {
  const std::string& text = options.text("resync");
  return text == "consistent" ? Resync::consistent : text == "outputs" ? Resync::outputs : Resync::none;
}

OptionInfo linear_solver_option() {
  return {.name = "linear_solver",
          .kind = OptionInfo::Kind::choice,
          .default_value = "auto",
          .help =
              "solves the linear system of all units' models: by factors (direct), by iterations (gmres), or "
              "whichever takes less memory (auto)",
          .choices = {"auto", "direct", "gmres"}};
}

LinearSolverKnobs::Choice linear_solver_of(const Options& options) {
  using Choice = LinearSolverKnobs::Choice;
  const std::string& text = options.text("linear_solver");
  return text == "auto" ? Choice::automatic : text == "direct" ? Choice::direct : Choice::gmres;
}

bool estimable(const UnitInfo& unit) {
  return unit.can.states && unit.can.linearization;
}

bool runs_ahead(const UnitInfo& unit, bool undriven) {
  return undriven && !unit.can.rollback && !estimable(unit);
}

std::vector<int> estimable(std::span<const UnitInfo> units) {
  std::vector<int> list;
  for (std::size_t k = 0; k < units.size(); ++k) {
    if (estimable(units[k])) list.push_back(static_cast<int>(k));
  }
  return list;
}

std::vector<unsigned char> estimated_trials(const MethodSetup& setup) {
  const bool all = setup.experiment.estimate && setup.experiment.estimate->text == "all";
  std::vector<unsigned char> list;
  for (const UnitInfo& unit : setup.ensemble.units())
    list.push_back(estimable(unit) && (all || !unit.can.rollback) ? 1 : 0);
  return list;
}

}  // namespace accordo
