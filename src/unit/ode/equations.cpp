#include "unit/ode/equations.hpp"

#include <algorithm>

#include "base/index.hpp"

namespace accordo {
namespace {

void scatter(const double*& from, const std::vector<EquationPrograms::Entry>& entries, Matrix& to) {
  to.setZero();
  for (const auto& e : entries) to(e.row, e.column) = *from++;
}

void copy(const double*& from, int count, double* to) {
  std::copy_n(from, count, to);
  from += count;
}

bool all_finite(const double* values, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i] * 0;  // 0 unless a value is infinite or NaN
  return sum == 0;
}

/// Looks after what the equations say of time, and after functions of states and inputs in f, as it was
/// evaluated last.
class EquationsGuard final : public StepGuard {
 public:
  /// Of one of the two ways to compute f: nodes, and the latest evaluation.
  struct Nodes {
    NodeGuard guard;
    const double* work;
  };

  /// `symbols`: those of the latest evaluation; `when`: what is held then.
  EquationsGuard(const CompiledEquations& equations, std::span<const double> parameters, Horizon horizon,
                 const double* symbols, const Hold* when)
      : time_(equations.timed, parameters, horizon),
        inputs_(index(equations.inputs)),
        sides_(symbols + equations.parameters + equations.states + equations.inputs),
        when_(when),
        timed_(equations.timed.any()) {
    add(equations, parameters, index(equations.states), inputs_);
    if (!equations.held) return;
    u_.resize(inputs_ + equations.held->jumps.size());
    add(*equations.held, parameters, index(equations.states), u_.size());
  }
  void works(const double* live, const double* held) {
    nodes_.front().work = live;
    nodes_.back().work = nodes_.size() > 1 ? held : live;
  }

  double longest(const Stretch& stretch, const TimeWindow& window) override {
    return timed_ ? time_.longest(stretch, window) : stretch.dt;
  }
  bool watches() const override { return watches_; }
  void origin(const Instant& at, const double* x, const double* u, bool evaluated) override {
    Nodes& now = nodes();
    now.guard.origin(at, x, with_sides(u), evaluated ? now.work : nullptr);
  }
  void attempting() override { nodes().guard.attempting(); }
  void stage(const Instant& at, const double* x, const double* u) override {
    Nodes& now = nodes();
    now.guard.stage(at, x, with_sides(u), now.work);
  }
  bool hides() override { return nodes().guard.hides(); }

 private:
  void add(const EquationPrograms& programs, std::span<const double> parameters, std::size_t states,
           std::size_t inputs) {
    nodes_.push_back({NodeGuard(programs.f, programs.watched, parameters, states, inputs), nullptr});
    watches_ = watches_ || programs.watched.any();
  }
  bool held() const { return *when_ == Hold::always && nodes_.size() > 1; }
  Nodes& nodes() { return held() ? nodes_.back() : nodes_.front(); }
  const double* with_sides(const double* u) {
    if (!held()) return u;
    std::copy_n(u, inputs_, u_.begin());
    std::copy_n(sides_, u_.size() - inputs_, u_.begin() + static_cast<std::ptrdiff_t>(inputs_));
    return u_.data();
  }

  TimeGuard time_;
  std::vector<Nodes> nodes_;  ///< as equations are written, and with held branches
  std::size_t inputs_;
  const double* sides_;
  const Hold* when_;
  std::vector<double> u_;  ///< inputs, then sides, which move as little as parameters
  bool timed_, watches_ = false;
};

}  // namespace

