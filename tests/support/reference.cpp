#include "tests/support/reference.hpp"

#include <algorithm>
#include <cmath>

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

double Reference::share_of_range(const Trajectory& run) const {
  double worst = 0;
  std::vector<std::vector<double>> exact;
  for (const double t : run.times) exact.push_back(at(t));
  for (std::size_t column = 0; column < run.names.size(); ++column) {
    double square = 0, low = exact.front()[column], high = low, before = 0;
    for (std::size_t row = 0; row < run.rows(); ++row) {
      const double value = exact[row][column], off = run.at(row, column) - value;
      low = std::min(low, value);
      high = std::max(high, value);
      if (row > 0) square += (run.times[row] - run.times[row - 1]) * (off * off + before * before) / 2;
      before = off;
    }
    const double span = run.times.back() - run.times.front();
    if (high > low && span > 0) worst = std::max(worst, std::sqrt(square / span) / (high - low));
  }
  return worst;
}

}  // namespace accordo::testing
