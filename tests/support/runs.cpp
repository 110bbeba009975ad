#include "tests/support/runs.hpp"

#include <cmath>
#include <stdexcept>

#include "cases/cases.hpp"
#include "io/scenario_reader.hpp"

namespace accordo::testing {

std::unique_ptr<Session> open_text(const std::string& yaml, const Settings& settings) {
  Problems problems;
  auto scenario = read_scenario_text(yaml, "test.yaml", problems);
  problems.throw_if_any();
  apply(settings, *scenario, problems);
  auto session = Session::open(std::move(*scenario), problems);
  problems.throw_if_any();
  return session;
}

std::unique_ptr<Session> open_case(const RunOf& run) {
  Settings settings;
  settings.method = run.method;
  settings.step = run.step;
  settings.options = run.options;
  settings.record = run.record;
  cases::Values values(run.parameters.begin(), run.parameters.end());
  return open_text(cases::write(cases::get(run.name), values), settings);
}

MemorySink run_session(Session& session) {
  MemorySink sink;
  const Outcome outcome = session.run(&sink);
  if (outcome.failure) throw Error(*outcome.failure);
  return sink;
}

MemorySink run_case(const RunOf& run) {
  return run_session(*open_case(run));
}

double relative_error(const MemorySink& a, const MemorySink& b) {
  if (a.times() != b.times() || a.columns() != b.columns()) throw std::logic_error("runs cannot be compared");
  double mean = 0;
  for (std::size_t c = 0; c < a.columns().size(); ++c) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i + 1 < a.rows(); ++i) {
      const double weight = (a.times()[i + 1] - a.times()[i]) / 2;
      for (const std::size_t r : {i, i + 1}) {
        difference += weight * std::pow(a.at(r, c) - b.at(r, c), 2);
        size += weight * std::pow(b.at(r, c), 2);
      }
    }
    mean += std::sqrt(difference / size);
  }
  return mean / static_cast<double>(a.columns().size());
}

double case_error(const RunOf& run) {
  RunOf reference = run;
  reference.method = "monolithic";
  reference.options.clear();
  return relative_error(run_case(run), run_case(reference));
}

double observed_order(RunOf run) {
  const double coarse = case_error(run);
  run.step /= 2;
  return std::log2(coarse / case_error(run));
}

}  // namespace accordo::testing
