// What an FMU for co-simulation has at a communication point: outputs, also under other inputs than its own,
// slopes, and how they depend on inputs.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"
#include "unit/fmi/unit/co_simulation_unit.hpp"

namespace accordo::fmi {

void CoSimulationUnit::outputs(const Instant& at, const double* u, const double* du, double* y, double* dy) {
  if (initializing_) {
    reading_.known = false;
    instance_->set(plan_->equations.inputs.references, u);
    std::copy_n(u, now_.u.size(), now_.u.begin());
    if (dy != nullptr) end_initialization();
  }
  if (at.t_switch > at.t && now_.ahead < -plan_->short_of) cross_event(at.t, u);
  read(at.t, u, du, y, dy);
}

void CoSimulationUnit::discrete_outputs(const Instant&, const double*, Token* values) {
  instance_->get_tokens(plan_->token_outputs, values);
}

void CoSimulationUnit::set_discrete_inputs(const Instant&, const double*, const Token* values) {
  if (initializing_) return instance_->set_tokens(plan_->token_inputs, values);
  now_.tokens.assign(values, values + info().ports.discrete_inputs.size());
}

/// As the latest step left them.
void CoSimulationUnit::observe(const Instant&, const double*, double* values) {
  end_initialization();
  if (reading_.known) {
    std::copy(reading_.observed.begin(), reading_.observed.end(), values);
    return;
  }
  read_observed(*plan_, *instance_, observed_tokens_, values);
}

bool CoSimulationUnit::feed_through(const Instant&, const double* u, double* D) {
  if (!initializing_) {
    if (!plan_->feed_through_known) return false;
    const std::size_t count = info().ports.outputs.size() * now_.u.size();
    std::fill_n(D, count, 0.0);
    std::copy(plan_->feed_through.begin(), plan_->feed_through.end(), D);
    return true;
  }
  initial_feed_through(*plan_, *instance_, u, D);
  std::copy_n(u, now_.u.size(), now_.u.begin());
  return true;
}

/// Derivatives first: in initialization mode some FMUs give old ones after outputs were read.
void CoSimulationUnit::keep_reading() {
  if (reading_.known) return;
  instance_->get(plan_->equations.derivatives.references, reading_.dx.data());
  instance_->get(plan_->equations.outputs.references, reading_.y.data());
  if (!reading_.observed.empty())
    read_observed(*plan_, *instance_, observed_tokens_, reading_.observed.data());
  reading_.known = true;
}

void CoSimulationUnit::get_outputs(double* y) {
  if (!reading_.known) return instance_->get(plan_->equations.outputs.references, y);
  std::copy(reading_.y.begin(), reading_.y.end(), y);
}

void CoSimulationUnit::get_derivatives(double* dx) {
  if (!reading_.known) return instance_->get(plan_->equations.derivatives.references, dx);
  std::copy(reading_.dx.begin(), reading_.dx.end(), dx);
}

/// Under the inputs that the FMU has.
void CoSimulationUnit::read_values(double t, double* y) {
  get_outputs(y);
  require_finite_outputs(info(), y, t);
}

void CoSimulationUnit::read(double t, const double* u, const double* du, double* y, double* dy) {
  const bool by_directional = plan_->slopes == SlopeSource::directional_derivatives;
  if (dy != nullptr && by_directional) keep_reading();
  get_outputs(y);
  const bool corrected = find_correction(u);
  if (corrected) {
    for (int i = 0; i < info().ports.output_count(); ++i) y[i] += correction_[dx_.size() + index(i)];
  }
  require_finite_outputs(info(), y, t);
  if (dy != nullptr) read_slopes(corrected, du, dy);
}

bool CoSimulationUnit::correct_by_matrix(const double* u) {
  const std::vector<double>& D = plan_->feed_through;
  if (D.empty()) return false;
  std::fill(correction_.begin(), correction_.end(), 0.0);
  bool different = false;
  for (std::size_t j = 0; j < now_.u.size(); ++j) {
    const double away = u[j] - now_.u[j];
    if (away == 0) continue;
    different = true;
    for (std::size_t i = dx_.size(), k = j; i < correction_.size(); ++i, k += now_.u.size())
      correction_[i] += D[k] * away;
  }
  return different;
}

bool CoSimulationUnit::find_correction(const double* u) {
  if (plan_->feed_through_known) return correct_by_matrix(u);
  const JacobianPlan::Direction& by = plan_->jacobian.all_by_inputs();
  if (!plan_->directional || by.unknowns.empty()) return false;
  bool different = false;
  for (std::size_t k = 0; k < by.columns.size(); ++k) {
    const std::size_t j = index(by.columns[k]) - dx_.size();
    seed_[k] = u[j] - now_.u[j];
    different = different || seed_[k] != 0;
  }
  if (!different) return false;
  keep_reading();
  instance_->directional(by.unknowns, by.knowns, seed_.data(), result_.data());
  std::fill(correction_.begin(), correction_.end(), 0.0);
  for (std::size_t k = 0; k < by.rows.size(); ++k) correction_[index(by.rows[k])] = result_[k];
  return true;
}

/// At the start, and where something jumps, FMUs divide by a step that they have not made: no slope is known
/// then.
void CoSimulationUnit::read_output_derivatives(double* dy) {
  instance_->output_derivatives(plan_->equations.outputs.references, dy);
  for (std::size_t i = 0; i < info().ports.outputs.size(); ++i) {
    if (!std::isfinite(dy[i])) dy[i] = std::numeric_limits<double>::quiet_NaN();
  }
}

void CoSimulationUnit::read_slopes(bool corrected, const double* du, double* dy) {
  if (plan_->slopes == SlopeSource::output_derivatives) return read_output_derivatives(dy);
  if (plan_->slopes == SlopeSource::none) {
    std::fill_n(dy, info().ports.outputs.size(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const JacobianPlan::Direction& by = plan_->jacobian.outputs_by_all();
  get_derivatives(dx_.data());
  for (std::size_t i = 0; i < dx_.size() && corrected; ++i) dx_[i] += correction_[i];
  for (std::size_t k = 0; k < by.columns.size(); ++k) {
    const std::size_t j = index(by.columns[k]);
    const bool input = j >= dx_.size() && j < dx_.size() + values_.size();
    seed_[k] = j < dx_.size() ? dx_[j] : input ? du[j - dx_.size()] : 1;
  }
  std::fill_n(dy, info().ports.outputs.size(), 0.0);
  for (const JacobianPlan::Identity& i : plan_->jacobian.identities()) dy[i.output] = dx_[index(i.state)];
  if (by.unknowns.empty()) return;
  instance_->directional(by.unknowns, by.knowns, seed_.data(), result_.data());
  for (std::size_t k = 0; k < by.rows.size(); ++k) dy[index(by.rows[k]) - dx_.size()] = result_[k];
}

void CoSimulationUnit::linearize(const Instant&, const double* x, const double* u, LinearModel& out) {
  if (initializing_) std::copy_n(u, now_.u.size(), now_.u.begin());
  end_initialization();
  keep_reading();
  states(dx_.data());
  plan_->jacobian.evaluate(*instance_, result_.data(), out);
  get_derivatives(out.f0.data());
  get_outputs(out.g0.data());
  for (Eigen::Index i = 0; i < out.A.cols(); ++i) {
    const double away = x[i] - dx_[static_cast<std::size_t>(i)];
    if (away == 0) continue;
    out.f0 += out.A.col(i) * away;
    out.g0 += out.C.col(i) * away;
  }
  for (Eigen::Index j = 0; j < out.B.cols(); ++j) {
    const double away = u[j] - now_.u[static_cast<std::size_t>(j)];
    if (away == 0) continue;
    out.f0 += out.B.col(j) * away;
    out.g0 += out.D.col(j) * away;
  }
}

}  // namespace accordo::fmi
