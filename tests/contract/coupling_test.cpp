// What every coupling of the catalogue must keep to.

#include <gtest/gtest.h>

#include <algorithm>

#include "coupling/catalogue.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// A method, and what is special about it.
struct CoupledBy {
  std::string method;
  bool sequential = false;  ///< the order of the units is part of the method
  double order_noise =
      0;  ///< norms over all unknowns: the order of the units shows in the last bits that count
  std::string solver = {};

  friend std::ostream& operator<<(std::ostream& out, const CoupledBy& s) {
    return out << s.method << " " << s.solver;
  }
};

class CouplingContract : public ::testing::TestWithParam<CoupledBy> {};

/// A case on which every method converges.
RunOf run_of(const std::string& name, const CoupledBy& subject, double step = 0.01) {
  RunOf run{.name = name, .method = subject.method, .step = step, .solver = subject.solver};
  if (name == "damper") run.parameters = {{"D_D", 4}};
  return run;
}

/// The states of all units.
std::vector<double> states(Ensemble& e) {
  std::vector<double> x(static_cast<std::size_t>(e.wiring().layout.states()));
  e.states(x);
  return x;
}

/// With a tolerance, so that methods tell their errors, and one that lets every step pass.
StepQuestion asked_for(const Step& step) {
  return {.step = step, .tolerance = 1, .settling_time = 1e-4};
}

/// What a proposal says in numbers; it is made again for every step, and what it points to is not.
std::vector<double> told(const Proposal& p) {
  return {double(p.converged),   double(p.iterations), double(p.evaluations),        p.residual,
          p.contraction,         p.error.value_or(-1), p.interpolation.value_or(-1), p.embedded,
          double(p.error_order), double(p.sample)};
}

/// One macro-step, committed. What was proposed.
std::vector<double> make_step(Ensemble& e, CouplingRun& coupling, const Step& step) {
  e.open(step, 0);
  const Proposal proposal = coupling.propose(asked_for(step));
  EXPECT_TRUE(proposal.converged);
  if (proposal.integrated) {
    e.commit_states(proposal.states, proposal.u_end, step);
  } else {
    const std::span<const int> sequence = coupling.sequence();
    if (sequence.empty()) e.commit(step, *proposal.inputs, e.all(), proposal.sample);
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      coupling.refine(i);
      e.commit(step, *proposal.inputs, sequence.subspan(i, 1), proposal.sample);
    }
    e.close(step, *proposal.inputs);
  }
  coupling.accepted(step);
  return told(proposal);
}

/// A step that is proposed, tried, and rejected.
void take_back_step(Ensemble& e, CouplingRun& coupling, const Step& step) {
  const auto before = states(e);
  e.open(step, 0);
  const Proposal proposal = coupling.propose(asked_for(step));
  Signal tried(e.u().size());
  hold(e.u(), tried);
  if (proposal.inputs != nullptr) tried = *proposal.inputs;
  e.trial(step, tried, e.all());
  EXPECT_NE(states(e), before);
  e.rewind();
  coupling.rejected();
  EXPECT_EQ(states(e), before);
}

/// What a few steps of a coupling come to, with rejected proposals and trials thrown in or not.
struct Course {
  std::vector<double> states;
  std::vector<std::vector<double>> told;  ///< by the proposals that were accepted
};
Course course_of(const std::string& name, const CoupledBy& subject, bool disturbed) {
  const auto session = open_case(run_of(name, subject));
  Ensemble& e = session->ensemble();
  e.start(0);
  const auto coupling = session->coupling().begin(e);
  coupling->restart(Instant::right_of(0));
  Course course;
  for (int n = 0; n < 20; ++n) {
    const Step step{.t = 0.01 * n, .h = 0.01, .end = 0.01 * (n + 1), .after_event = n == 0};
    if (disturbed) take_back_step(e, *coupling, {.t = step.t, .h = 0.02, .end = step.t + 0.02});
    course.told.push_back(make_step(e, *coupling, step));
  }
  course.states = states(e);
  return course;
}

TEST_P(CouplingContract, ARejectedStepLeavesEverythingBitwiseAsItWas) {
  for (const std::string name : {"two-mass", "lotka-volterra", "damper"}) {
    const Course disturbed = course_of(name, GetParam(), true), straight = course_of(name, GetParam(), false);
    EXPECT_EQ(disturbed.states, straight.states) << name;
    EXPECT_EQ(disturbed.told, straight.told) << name;
  }
}

