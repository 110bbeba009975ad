#include "bench/micro/bare_loop.hpp"

#include "bench/micro/in_turns.hpp"

#include "cases/cases.hpp"
#include "io/scenario/scenario_reader.hpp"

namespace accordo::bench {

std::unique_ptr<Session> open_case(const std::string& name, double step, double stop,
                                   const std::map<std::string, double>& parameters,
                                   const std::string& method) {
  Problems problems;
  const cases::Values values(parameters.begin(), parameters.end());
  auto scenario = read_scenario_text(cases::write(cases::get(name), values), name + ".yaml", problems);
  problems.throw_if_any();
  scenario->experiment.step = step;
  scenario->experiment.stop = stop;
  if (!method.empty()) scenario->experiment.method = Text{method, {}};
  auto session = Session::open(std::move(*scenario), problems);
  problems.throw_if_any();
  return session;
}

void reset(Session& session, const std::vector<double>& states) {
  const Layout& layout = session.wiring().layout;
  for (int k = 0; k < layout.units(); ++k)
    session.ensemble().executor().local(k)->set_states(states.data() + layout.first_state(k));
}

std::vector<double> states(Session& session) {
  std::vector<double> x(static_cast<std::size_t>(session.wiring().layout.states()));
  session.ensemble().states(x);
  return x;
}

double Repeatable::seconds() {
  reset(*session_, initial_);
  return seconds_of([&] { session_->record(nullptr); });
}

}  // namespace accordo::bench
