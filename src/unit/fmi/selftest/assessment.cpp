#include "unit/fmi/selftest/assessment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace accordo::fmi {
namespace {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

constexpr double kRounding = 1e-10;
/// Below this, relative to values, differences are the noise of solvers that were told a tolerance of about
/// 1e-8.
constexpr double kNoise = 1e-7;

double size_of(double a, double b) {
  return std::max(std::abs(a), std::abs(b));
}

/// Whether two values agree to this; two NaN do.
bool agree(double a, double b, double tolerance) {
  return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= tolerance;
}

/// The same steps, twice: equal up to rounding, or to what a solver that starts again makes of the change
/// since `before`.
bool repeated(const Row& first, const Row& second, const Row& before) {
  constexpr double of_change = 1e-6;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double change = std::abs(first[i] - before[i]);
    if (!agree(first[i], second[i], of_change * change + kRounding * size_of(first[i], second[i])))
      return false;
  }
  return true;
}

std::string found(const char* what, double got, double expected) {
  return fmt::format("{}: {:.6g} instead of {:.6g}", what, got, expected);
}

}  // namespace

std::string assess_rollback(const Rows& rows) {
  const Row &before = rows[0], &one = rows[1], &two = rows[2];
  if (repeated(one, rows[3], before) && repeated(two, rows[4], before) && repeated(one, rows[5], before))
    return {};
  return "the same step from a restored state gives another result";
}

std::string assess_steps(const Rows& reference, const Rows& rows) {
  const Row &one = reference[0], &two = reference[1];
  bool moves = false, moved = false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    moves = moves || std::abs(two[i] - one[i]) > kRounding * size_of(one[i], two[i]);
    moved = moved || std::abs(rows[1][i] - rows[0][i]) > kRounding * size_of(rows[0][i], rows[1][i]);
  }
  return moves && !moved ? "it does nothing in a shorter step" : "";
}

std::string assess_directional(const Rows& rows, double h) {
  const Row &ahead = rows[0], &behind = rows[2], &x_ahead = rows[1], &x_behind = rows[3];
  const Row &here = rows[4], &by_inputs = rows[6];
  const Row &before = rows[7], &middle = rows[8], &after = rows[9], &along = rows[10];
  const bool complete = rows[11][0] != 0;
  // States that follow the inputs in initialization (steady state) hide what inputs do directly.
  for (std::size_t i = 0; i < ahead.size() && x_ahead == x_behind; ++i) {
    const double difference = ahead[i] - behind[i];
    // Where it bends, as limits do at 0, a derivative is that of either side.
    const double bend = std::abs(ahead[i] - 2 * here[i] + behind[i]);
    const double tolerance =
        0.05 * size_of(difference, by_inputs[i]) + bend + kRounding * 100 * size_of(ahead[i], behind[i]);
    if (!agree(by_inputs[i], difference, tolerance)) {
      return found("a derivative by inputs disagrees with differences", by_inputs[i], difference);
    }
  }
  for (std::size_t i = 0; i < along.size(); ++i) {
    if (!std::isfinite(along[i])) return "a derivative is not a number";
    const double slope = (after[i] - before[i]) / (2 * h);
    const double bend = std::abs(after[i] - 2 * middle[i] + before[i]) / h;
    const double tolerance = 0.05 * size_of(slope, along[i]) + bend + kNoise * std::abs(middle[i]) / h;
    if (complete && !agree(along[i], slope, tolerance)) {
      return found("a derivative by states disagrees with differences", along[i], slope);
    }
  }
  return {};
}

std::string assess_output_derivatives(const Rows& rows, double h) {
  for (std::size_t k = 4; k < rows.size(); ++k) {  // after step 2, and after step 3 from a restored state
    const Row &before = rows[k - 4], &at = rows[k - 3], &after = rows[k - 2];
    for (std::size_t i = 0; i < rows[k].size(); ++i) {
      const double got = rows[k][i];
      if (!std::isfinite(got)) return "an output derivative is not a number";
      const double slope = (after[i] - before[i]) / (2 * h);
      const double bend =
          std::abs(after[i] - 2 * at[i] + before[i]) / (2 * h);  // error of a one-sided difference
      const double third = std::abs(rows[3][i] - 3 * rows[2][i] + 3 * rows[1][i] - rows[0][i]) / (3 * h);
      const double tolerance = 0.4 * bend + third + 1e-3 * std::abs(slope) + kNoise * std::abs(at[i]) / h;
      if (!agree(got, slope, tolerance)) {
        return found(k == 4 ? "an output derivative disagrees with differences"
                            : "an output derivative after a restored state disagrees with differences",
                     got, slope);
      }
    }
  }
  return {};
}

std::string assess_inputs(const Row& moved, const Row& reference, const Row& held, bool exact) {
  const double share = exact ? 0.2 : 0.5;
  bool visible = false;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const double effect = reference[i] - held[i], noise = kNoise * size_of(reference[i], held[i]);
    if (!std::isfinite(moved[i])) return "a value is not a number";
    if (std::abs(effect) <= noise) continue;
    visible = true;
    if (!agree(moved[i], reference[i], share * std::abs(effect) + noise)) {
      return found("moving inputs do not have the effect that they should have", moved[i] - held[i], effect);
    }
  }
  return visible ? "" : "moving inputs have no visible effect";
}

std::string assess_jacobians(const Row& directional, const Row& differences) {
  double largest = 0;
  for (const double v : differences) largest = std::isfinite(v) ? std::max(largest, std::abs(v)) : largest;
  for (std::size_t i = 0; i < directional.size(); ++i) {
    const double tolerance = 0.01 * size_of(directional[i], differences[i]) + kNoise * largest;
    if (!agree(directional[i], differences[i], tolerance)) {
      return found("a derivative disagrees with differences", directional[i], differences[i]);
    }
  }
  return {};
}

std::string assess_equations_rollback(const Rows& rows) {
  for (int part = 0; part < 2; ++part) {
    const auto k = static_cast<std::size_t>(part);
    for (std::size_t i = 0; i < rows[k].size(); ++i) {
      if (!agree(rows[k][i], rows[k + 2][i], kRounding * size_of(rows[k][i], rows[k + 2][i]))) {
        return "a restored state is not the one that was saved";
      }
    }
  }
  return {};
}

}  // namespace accordo::fmi
