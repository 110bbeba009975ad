#include "tests/support/reference.hpp"

#include <algorithm>

namespace accordo::testing {
namespace {

constexpr std::size_t kPoints = 6;  // through which a polynomial goes
constexpr double kRows = 20000;     // close enough for its error to be that of rounding

}  // namespace

Reference::Reference(RunOf run) {
  run.method = "monolithic";
  run.options.clear();
  run.solver.clear();
  run.estimate.clear();
  run.lacks.clear();
  run.fmus.reset();
  run.tolerance = 0;
  run.integrator_tolerance = 1e-13;
  run.events = true;
  run.step = 1;
  const auto session = open_case(run);
  run.step = (session->stop() - session->start()) / kRows;
  for (const auto& [t, place] : session->scenario().events) events_.push_back(t);
  fine_ = run_case(run);
}

/// Lagrange's polynomial through the nearest rows, all on one side of events.
std::vector<double> Reference::at(double t) const {
  const auto& times = fine_.times;
  const auto near = std::lower_bound(times.begin(), times.end(), t) - times.begin();
  const auto last = static_cast<std::ptrdiff_t>(times.size() - kPoints);
  auto first = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(near - 3, 0, last));
  for (const double event : events_) {
    while (t <= event && times[first + kPoints - 1] > event && times[first] < event) --first;
    while (t > event && times[first] < event && times[first + kPoints - 1] > event) ++first;
  }
  std::vector<double> values(fine_.names.size());
  for (std::size_t i = 0; i < kPoints; ++i) {
    double weight = 1;
    for (std::size_t j = 0; j < kPoints; ++j) {
      if (i != j) weight *= (t - times[first + j]) / (times[first + i] - times[first + j]);
    }
    for (std::size_t c = 0; c < values.size(); ++c) values[c] += weight * fine_.at(first + i, c);
  }
  return values;
}

double Reference::error_of(const Trajectory& run) const {
  Trajectory exact{.names = run.names, .held = run.held};
  TrajectorySink sink(exact);
  for (const double t : run.times) sink.row(t, at(t));
  return relative_error(run, exact);
}

}  // namespace accordo::testing
