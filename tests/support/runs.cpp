#include "tests/support/runs.hpp"

#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "cases/cases.hpp"
#include "io/scenario/scenario_reader.hpp"

namespace accordo::testing {

namespace {

std::unique_ptr<Session> open_scenario(Scenario scenario, const Settings& settings) {
  Problems problems;
  apply(settings, scenario, problems);
  auto session =
      Session::open(std::move(scenario), problems, {.fmus = settings.trust ? Fmus::trusted : Fmus::tested});
  problems.throw_if_any();
  return session;
}

Scenario read(const std::string& yaml) {
  Problems problems;
  auto scenario = read_scenario_text(yaml, "test.yaml", problems);
  problems.throw_if_any();
  return std::move(*scenario);
}

/// Keeps what the driver tells about each attempt.
class Attempts final : public StepObserver {
 public:
  explicit Attempts(std::vector<Attempt>& list) : list_(list) {}
  void attempted(const StepQuestion& question, const Proposal& p, bool accepted) override {
    list_.push_back({question.step, p.iterations, p.evaluations, p.residual, p.contraction,
                     std::string(p.solver), accepted});
  }

 private:
  std::vector<Attempt>& list_;
};

}  // namespace

std::ostream& operator<<(std::ostream& out, const RunOf& run) {
  out << run.name;
  for (const auto& [name, value] : run.parameters) out << " " << name << "=" << value;
  out << " by " << run.method;
  for (const std::string& option : run.options) out << " " << option;
  if (!run.solver.empty()) out << " with " << run.solver;
  if (run.fmus) out << " as " << run.fmus->name();
  for (const auto& [unit, capabilities] : run.lacks) {
    for (const std::string& c : capabilities) out << ", " << unit << " without " << c;
  }
  return run.tolerance > 0 ? out << " to " << run.tolerance : out << " at " << run.step;
}

std::unique_ptr<Session> open_text(const std::string& yaml, const Settings& settings) {
  return open_scenario(read(yaml), settings);
}

std::unique_ptr<Session> open_case(const RunOf& run) {
  Settings settings;
  settings.method = run.method;
  if (run.tolerance > 0) {
    settings.tolerance = run.tolerance;
  } else {
    settings.step = run.step;
  }
  settings.stop = run.stop;
  settings.options = run.options;
  settings.record = run.record;
  settings.record_errors = run.errors;
  if (!run.solver.empty()) settings.solver = run.solver;
  if (!run.estimate.empty()) settings.estimate = run.estimate;
  cases::Values values(run.parameters.begin(), run.parameters.end());
  Scenario scenario = read(cases::write(cases::get(run.name), values));
  if (run.fmus) {
    std::string name = run.name;
    for (const auto& [parameter, value] : run.parameters) name += "-" + parameter + std::to_string(value);
    export_units(*run.fmus, name, scenario);
  }
  if (run.integrator_tolerance > 0) {
    for (UnitSpec& unit : scenario.units) unit.integrator_tolerance = run.integrator_tolerance;
  }
  for (UnitSpec& unit : scenario.units) {
    for (const auto& [name, capabilities] : run.lacks) {
      if (name != "*" && name != unit.name.text) continue;
      for (const std::string& c : capabilities) unit.capabilities.push_back({{c, {}}, false});
    }
  }
  if (!run.events) {
    scenario.events.clear();
    scenario.finds_events = false;
  }
  scenario.execution = run.execution;
  return open_scenario(std::move(scenario), settings);
}

Trajectory run_session(Session& session) {
  Result result = run(session);
  if (result.failure) throw Error(*result.failure);
  return std::move(result.rows);
}

Trajectory run_case(const RunOf& run) {
  return run_session(*open_case(run));
}

bool solver_is_built(const std::string& name) {
  if (name.rfind("petsc-", 0) != 0) return true;
#ifdef ACCORDO_PETSC_FOLDER
  setenv("ACCORDO_MODULES", ACCORDO_PETSC_FOLDER, 1);
  return true;
#else
  return false;
#endif
}

Report report_of(Session& session) {
  std::vector<Attempt> attempts;
  Attempts observer(attempts);
  return {run(session, {.watch = {.observer = &observer}}), std::move(attempts)};
}

Report report_of(const RunOf& run) {
  return report_of(*open_case(run));
}

double relative_error(const Trajectory& a, const Trajectory& b) {
  if (a.times != b.times || a.names != b.names) throw std::logic_error("runs cannot be compared");
  double mean = 0;
  for (std::size_t c = 0; c < a.names.size(); ++c) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i + 1 < a.rows(); ++i) {
      const double weight = (a.times[i + 1] - a.times[i]) / 2;
      for (const std::size_t r : {i, i + 1}) {
        difference += weight * std::pow(a.at(r, c) - b.at(r, c), 2);
        size += weight * std::pow(b.at(r, c), 2);
      }
    }
    mean += std::sqrt(difference / size);
  }
  return mean / static_cast<double>(a.names.size());
}

namespace {

/// States do not jump at events: one row is enough. FMUs for co-simulation give a second one, read just
/// later.
Trajectory one_row_per_instant(const Trajectory& run) {
  Trajectory rows{.names = run.names, .held = run.held};
  TrajectorySink sink(rows);
  std::vector<double> row(run.names.size());
  for (std::size_t i = 0; i < run.rows(); ++i) {
    if (i > 0 && run.times[i] == run.times[i - 1]) continue;
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = run.at(i, c);
    sink.row(run.times[i], row);
  }
  return rows;
}

}  // namespace

double case_error(const RunOf& run) {
  RunOf reference = run;
  reference.method = "monolithic";
  reference.options.clear();
  reference.solver.clear();
  reference.lacks.clear();
  reference.fmus.reset();
  return relative_error(one_row_per_instant(run_case(run)), one_row_per_instant(run_case(reference)));
}

double observed_order(RunOf run) {
  const double coarse = case_error(run);
  run.step /= 2;
  return std::log2(coarse / case_error(run));
}

}  // namespace accordo::testing
