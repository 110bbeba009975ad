#include "core/agreement.hpp"

#include <fmt/format.h>

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/index.hpp"

namespace accordo {
namespace {

constexpr int kMostIterations = 50;
constexpr int kMostHalvings = 14;
constexpr Eigen::Index kSmall = 64;  // loops solved by dense matrices
constexpr double kTight = 1e-14;     // relative residual: stop here at once
constexpr double kRounding = 1e-7;   // of the values around: kNear of that is what rounding leaves of them
constexpr double kNear = 1e-8;  // relative correction: after it, quadratic convergence has reached rounding

}  // namespace

struct Agreement::LargeLoop {
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
};

OutputOrder propagation_order(const Wiring& wiring, std::span<const UnitInfo> units) {
  std::vector<UnitInfo> list(units.begin(), units.end());
  for (UnitInfo& unit : list) {
    if (!unit.can.reevaluation)
      std::fill(unit.feed_through.begin(), unit.feed_through.end(), std::vector<int>{});
  }
  return order_outputs(wiring, list);
}

std::vector<std::size_t> feed_offsets(const Layout& layout) {
  std::vector<std::size_t> offsets{0};
  for (int k = 0; k < layout.units(); ++k) {
    offsets.push_back(offsets.back() + index(layout.output_count(k)) * index(layout.input_count(k)));
  }
  return offsets;
}

Agreement::Agreement(const Wiring& wiring, std::span<const UnitInfo> units)
    : wiring_(wiring),
      units_(units.begin(), units.end()),
      order_(propagation_order(wiring, units)),
      all_(units.size()),
      feed_(feed_offsets(wiring.layout)),
      row_of_input_(index(wiring.layout.inputs()), -1) {
  std::iota(all_.begin(), all_.end(), 0);
  for (Stage& stage : order_.stages) {
    // A loop's inputs are what was solved for: Φᵀy would multiply rounding errors by the loop's gain.
    for (const int i : stage.loop_inputs) row_of_input_[index(i)] = 0;
    std::erase_if(stage.links_after, [&](const Link& link) { return row_of_input_[index(link.input)] == 0; });
    for (const int i : stage.loop_inputs) row_of_input_[index(i)] = -1;
  }
  const bool loops =
      std::any_of(order_.stages.begin(), order_.stages.end(), [](const Stage& s) { return s.loop; });
  if (loops) D_.resize(feed_.back());
  if (loops) sides_.resize(order_.stages.size());
  sides_before_ = sides_;
}

Agreement::~Agreement() = default;

void Agreement::values(OutputSource& source, const Instant& at, double* u, double* y) {
  Wiring::dispatch(order_.links_first, y, u);
  for (const Stage& stage : order_.stages) {
    if (stage.loop) {
      double& side = sides_[static_cast<std::size_t>(&stage - order_.stages.data())];
      side_ = side;
      solve_loop(stage, source, at, u, y);
      side = side_;
    } else {
      source.outputs(stage.units, at, u, nullptr, y, nullptr);
    }
    Wiring::dispatch(stage.links_after, y, u);
  }
}

void Agreement::slopes(OutputSource& source, const Instant& at, const double* u, double* du, double* y,
                       double* dy) {
  source.outputs(all_, at, u, du, y, dy);
  Wiring::dispatch_slopes(order_.links_first, dy, du);
  for (const Stage& stage : order_.stages) {
    if (stage.loop) {
      solve_loop_slopes(stage, source, at, u, du, y, dy);
    } else {
      source.outputs(stage.units, at, u, du, y, dy);
    }
    Wiring::dispatch_slopes(stage.links_after, dy, du);
  }
}

// Newton's method. What counts is the correction, not the residual: in a loop of high gain rounding alone
// leaves a residual, and in a loop of small values a small residual means nothing.
void Agreement::solve_loop(const Stage& stage, OutputSource& source, const Instant& at, double* u,
                           double* y) {
  ++loop_solves_;
  const auto& inputs = stage.loop_inputs;
  for (std::vector<double>* list : {&residual_, &best_, &weight_}) list->resize(inputs.size());
  relative_ = loop_residual(stage, source, at, u, y);
  double correction = 0;
  for (int iteration = 0; iteration < kMostIterations && !(relative_ <= kTight); ++iteration) {
    step_ = residual_;
    if (!std::isfinite(relative_) || !solve_linear(stage, source, at, u, step_)) {
      fail(stage, at, "Newton's method did not get further");
    }
    correction = relative_correction(stage, u, y);
    const bool near = correction <= kNear, shorter = shorten(stage, source, at, near, u, y);
    if (near && std::isfinite(relative_)) return;
    if (!shorter) break;
  }
  if (relative_ <= kTight) return;
  fail(stage, at, fmt::format("the latest correction was {:.3g} (relative)", correction));
}

/// Takes the step, or a part of it from where the next one, with the same matrix, would be shorter: that does
/// not depend on what signals are measured in, nor on how far apart the residuals of a loop are. Where the
/// step is `near` the solution, all of it. P. Deuflhard, Newton Methods for Nonlinear Problems, section 3.3.
/// Whether the next is shorter.
bool Agreement::shorten(const Stage& stage, OutputSource& source, const Instant& at, bool near, double* u,
                        double* y) {
  const auto& inputs = stage.loop_inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    best_[i] = u[inputs[i]];
    weight_[i] = std::abs(best_[i]) + std::abs(step_[i]);
  }
  const double before = weighted(step_);
  double length = 1;
  for (int halving = 0; halving < kMostHalvings; ++halving, length /= 2) {
    for (std::size_t i = 0; i < inputs.size(); ++i) u[inputs[i]] = best_[i] + length * step_[i];
    relative_ = loop_residual(stage, source, at, u, y);
    next_step_ = residual_;
    solve_again(next_step_);
    const double after = weighted(next_step_);
    if (near && halving == 0 && std::isfinite(relative_)) return after < before;
    if (after <= (1 - length / 4) * before) return true;
  }
  return false;
}

