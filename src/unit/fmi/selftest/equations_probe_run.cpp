// The part of the probe run that is for model exchange.
#include "base/failure.hpp"
#include "unit/fmi/selftest/probe_run.hpp"
#include "unit/fmi/unit/fmu_dynamics.hpp"

namespace accordo::fmi::probe {
namespace {

/// An instance in continuous-time mode.
struct Running {
  explicit Running(const Subject& subject) : plan(probe_plan(subject)), instance(start_instance(plan)) {
    instance->set(plan.equations.inputs.references, plan.input_start.data());
    instance->exit_initialization();
    constexpr int most = 100;
    for (int i = 0; instance->update_discrete_states().again; ++i) {
      if (i == most) throw UnitFailure("the first event does not end");
    }
    instance->enter_continuous_time_mode();
    x.resize(plan.equations.states.names.size());
    instance->get_states(x.data(), x.size());
  }

  FmuPlan plan;
  std::unique_ptr<Instance> instance;
  std::vector<double> x;
};

std::vector<double> entries(const LinearModel& m) {
  std::vector<double> list;
  for (const Matrix* part : {&m.A, &m.B, &m.C, &m.D}) {
    list.insert(list.end(), part->data(), part->data() + part->size());
  }
  return list;
}

}  // namespace

void plain_equations(const Subject& subject, Notebook& notes) {
  Running r(subject);
  FmuDynamics dynamics(r.plan, *r.instance);
  std::vector<double> f(r.x.size());
  dynamics.f(Instant::at(r.plan.experiment.start), r.x.data(), r.plan.input_start.data(), f.data());
  notes.add(f);
}

void equations_directional(const Subject& subject, Notebook& notes) {
  Running r(subject);
  const Instant at = Instant::at(r.plan.experiment.start);
  LinearModel m;
  FmuDynamics(r.plan, *r.instance).linearize(at, r.x.data(), r.plan.input_start.data(), m);
  notes.add(entries(m));
  r.plan.directional = false;
  FmuDynamics(r.plan, *r.instance).linearize(at, r.x.data(), r.plan.input_start.data(), m);
  notes.add(entries(m));
  static_cast<void>(r.instance.release());
}

void equations_rollback(const Subject& subject, Notebook& notes) {
  Running r(subject);
  FmuDynamics dynamics(r.plan, *r.instance);
  const double t = r.plan.experiment.start;
  const double* const u = r.plan.input_start.data();
  std::vector<double> f(r.x.size()), x(r.x), there(r.x);
  dynamics.f(Instant::at(t), r.x.data(), u, f.data());
  r.instance->save_state();
  notes.add(r.x);
  notes.add(f);
  for (std::size_t i = 0; i < there.size(); ++i) there[i] += 0.01 * r.plan.state_size[i];
  dynamics.move(t + subject.h, there.data(), u);
  if (r.plan.completes_steps) r.instance->completed_step();
  r.instance->restore_state();
  r.instance->get_states(x.data(), x.size());
  notes.add(x);
  dynamics.f(Instant::at(t), x.data(), u, f.data());
  notes.add(f);
  static_cast<void>(r.instance.release());
}

}  // namespace accordo::fmi::probe
