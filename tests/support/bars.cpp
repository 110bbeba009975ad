#include "tests/support/bars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace accordo::testing {
namespace {

/// By the trapezoidal rule, of something per row.
template <class F>
double root_mean_square(const std::vector<double>& times, F value) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < times.size(); ++i)
    sum += (times[i + 1] - times[i]) / 2 * (std::pow(value(i), 2) + std::pow(value(i + 1), 2));
  return std::sqrt(sum / (times.back() - times.front()));
}

}  // namespace

std::size_t column(const Trajectory& run, const std::string& name) {
  const auto found = std::find(run.names.begin(), run.names.end(), name);
  if (found == run.names.end()) throw std::logic_error("nothing is recorded of " + name);
  return static_cast<std::size_t>(found - run.names.begin());
}

std::vector<Bar> bars_of(const Trajectory& run, const Trajectory& right) {
  if (run.times != right.times) throw std::logic_error("runs cannot be compared");
  std::vector<Bar> list;
  for (const std::string& name : right.names) {
    const std::size_t c = column(right, name), value = column(run, name);
    const std::size_t error = column(run, "error(" + name + ")");
    const auto truth = [&](std::size_t r) { return run.at(r, value) - right.at(r, c); };
    Bar bar{.signal = name};
    double least = right.at(0, c), most = least;
    for (std::size_t r = 0; r < right.rows(); ++r) {
      least = std::min(least, right.at(r, c));
      most = std::max(most, right.at(r, c));
      bar.most = std::max(bar.most, std::abs(truth(r)));
      bar.most_carried = std::max(bar.most_carried, std::abs(run.at(r, error)));
    }
    bar.range = most - least;
    bar.carried = root_mean_square(run.times, [&](std::size_t r) { return run.at(r, error); });
    bar.truth = root_mean_square(run.times, truth);
    bar.left = root_mean_square(run.times, [&](std::size_t r) { return truth(r) - run.at(r, error); });
    list.push_back(bar);
  }
  return list;
}

Trajectory rows_away_from_events(const Trajectory& run, double distance) {
  std::vector<double> events;
  for (std::size_t i = 1; i < run.rows(); ++i) {
    if (run.times[i] == run.times[i - 1]) events.push_back(run.times[i]);
  }
  Trajectory rows{.names = run.names, .held = run.held};
  TrajectorySink sink(rows);
  const std::size_t n = run.names.size();
  for (std::size_t i = 0; i < run.rows(); ++i) {
    if (std::ranges::all_of(events, [&](double t) { return std::abs(run.times[i] - t) > distance; }))
      sink.row(run.times[i], std::span(run.values).subspan(i * n, n));
  }
  return rows;
}

Trajectory right_of(RunOf run) {
  run.method = "monolithic";
  run.options.clear();
  run.solver.clear();
  run.lacks.clear();
  run.fmus.reset();
  run.errors = false;
  run.execution = {};
  run.integrator_tolerance = 1e-13;
  return run_case(run);
}

Trajectory right_of(const std::string& yaml, const std::vector<double>& times) {
  constexpr double fine = 1e-3;
  Settings settings;
  settings.method = "monolithic";
  settings.step = fine;
  settings.output_points = fmt::format("{}", fmt::join(times, ","));
  return run_session(*open_text(yaml, settings));
}

}  // namespace accordo::testing