/// The largest entry, relative to inputs and the step itself.
double Agreement::weighted(const std::vector<double>& step) const {
  double largest = 0;
  for (std::size_t i = 0; i < step.size(); ++i) {
    if (step[i] == 0) continue;
    const double part = std::abs(step[i]) / weight_[i];
    if (part > largest || std::isnan(part)) largest = part;
  }
  return largest;
}

/// residual_ ← Φᵀg(u) − u under the present u; returns the largest, relative to the inputs' size.
double Agreement::loop_residual(const Stage& stage, OutputSource& source, const Instant& at, const double* u,
                                double* y) {
  source.outputs(stage.units, at, u, nullptr, y, nullptr);
  double largest = 0;
  for (std::size_t i = 0; i < stage.loop_inputs.size(); ++i) {
    const double present = u[stage.loop_inputs[i]];
    const Link& link = wiring_.links[index(wiring_.link_of_input[index(stage.loop_inputs[i])])];
    const double wanted = link.gain * y[link.output] + link.offset;
    residual_[i] = wanted - present;
    if (residual_[i] == 0) continue;
    const double relative = std::abs(residual_[i]) / (std::abs(present) + std::abs(wanted));
    if (relative > largest || std::isnan(relative)) largest = relative;
  }
  return largest;
}

void Agreement::compare_sides(const Instant& at) {
  for (std::size_t k = 0; k < sides_.size(); ++k) {
    if (sides_[k] * sides_before_[k] < 0) {
      throw Error(Exit::no_agreement, "singular-coupling",
                  fmt::format("the gain around the algebraic loop {} has passed 1 just before t = {}: there "
                              "the loop has no solution",
                              describe_loop(order_.stages[k], wiring_, units_), at.t),
                  "look for a gain of 1 around the loop; where it jumps over 1 on purpose, list the instant "
                  "under events");
    }
    sides_before_[k] = sides_[k];
  }
}

/// Largest entry of step_, relative to its input, to a millionth of the largest one of the loop, or to what
/// counts beside the other values of its units: outputs may be small differences of those.
double Agreement::relative_correction(const Stage& stage, const double* u, const double* y) const {
  double largest = 0, around = 0, worst = 0;
  const Layout& layout = wiring_.layout;
  for (const int k : stage.units) {
    const int i = layout.first_input(k), o = layout.first_output(k);
    for (int j = i; j < i + layout.input_count(k); ++j) around = std::max(around, std::abs(u[j]));
    for (int j = o; j < o + layout.output_count(k); ++j) around = std::max(around, std::abs(y[j]));
  }
  for (std::size_t i = 0; i < step_.size(); ++i) {
    largest = std::max(largest, std::abs(u[stage.loop_inputs[i]]) + std::abs(step_[i]));
  }
  for (std::size_t i = 0; i < step_.size(); ++i) {
    const auto input = index(stage.loop_inputs[i]);
    const double size = std::max({std::abs(u[input]), 1e-6 * largest, kRounding * around});
    if (step_[i] != 0) worst = std::max(worst, std::abs(step_[i]) / size);
  }
  return worst;
}

