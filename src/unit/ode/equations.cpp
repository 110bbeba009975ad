#include "unit/ode/equations.hpp"

#include <algorithm>

#include "base/index.hpp"

namespace accordo {
namespace {

void scatter(const double*& from, const std::vector<CompiledEquations::Entry>& entries, Matrix& to) {
  to.setZero();
  for (const auto& e : entries) to(e.row, e.column) = *from++;
}

void copy(const double*& from, int count, double* to) {
  std::copy_n(from, count, to);
  from += count;
}

/// Looks after what the equations say of time, and after functions of states and inputs in f, whose latest
/// evaluation is in `f_work`.
class EquationsGuard final : public StepGuard {
 public:
  EquationsGuard(const CompiledEquations& equations, std::span<const double> parameters, Horizon horizon,
                 const double* f_work)
      : time_(equations.timed, parameters, horizon),
        nodes_(equations.f, equations.watched, parameters, index(equations.states), index(equations.inputs)),
        f_work_(f_work),
        timed_(equations.timed.any()),
        watches_(equations.watched.any()) {}

  double longest(const Stretch& stretch, const TimeWindow& window) override {
    return timed_ ? time_.longest(stretch, window) : stretch.dt;
  }
  bool watches() const override { return watches_; }
  void origin(const Instant& at, const double* x, const double* u, bool evaluated) override {
    nodes_.origin(at, x, u, evaluated ? f_work_ : nullptr);
  }
  void attempting() override { nodes_.attempting(); }
  void stage(const Instant& at, const double* x, const double* u) override {
    nodes_.stage(at, x, u, f_work_);
  }
  bool hides() override { return nodes_.hides(); }

 private:
  TimeGuard time_;
  NodeGuard nodes_;
  const double* f_work_;
  bool timed_, watches_;
};

}  // namespace

EquationsDynamics::EquationsDynamics(std::shared_ptr<const CompiledEquations> equations,
                                     std::span<const double> parameters, Horizon horizon)
    : equations_(std::move(equations)),
      symbols_(parameters.begin(), parameters.end()),
      f_(equations_->f.make_work()),
      g_(equations_->g.make_work()) {
  if (equations_->timed.any() || equations_->watched.any())
    guard_ = std::make_unique<EquationsGuard>(*equations_, parameters, horizon, f_.data());
  symbols_.resize(index(equations_->parameters + equations_->states + equations_->inputs));
}

void EquationsDynamics::load(const double* x, const double* u) {
  double* to = symbols_.data() + equations_->parameters;
  to = std::copy_n(x, equations_->states, to);
  std::copy_n(u, equations_->inputs, to);
}

const double* EquationsDynamics::run(std::optional<Tape>& tape, const expr::Program& program,
                                     const Instant& at) {
  if (!tape) tape.emplace(program);
  program.evaluate(at.t, at.t_switch, symbols_.data(), tape->work.data(), tape->results.data());
  return tape->results.data();
}

void EquationsDynamics::f(const Instant& at, const double* x, const double* u, double* dx) {
  load(x, u);
  equations_->f.evaluate(at.t, at.t_switch, symbols_.data(), f_.data(), dx);
}

void EquationsDynamics::g(const Instant& at, const double* x, const double* u, double* y) {
  load(x, u);
  equations_->g.evaluate(at.t, at.t_switch, symbols_.data(), g_.data(), y);
}

void EquationsDynamics::g_slope(const Instant& at, const double* x, const double* u, const double* du,
                                double* y, double* dy) {
  load(x, u);
  const double* r = run(slopes_, equations_->slopes, at);
  copy(r, equations_->outputs, y);
  copy(r, equations_->outputs, dy);
  const double* f = r;
  r += equations_->states;
  for (const auto& e : equations_->C) dy[e.row] += *r++ * f[e.column];
  for (const auto& e : equations_->D) dy[e.row] += *r++ * du[e.column];
}

void EquationsDynamics::linearize(const Instant& at, const double* x, const double* u, LinearModel& out) {
  const auto& eq = *equations_;
  load(x, u);
  out.f0.resize(eq.states);
  out.f_t.resize(eq.states);
  out.g0.resize(eq.outputs);
  out.g_t.resize(eq.outputs);
  out.A.resize(eq.states, eq.states);
  out.B.resize(eq.states, eq.inputs);
  out.C.resize(eq.outputs, eq.states);
  out.D.resize(eq.outputs, eq.inputs);
  const double* r = run(jacobians_, equations_->jacobians, at);
  copy(r, eq.states, out.f0.data());
  copy(r, eq.outputs, out.g0.data());
  copy(r, eq.states, out.f_t.data());
  copy(r, eq.outputs, out.g_t.data());
  scatter(r, eq.A, out.A);
  scatter(r, eq.B, out.B);
  scatter(r, eq.C, out.C);
  scatter(r, eq.D, out.D);
}

}  // namespace accordo
