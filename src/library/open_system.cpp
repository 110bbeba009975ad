#include "library/open_system.hpp"

#include <fmt/format.h>

#include <cmath>

#include "library/own_unit.hpp"
#include "library/system_body.hpp"
#include "unit/fmi/binding/crash_watch.hpp"

namespace accordo::v0 {
namespace {

void set_number(const std::optional<double>& value, const char* name, bool positive,
                std::optional<double>& to, Problems& problems) {
  if (!value) return;
  if (!std::isfinite(*value)) {
    problems.add("not-finite", {}, fmt::format("{} must be a finite number", name));
  } else if (positive && *value <= 0) {
    problems.add("not-positive", {}, fmt::format("{} must be greater than 0, not {}", name, *value));
  } else {
    to = value;
  }
}

void set_method(const Settings& s, ExperimentSpec& e) {
  if (!s.method.empty()) {
    if (!e.method || e.method->text != s.method) {  // the file's options and solver are those of its method
      e.options.clear();
      e.solver.reset();
    }
    e.method = Text{s.method, {}};
  }
  if (!s.solver.empty()) e.solver = Text{s.solver, {}};
  for (const auto& [name, value] : s.options) {
    std::erase_if(e.options, [&](const Definition& d) { return d.name.text == name; });
    e.options.push_back({{name, {}}, {value, {}}});
  }
}

void set_output(const Settings& s, ExperimentSpec& e, Problems& problems) {
  if (s.output_interval && !s.output_points.empty())
    problems.add("interval-and-points", {}, "both an output interval and output points are given",
                 "give one of them");
  if (s.output_interval) e.output_points.clear();
  set_number(s.output_interval, "output_interval", true, e.output_interval, problems);
  if (s.output_points.empty()) return;
  e.output_interval.reset();
  e.output_points = s.output_points;
  e.output_points_place = {};
}

void apply(const Settings& s, Scenario& scenario, Problems& problems) {
  ExperimentSpec& e = scenario.experiment;
  if (s.step && s.tolerance)
    problems.add("step-and-tolerance", {}, "both a step and a tolerance are given", "give one of them");
  if (s.accuracy && (s.step || s.tolerance))
    problems.add("accuracy-and-tolerance", {}, "an accuracy is given beside a step or a tolerance",
                 "give one of them");
  if (s.step || s.tolerance) e.accuracy.reset();
  if (s.accuracy) e.step.reset(), e.tolerance.reset();
  set_number(s.accuracy, "accuracy", true, e.accuracy, problems);
  if (s.step) e.tolerance.reset();
  if (s.tolerance) e.step.reset();
  set_number(s.start, "start", false, e.start, problems);
  set_number(s.stop, "stop", false, e.stop, problems);
  set_number(s.step, "step", true, e.step, problems);
  set_number(s.tolerance, "tolerance", true, e.tolerance, problems);
  set_output(s, e, problems);
  if (s.max_steps) set_number(static_cast<double>(*s.max_steps), "max_steps", true, e.max_steps, problems);
  set_number(s.max_seconds, "max_seconds", true, e.max_seconds, problems);
  set_method(s, e);
  if (!s.record.empty()) {
    scenario.record.clear();
    for (const std::string& pattern : s.record) scenario.record.push_back({pattern, {}});
  }
  if (s.error_bars) e.error_bars = s.error_bars;
  if (s.threads != 1) scenario.execution.threads = s.threads;
  if (s.isolate) scenario.execution.isolate = true;
}

}  // namespace

std::unique_ptr<Session> open_system(const System& system, const Settings& settings, Problems& problems,
                                     const std::function<void(Scenario&)>& change) {
  const System::Body& body = system.body();
  Scenario scenario = body.scenario;
  for (const accordo::Problem& problem : body.problems.list()) problems.add(problem);
  if (scenario.units.empty()) problems.add("no-units", {}, "the system has no units", "add some");
  apply(settings, scenario, problems);
  if (change) change(scenario);
  fmi::allow_crash_reports(settings.allow.crash_reports);
  OpenOptions options{.fmus = settings.allow.processes ? Fmus::tested : Fmus::trusted,
                      .processes = settings.allow.processes};
  for (const auto& [name, unit] : body.own) options.own.emplace(name, build_own(unit));
  std::unique_ptr<Session> session = Session::open(std::move(scenario), problems, std::move(options));
  if (session) session->keep(body.warnings, body.files);
  return session;
}

std::unique_ptr<Session> open_system(const System& system, const Settings& settings,
                                     std::optional<double> accurate_tolerance) {
  Problems problems;
  std::unique_ptr<Session> session = open_system(system, settings, problems, [&](Scenario& scenario) {
    if (accurate_tolerance) scenario.experiment.tolerance = accurate_tolerance;
  });
  problems.throw_if_any();
  return session;
}

}  // namespace accordo::v0