void Agreement::solve_loop_slopes(const Stage& stage, OutputSource& source, const Instant& at,
                                  const double* u, double* du, double* y, double* dy) {
  // Linear in du: with du = 0 on the loop the outputs' slopes are the right-hand side.
  residual_.resize(stage.loop_inputs.size());
  for (const int i : stage.loop_inputs) du[i] = 0;
  source.outputs(stage.units, at, u, du, y, dy);
  for (std::size_t i = 0; i < stage.loop_inputs.size(); ++i) {
    const Link& link = wiring_.links[index(wiring_.link_of_input[index(stage.loop_inputs[i])])];
    residual_[i] = link.gain * dy[link.output];
  }
  if (!solve_linear(stage, source, at, u, residual_)) {  // a unit without slopes: nobody in the loop has any
    std::fill(residual_.begin(), residual_.end(), std::numeric_limits<double>::quiet_NaN());
  }
  for (std::size_t i = 0; i < stage.loop_inputs.size(); ++i) du[stage.loop_inputs[i]] = residual_[i];
  source.outputs(stage.units, at, u, du, y, dy);
}

bool Agreement::solve_linear(const Stage& stage, OutputSource& source, const Instant& at, const double* u,
                             std::vector<double>& residual) {
  source.feed_through(stage.units, at, u, D_.data());
  const auto n = static_cast<Eigen::Index>(stage.loop_inputs.size());
  for (std::size_t i = 0; i < stage.loop_inputs.size(); ++i)
    row_of_input_[index(stage.loop_inputs[i])] = static_cast<int>(i);
  entries_.clear();
  for (int i = 0; i < n; ++i) {
    entries_.emplace_back(i, i, 1.0);
    const Link& link = wiring_.links[index(wiring_.link_of_input[index(stage.loop_inputs[index(i)])])];
    const int unit = wiring_.unit_of_output[index(link.output)];
    const int first = wiring_.layout.first_input(unit), count = wiring_.layout.input_count(unit);
    const int row = link.output - wiring_.layout.first_output(unit);
    const double* D = D_.data() + feed_[index(unit)] + index(row) * index(count);
    for (int j = 0; j < count; ++j) {
      const int column = row_of_input_[index(first + j)];
      if (column >= 0 && D[j] != 0) entries_.emplace_back(i, column, -link.gain * D[j]);
    }
  }
  for (const int i : stage.loop_inputs) row_of_input_[index(i)] = -1;

  if (n <= kSmall) {
    dense_.setZero(n, n);
    for (const auto& e : entries_) dense_(e.row(), e.col()) += e.value();
    lu_.compute(dense_);
    side_ = lu_.matrixLU().diagonal().array().sign().prod() *
            static_cast<double>(lu_.permutationP().determinant());
  } else {
    Eigen::SparseMatrix<double> sparse(n, n);
    sparse.setFromTriplets(entries_.begin(), entries_.end());
    if (!large_) large_ = std::make_unique<LargeLoop>();
    large_->lu.compute(sparse);
    if (large_->lu.info() != Eigen::Success) return false;
    side_ = large_->lu.signDeterminant();
  }
  solve_again(residual);
  return solution_.allFinite();
}

void Agreement::solve_again(std::vector<double>& residual) {
  const auto n = static_cast<Eigen::Index>(residual.size());
  rhs_ = Eigen::Map<Eigen::VectorXd>(residual.data(), n);
  if (n <= kSmall) {
    solution_ = lu_.solve(rhs_);
  } else {
    solution_ = large_->lu.solve(rhs_);
  }
  std::copy(solution_.begin(), solution_.end(), residual.begin());
}

void Agreement::fail(const Stage& stage, const Instant& at, const std::string& why) const {
  throw Error(
      Exit::no_agreement, "algebraic-loop",
      fmt::format(
          "no consistent values at t = {}: the algebraic loop {} has no solution near the present values; {}",
          at.t, describe_loop(stage, wiring_, units_), why),
      "start values of the inputs are the first guess; otherwise the loop itself may be ill-posed (for "
      "instance "
      "u = u + 1)");
}

}  // namespace accordo
