#include "unit/fmi/selftest/probe_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "base/failure.hpp"
#include "base/index.hpp"
#include "unit/fmi/unit/make_plan.hpp"

namespace accordo::fmi {

double value_at(const Shape& shape, double s) {
  return ((shape[3] * s + shape[2]) * s + shape[1]) * s + shape[0];
}

double mean_over(const Shape& shape, double from, double to) {
  const auto integral = [&](double s) {
    return s * (shape[0] + s * (shape[1] / 2 + s * (shape[2] / 3 + s * shape[3] / 4)));
  };
  return (integral(to) - integral(from)) / (to - from);
}

FmuPlan probe_plan(const Subject& subject) {
  subject.fmu->load(subject.kind);
  Problems problems;
  std::vector<Problem> ignored;
  const Interface& declared = *subject.fmu->interface_of(subject.kind);
  Verified believed = as_declared(declared, kCoefficients - 1);
  believed.wants_stop_time = subject.wants_stop_time;
  believed.one_known = subject.one_known;
  Planned planned = make_plan(subject.fmu, subject.kind, subject.spec, believed, problems, ignored);
  problems.throw_if_any();
  return std::move(planned.plan);
}

ProbeRun::ProbeRun(const Subject& subject)
    : plan_(probe_plan(subject)),
      instance_(start_instance(plan_)),
      du_(plan_.input_start.size()),
      u_(plan_.input_start),
      t_(plan_.experiment.start) {
  constexpr double part = 0.01;
  for (std::size_t j = 0; j < du_.size(); ++j) {
    // Not all alike, lest inputs that act against each other cancel.
    const double weight = 1 + 0.2 * static_cast<double>(j % 5);
    const double size = std::max(std::abs(plan_.input_start[j]), plan_.input_size[j]);
    if (plan_.continuous_input[j] != 0) du_[j] = part * weight * size;
  }
}

void ProbeRun::set_inputs(double q) {
  for (std::size_t j = 0; j < u_.size(); ++j) u_[j] = plan_.input_start[j] + q * du_[j];
  instance_->set(plan_.equations.inputs.references, u_.data());
}

void ProbeRun::step(double h, double q) {
  set_inputs(q);
  if (!zeros_.references.empty()) instance_->set_input_derivatives(zeros_);
  do_step(h);
}

void ProbeRun::set_one_input(std::size_t j, double q) {
  u_ = plan_.input_start;
  if (j < u_.size()) u_[j] += q * du_[j];
  instance_->set(plan_.equations.inputs.references, u_.data());
}

void ProbeRun::step_with_derivatives(double h, const Shape& shape, int order) {
  constexpr std::array<double, kCoefficients> factorial{1, 1, 2, 6};
  set_inputs(shape[0]);
  InputDerivatives d;
  double scale = 1;
  for (int p = 1; p <= order; ++p) {
    scale *= h;
    for (std::size_t j = 0; j < u_.size(); ++j) {
      if (plan_.continuous_input[j] == 0) continue;
      d.references.push_back(plan_.equations.inputs.references.list[j]);
      d.orders.push_back(p);
      d.values.push_back(factorial[index(p)] * shape[index(p)] * du_[j] / scale);
    }
  }
  zeros_ = d;
  std::fill(zeros_.values.begin(), zeros_.values.end(), 0.0);
  instance_->set_input_derivatives(d);
  do_step(h);
}

void ProbeRun::step_with_updates(double h, const Shape& shape) {
  Signal signal(u_.size());
  signal.set_degree(kCoefficients - 1);
  for (std::size_t j = 0; j < u_.size(); ++j) {
    for (int k = 0; k < kCoefficients; ++k)
      signal.component(static_cast<int>(j))[k] = shape[index(k)] * du_[j];
    signal.component(static_cast<int>(j))[0] += plan_.input_start[j];
  }
  set_inputs(shape[0]);
  const SignalView view = signal.view();
  instance_->set_intermediate_inputs(&view, t_, h);
  do_step(h);
  instance_->set_intermediate_inputs(nullptr, 0, 1);
}

void ProbeRun::step_in_parts(double h, const Shape& shape, int parts) {
  const double start = t_;
  for (int i = 0; i < parts; ++i) {
    const double from = double(i) / parts, to = double(i + 1) / parts;
    step(start + to * h - t_, mean_over(shape, from, to));
  }
}

void ProbeRun::do_step(double h) {
  constexpr double rounding = 1e-6;
  instance_->set_going_back(saved_ && saved_t_ < t_ - rounding * h);
  const double reached = instance_->do_step(t_, h), end = t_ + h;
  if (std::abs(reached - end) > rounding * h)
    throw UnitFailure(fmt::format("a step to t = {} stopped at {}", end, reached));
  t_ = end;
}

std::vector<double> ProbeRun::outputs() {
  std::vector<double> y(plan_.equations.outputs.names.size());
  instance_->get(plan_.equations.outputs.references, y.data());
  return y;
}

std::vector<double> ProbeRun::states() {
  std::vector<double> x(plan_.equations.states.names.size());
  instance_->get(plan_.equations.states.references, x.data());
  return x;
}

std::vector<double> ProbeRun::derivatives() {
  std::vector<double> f(plan_.equations.derivatives.names.size());
  instance_->get(plan_.equations.derivatives.references, f.data());
  return f;
}

std::vector<double> ProbeRun::output_derivatives() {
  std::vector<double> dy(plan_.equations.outputs.names.size());
  instance_->output_derivatives(plan_.equations.outputs.references, dy.data());
  return dy;
}

void ProbeRun::directional(std::vector<double>& along_solution, std::vector<double>& along_inputs) {
  LinearModel m;
  const std::vector<double> f = derivatives();
  std::vector<double> scratch(f.size() + plan_.equations.outputs.names.size());
  plan_.jacobian.evaluate(*instance_, scratch.data(), m);
  // Along everything at once, as for slopes of outputs.
  const JacobianPlan::Direction& by = plan_.jacobian.outputs_by_all();
  const std::vector<double> seed(by.knowns.values, 1);
  if (!by.unknowns.empty() && !seed.empty())
    instance_->directional(by.unknowns, by.knowns, seed.data(), scratch.data());
  const auto append = [](std::vector<double>& to, const Vector& v) {
    to.insert(to.end(), v.begin(), v.end());
  };
  const Eigen::Map<const Vector> dx(f.data(), static_cast<Eigen::Index>(f.size()));
  const Eigen::Map<const Vector> du(du_.data(), static_cast<Eigen::Index>(du_.size()));
  along_solution.clear(), along_inputs.clear();
  append(along_solution, m.A * dx + m.f_t), append(along_solution, m.C * dx + m.g_t);
  append(along_inputs, m.B * du), append(along_inputs, m.D * du);
}

}  // namespace accordo::fmi