/// Three masses in a row, the units written in the given order.
std::string three_masses(const std::vector<int>& order) {
  const std::vector<std::string> units{
      "  a: {equations: {states: {x: 1, v: 0}, inputs: {f: 0}, der: {x: v, v: f - x - 0.1*x^3}, outputs: {x: "
      "x, v: v}}}\n",
      "  b: {equations: {states: {x: 0, v: 0}, inputs: {l: 0, lv: 0, f: 0}, der: {x: v, v: 'l - x + lv - v + "
      "f'}, outputs: {x: x, F: 'x - l + v - lv'}}}\n",
      "  c: {equations: {states: {x: 0, v: 0}, inputs: {l: 0}, der: {x: v, v: 'l - 2*x - v'}, outputs: {F: x "
      "- l}}}\n"};
  std::string text = "units:\n";
  for (const int i : order) text += units[static_cast<std::size_t>(i)];
  return text +
         "connections: [a.x -> b.l, a.v -> b.lv, b.F -> a.f, b.x -> c.l, c.F -> b.f]\n"
         "experiment: {stop: 2}\n"
         "record: ['a.state(x)', 'b.state(x)', 'c.state(x)']\n";
}

TEST_P(CouplingContract, TheOrderInWhichUnitsAreWrittenDoesNotMatter) {
  Settings settings;
  settings.method = GetParam().method;
  settings.step = 0.05;
  if (!GetParam().solver.empty()) settings.solver = GetParam().solver;
  if (GetParam().sequential) settings.options = {"sequence=a,b,c"};  // else it does, as it should
  const auto first = run_session(*open_text(three_masses({0, 1, 2}), settings));
  for (const auto& order : {std::vector<int>{2, 1, 0}, {1, 2, 0}, {1, 0, 2}}) {
    const auto other = run_session(*open_text(three_masses(order), settings));
    ASSERT_EQ(other.times, first.times);
    for (std::size_t r = 0; r < first.rows(); ++r) {
      for (std::size_t c = 0; c < 3; ++c) {
        ASSERT_NEAR(other.at(r, c), first.at(r, c), GetParam().order_noise);
      }
    }
  }
}

TEST_P(CouplingContract, RunsAreRepeatedBitwise) {
  for (const std::string name : {"two-mass", "lotka-volterra", "damper", "van-der-pol"}) {
    const RunOf run = run_of(name, GetParam(), name == "two-mass" ? 1e-3 : 0.01);
    const auto a = run_case(run), b = run_case(run);
    ASSERT_EQ(a.rows(), b.rows());
    for (std::size_t r = 0; r < a.rows(); ++r) {
      for (std::size_t c = 0; c < a.names.size(); ++c) ASSERT_EQ(a.at(r, c), b.at(r, c));
    }
  }
}

/// Every method of the catalogue, and those that iterate freely with other solvers, too.
std::vector<CoupledBy> subjects() {
  std::vector<CoupledBy> list;
  for (const Method& method : methods()) {
    const Traits traits = open_case({.name = "lotka-volterra", .method = method.name, .step = 0.1})->traits();
    const bool newton = method.solver == "auto";
    const double noise = newton                               ? 1e-7
                         : traits.inputs == Inputs::none      ? 1e-11
                         : traits.inputs == Inputs::predicted ? 1e-12
                                                              : 0;
    list.push_back({method.name, traits.sequential, noise});
    if (!newton) continue;
    for (const char* solver : {"newton", "anderson", "broyden"})
      list.push_back({method.name, traits.sequential, noise, solver});
  }
  return list;
}

INSTANTIATE_TEST_SUITE_P(Methods, CouplingContract, ::testing::ValuesIn(subjects()), [](const auto& p) {
  std::string text = p.param.method + "_" + p.param.solver;
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
});

TEST(GaussSeidel, TheSequenceMattersAndTheUserCanSetIt) {
  const auto run = [](const std::vector<std::string>& options) {
    return run_case({.name = "lotka-volterra", .method = "gauss-seidel", .step = 0.1, .options = options});
  };
  const auto automatic = run({}), same = run({"sequence=prey,predator"}),
             other = run({"sequence=predator,prey"});
  EXPECT_EQ(relative_error(automatic, same), 0);
  EXPECT_GT(relative_error(other, same), 1e-4);
}

TEST(Commit, SkipsUnitsThatATrialHasLeftThere) {
  const auto session = open_case({.name = "lotka-volterra", .method = "jacobi", .step = 0.1});
  Ensemble& e = session->ensemble();
  e.start(0);
  Signal u(e.u().size());
  hold(e.u(), u);
  const Step step{.t = 0, .h = 0.1, .end = 0.1};
  e.open(step, 0);
  e.trial(step, u, e.all());
  const auto there = states(e);
  e.commit(step, u, e.all());
  EXPECT_EQ(e.integrations(0), 1);
  EXPECT_EQ(states(e), there);
  e.close(step, u);

  // Under other inputs the trial does not count.
  const Step next{.t = 0.1, .h = 0.1, .end = 0.2};
  hold(e.u(), u);
  e.open(next, 0);
  e.trial(next, u, e.all());
  u.component(0)[0] += 1e-9;
  e.commit(next, u, e.all());
  EXPECT_EQ(e.integrations(0), 3);  // trial, and a real step: input 0 belongs to unit 0
  EXPECT_EQ(e.integrations(1), 2);
}

}  // namespace
}  // namespace accordo::testing