EquationsDynamics::EquationsDynamics(std::shared_ptr<const CompiledEquations> equations,
                                     std::span<const double> parameters, Horizon horizon)
    : equations_(std::move(equations)), symbols_(parameters.begin(), parameters.end()), live_(*equations_) {
  const std::optional<HeldEquations>& held = equations_->held;
  symbols_.resize(index(equations_->parameters + equations_->states + equations_->inputs) +
                  (held ? held->jumps.size() : 0));
  if (held) held_.emplace(*held);
  if (!equations_->timed.any() && !equations_->watched.any() && !(held && held->watched.any())) return;
  auto guard = std::make_unique<EquationsGuard>(*equations_, parameters, horizon, symbols_.data(), &when_);
  guard->works(live_.f.data(), held_ ? held_->f.data() : nullptr);
  guard_ = std::move(guard);
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

void EquationsDynamics::values(const Instant& at, const double* x, const double* u, double* w,
                               double* noise) {
  load(x, u);
  const double* r = run(switches_, equations_->held->switches, at);
  copy(r, static_cast<int>(count()), w);
  copy(r, static_cast<int>(count()), noise);
}

void EquationsDynamics::hold(std::span<const double> sides, Hold when) {
  std::copy(sides.begin(), sides.end(), symbols_.end() - static_cast<std::ptrdiff_t>(count()));
  when_ = when;
}

// A held branch need not be defined beyond its switch, where an integrator may look before it turns back:
// there the equations are as they are written.

void EquationsDynamics::f(const Instant& at, const double* x, const double* u, double* dx) {
  load(x, u);
  if (held_ && holds(at)) {
    held_->programs->f.evaluate(at.t, at.t_switch, symbols_.data(), held_->f.data(), dx);
    if (all_finite(dx, equations_->states)) return;
  }
  equations_->f.evaluate(at.t, at.t_switch, symbols_.data(), live_.f.data(), dx);
}

void EquationsDynamics::g(const Instant& at, const double* x, const double* u, double* y) {
  load(x, u);
  if (held_ && holds(at)) {
    held_->programs->g.evaluate(at.t, at.t_switch, symbols_.data(), held_->g.data(), y);
    if (all_finite(y, equations_->outputs)) return;
  }
  equations_->g.evaluate(at.t, at.t_switch, symbols_.data(), live_.g.data(), y);
}

void EquationsDynamics::g_slope(const Instant& at, const double* x, const double* u, const double* du,
                                double* y, double* dy) {
  load(x, u);
  if (held_ && holds(at)) {
    g_slope(*held_, at, du, y, dy);
    if (all_finite(y, equations_->outputs) && all_finite(dy, equations_->outputs)) return;
  }
  g_slope(live_, at, du, y, dy);
}

void EquationsDynamics::g_slope(Running& by, const Instant& at, const double* du, double* y, double* dy) {
  const EquationPrograms& eq = *by.programs;
  const double* r = run(by.slopes, eq.slopes, at);
  copy(r, equations_->outputs, y);
  copy(r, equations_->outputs, dy);
  const double* f = r;
  r += equations_->states;
  for (const auto& e : eq.C) dy[e.row] += *r++ * f[e.column];
  for (const auto& e : eq.D) dy[e.row] += *r++ * du[e.column];
}

void EquationsDynamics::linearize(const Instant& at, const double* x, const double* u, LinearModel& out) {
  load(x, u);
  if (held_ && holds(at)) {
    linearize(*held_, at, out);
    if (out.A.allFinite() && out.B.allFinite() && out.C.allFinite() && out.D.allFinite()) return;
  }
  linearize(live_, at, out);
}

void EquationsDynamics::linearize(Running& by, const Instant& at, LinearModel& out) {
  const CompiledEquations& size = *equations_;
  const EquationPrograms& eq = *by.programs;
  out.f0.resize(size.states);
  out.f_t.resize(size.states);
  out.g0.resize(size.outputs);
  out.g_t.resize(size.outputs);
  out.A.resize(size.states, size.states);
  out.B.resize(size.states, size.inputs);
  out.C.resize(size.outputs, size.states);
  out.D.resize(size.outputs, size.inputs);
  const double* r = run(by.jacobians, eq.jacobians, at);
  copy(r, size.states, out.f0.data());
  copy(r, size.outputs, out.g0.data());
  copy(r, size.states, out.f_t.data());
  copy(r, size.outputs, out.g_t.data());
  scatter(r, eq.A, out.A);
  scatter(r, eq.B, out.B);
  scatter(r, eq.C, out.C);
  scatter(r, eq.D, out.D);
}

}  // namespace accordo
