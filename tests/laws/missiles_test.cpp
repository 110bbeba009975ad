// MISSILES: the same as an iteration on all units' estimators, at one integration per unit and step; what it
// costs, what units it takes, and what happens at jumps.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

using OptionTexts = std::vector<std::string>;

RunOf damper(double D_D) {
  return {.name = "damper", .step = 0.1, .parameters = {{"D_D", D_D}}};
}

/// Linear and nonlinear units, with and without loops of feed-through, with an event.
std::vector<RunOf> problems() {
  return {{.name = "two-mass", .step = 2e-3},
          {.name = "lotka-volterra", .step = 0.1},
          {.name = "tutorial", .step = 0.2},
          damper(4),
          damper(0.64),
          damper(0.01),
          {.name = "behaviour-change", .step = 0.4},
          {.name = "tough", .step = 0.1},
          {.name = "chain", .step = 0.02},
          {.name = "van-der-pol", .step = 0.01}};
}

/// Integrations per unit and macro-step.
double cost(const Statistics& s) {
  return static_cast<double>(s.integrations) / static_cast<double>(s.units.size()) /
         static_cast<double>(s.macro_steps);
}

/// Largest difference of two runs with the same steps, each column relative to its largest value.
double largest_difference(const Trajectory& a, const Trajectory& b) {
  EXPECT_EQ(a.times, b.times);
  double most = 0;
  for (std::size_t c = 0; c < a.names.size(); ++c) {
    double difference = 0, size = 0;
    for (std::size_t r = 0; r < std::min(a.rows(), b.rows()); ++r) {
      difference = std::max(difference, std::abs(a.at(r, c) - b.at(r, c)));
      size = std::max(size, std::abs(b.at(r, c)));
    }
    most = std::max(most, difference / size);
  }
  return most;
}

class MissilesIsJfmOnEstimators : public ::testing::TestWithParam<OptionTexts> {};

// Solvers that know nothing of the linear system find its solution by asking the estimators.
TEST_P(MissilesIsJfmOnEstimators, OverWholeRuns) {
  for (RunOf run : problems()) {
    run.method = "missiles";
    run.options = GetParam();
    run.options.emplace_back("corrector=off");
    const Report direct = report_of(run);
    ASSERT_FALSE(direct.failure) << run << direct.failure->what();
    run.method = "ifosmondi-jfm";
    run.estimate = "all";
    run.options.back() = "predictor=extrapolate";
    run.options.emplace_back("coupling_tolerance=1e-13");
    for (const char* solver : {"newton", "auto"}) {
      run.solver = solver;
      const Report iterated = report_of(run);
      ASSERT_FALSE(iterated.failure) << run << iterated.failure->what();
      EXPECT_LT(largest_difference(direct.rows, iterated.rows), 1e-10) << run;
      EXPECT_EQ(cost(iterated.statistics), 1) << run << ": nothing is integrated but to commit";
      EXPECT_GT(iterated.statistics.estimates, 2 * direct.statistics.estimates) << run << ": it did iterate";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, MissilesIsJfmOnEstimators,
                         ::testing::Values(OptionTexts{}, OptionTexts{"resync=none"},
                                           OptionTexts{"history=frozen"},
                                           OptionTexts{"first_step=quadratic", "resync=outputs"}),
                         [](const auto& p) { return "n" + std::to_string(p.index); });

TEST(Missiles, IntegratesEveryUnitOncePerStep) {
  for (RunOf run : problems()) {
    run.method = "missiles";
    const Report fixed = report_of(run);
    ASSERT_FALSE(fixed.failure);
    for (const UnitStatistics& unit : fixed.statistics.units)
      EXPECT_EQ(unit.integrations, fixed.statistics.macro_steps) << run;
    run.tolerance = 1e-4;
    run.lacks = {{"*", {"rollback"}}};  // units that can go back are tried, and may have to
    const Report adaptive = report_of(run);
    ASSERT_FALSE(adaptive.failure) << run << adaptive.failure->what();
    for (const UnitStatistics& unit : adaptive.statistics.units)
      EXPECT_EQ(unit.integrations, adaptive.statistics.macro_steps) << run << ": rejected steps cost none";
  }
}

TEST(NewtonOnEstimators, HardlyCostsMoreOnLinearUnits) {
  for (RunOf run : problems()) {
    if (run.name == "lotka-volterra" || run.name == "van-der-pol") continue;
    if (run.name == "damper" || run.name == "tough")
      continue;  // their time-dependent parts are predicted only
    run.method = "ifosmondi-jfm";
    run.options = {"coupling_tolerance=1e-10"};
    run.integrator_tolerance = 1e-13;
    const Report report = report_of(run);
    ASSERT_FALSE(report.failure);
    EXPECT_LE(cost(report.statistics), 1.05) << run;
  }
}

TEST(NewtonOnEstimators, CostsFewIntegrationsOnNonlinearUnits) {
  const Report report = report_of({.name = "lotka-volterra",
                                   .method = "ifosmondi-jfm",
                                   .step = 0.1,
                                   .options = {"coupling_tolerance=1e-10"}});
  ASSERT_FALSE(report.failure);
  EXPECT_LE(cost(report.statistics), 4);
  EXPECT_GT(cost(report.statistics), 1);
}

TEST(Missiles, ComputesOperatorsAndFactorsOnlyWhenTheyChange) {
  const auto count = [](const std::string& name, double step, const OptionTexts& options) {
    const Report report = report_of({.name = name, .method = "missiles", .step = step, .options = options});
    EXPECT_FALSE(report.failure);
    return report.statistics;
  };
  for (const auto& [name, step] : {std::pair{"two-mass", 1e-3}, {"tutorial", 0.05}, {"chain", 0.01}}) {
    const Statistics s = count(name, step, {});
    EXPECT_EQ(s.factorizations, 1) << name;
    EXPECT_EQ(s.linearizations, static_cast<long long>(s.units.size())) << name;
    EXPECT_LE(s.operator_updates, static_cast<long long>(s.units.size())) << name;
    EXPECT_GE(s.linear_solves, s.macro_steps) << name;
  }
  // After its event the right mass is another unit, and only then.
  const Statistics change = count("behaviour-change", 0.2, {});
  EXPECT_EQ(change.factorizations, 2);
  // Nonlinear units: at every point if one wants, less often by the rule, with K following each time.
  const Statistics always = count("lotka-volterra", 0.1, {"refresh=0"});
  EXPECT_EQ(always.linearizations, 2 * always.macro_steps);
  EXPECT_EQ(always.factorizations, always.macro_steps);
  const Statistics lazy = count("lotka-volterra", 0.1, {"refresh=0.1"});
  EXPECT_LT(2 * lazy.linearizations, always.linearizations);
  EXPECT_LE(lazy.factorizations, lazy.linearizations);
  EXPECT_LE(lazy.operator_updates, lazy.linearizations);
  EXPECT_GT(lazy.factorizations, 1);
}

// Linear units, steps of many lengths: operators follow the step, linearizations do not.
TEST(Missiles, LinearizesLinearUnitsOnceWhateverTheSteps) {
  const Report report = report_of({.name = "two-mass", .method = "missiles", .tolerance = 1e-4});
  ASSERT_FALSE(report.failure);
  EXPECT_EQ(report.statistics.linearizations, 2);
  EXPECT_GT(report.statistics.factorizations, 10);
  EXPECT_LE(report.statistics.factorizations,
            report.statistics.macro_steps + report.statistics.rejected_steps);
}

/// Each unit in turn.
std::vector<std::string> units_of(const RunOf& run) {
  const auto session = open_case(run);
  std::vector<std::string> names;
  for (const UnitInfo& unit : session->units()) names.push_back(unit.name);
  return names;
}

/// Steps at which errors are asymptotic.
std::vector<RunOf> fine() {
  RunOf loop = damper(0.64);
  loop.step = 0.05;
  return {{.name = "two-mass", .step = 2e-3},
          {.name = "lotka-volterra", .step = 0.05},
          loop,
          {.name = "behaviour-change", .step = 0.4},
          {.name = "tough", .step = 0.1}};
}

// Real trials of units that roll back, estimates of the others, in one run.
TEST(MixedRuns, KeepOrderFour) {
  for (RunOf run : fine()) {
    run.method = "ifosmondi-jfm";
    run.options = {"coupling_tolerance=1e-11", "refresh=0"};
    run.integrator_tolerance = 1e-13;
    for (const std::string& unit : units_of(run)) {
      run.lacks = {{unit, {"rollback"}}};
      EXPECT_NEAR(observed_order(run), 4, 0.15) << run;
    }
  }
}

TEST(MixedRuns, IntegrateTheOthersOnce) {
  const Report report = report_of({.name = "lotka-volterra",
                                   .method = "ifosmondi-jfm",
                                   .step = 0.1,
                                   .options = {"coupling_tolerance=1e-10"},
                                   .lacks = {{"predator", {"rollback"}}}});
  ASSERT_FALSE(report.failure);
  EXPECT_GT(report.statistics.units[0].integrations, report.statistics.macro_steps);
  EXPECT_EQ(report.statistics.units[1].integrations, report.statistics.macro_steps);
}

// Without f and g at points of one's choice there is no corrector: history alone gives the order.
TEST(Missiles, KeepsOrderFourWithoutRollbackAndEvaluation) {
  for (RunOf run : fine()) {
    run.method = "missiles";
    run.options = {"refresh=0"};  // refreshed now and then, errors are no smooth function of the step
    run.integrator_tolerance = 1e-13;
    run.lacks = {{"*", {"rollback"}}};
    EXPECT_NEAR(observed_order(run), 4, 0.15) << run;
    run.lacks = {{"*", {"rollback", "evaluation"}}};
    EXPECT_NEAR(observed_order(run), 4, 0.15) << run;
  }
}

// A unit that gives nothing to estimate it by takes part with outputs extrapolated by a parabola: order 3.
TEST(Missiles, TakesUnitsThatOnlyStep) {
  for (RunOf run :
       {RunOf{.name = "lotka-volterra", .step = 0.0125}, RunOf{.name = "tutorial", .step = 0.025}}) {
    run.method = "missiles";
    run.integrator_tolerance = 1e-13;
    for (const std::string& unit : units_of(run)) {
      run.lacks = {{unit, {"rollback", "linearization"}}};
      EXPECT_NEAR(observed_order(run), 3, 0.15) << run;
    }
  }
}

/// The error of behaviour-change, with or without its event announced.
double error_at_event(RunOf run, bool announced) {
  run.name = "behaviour-change";
  run.step = 0.4;
  const auto reference = [&] {
    RunOf monolithic{.name = run.name, .method = "monolithic", .step = run.step};
    return run_case(monolithic);
  }();
  run.events = announced;
  const auto rows = run_case(run);
  // Times may differ by a bit: they are counted from the event.
  double difference = 0, size = 0;
  for (std::size_t r = 0; r < std::min(rows.rows(), reference.rows()); ++r) {
    difference = std::max(difference, std::abs(rows.at(r, 0) - reference.at(r, 0)));
    size = std::max(size, std::abs(reference.at(r, 0)));
  }
  EXPECT_EQ(rows.rows(), reference.rows());
  return difference / size;
}

TEST(Jumps, AtAnEventCostNothingUnannouncedTheyDo) {
  for (const char* method : {"missiles", "ifosmondi-jfm"}) {
    EXPECT_LT(error_at_event({.method = method}, true), 1e-5) << method;
    EXPECT_GT(error_at_event({.method = method}, false), 1e-3) << method;
  }
}

/// By how much two orders of prediction differed: over steps that start again, and over the others.
class Embedded final : public StepObserver {
 public:
  void attempted(const StepQuestion& question, const Proposal& proposal, bool) override {
    const bool start = question.step.after_event;
    double& worst = start ? first : later;
    worst = std::max(worst, proposal.embedded);
    starts += start ? 1 : 0;
  }
  double first = 0, later = 0;
  int starts = 0;
};

// Two orders need two points. Where there is one, what was found before the event must not be said again.
TEST(Events, LeaveNoEstimateOfTheStepsBeforeThem) {
  const auto embedded = [](const Settings& settings) {
    Embedded e;
    const auto session = open_text(R"(units:
  prey: {equations: {states: {x: 2}, inputs: {y: 0}, der: {x: x - x*y}, outputs: {x: x}}}
  predator: {equations: {states: {y: 1}, inputs: {x: 0}, der: {y: x*y - y}, outputs: {y: y}}}
connections: [prey.x -> predator.x, predator.y -> prey.y]
events: [1]
experiment: {stop: 2, step: 0.1}
)",
                                   settings);
    EXPECT_FALSE(session->record(nullptr, {.observer = &e}).failure);
    return e;
  };
  Settings missiles, estimated;
  missiles.method = "missiles";
  missiles.options = {"corrector=off"};
  estimated.method = "ifosmondi-jfm";
  estimated.estimate = "all";
  for (const Settings& settings : {missiles, estimated}) {
    const Embedded e = embedded(settings);
    EXPECT_EQ(e.starts, 2) << "the start, and the event";
    EXPECT_EQ(e.first, 0);
    EXPECT_GT(e.later, 0);
  }
}

/// Inputs in the order of time, without a gap: where one ends the next one starts.
class Seams final : public StepObserver {
 public:
  void attempted(const StepQuestion& question, const Proposal& proposal, bool accepted) override {
    if (!accepted) return;
    const double h = question.step.h;
    const auto n = static_cast<std::size_t>(proposal.inputs->size());
    std::vector<double> v(n), w(n);
    proposal.inputs->view().values(0, v.data());
    proposal.inputs->view().slopes(0, w.data());
    for (std::size_t i = 0; i < n && !v_.empty(); ++i) {
      gap = std::max(gap, std::abs(v[i] - v_[i]) / std::max(1.0, std::abs(v[i])));
      kink = std::max(kink, std::abs(w[i] / h - w_[i]) / std::max(1.0, std::abs(w_[i])));
    }
    v_.resize(n);
    w_.resize(n);
    proposal.inputs->view().values(1, v_.data());
    proposal.inputs->view().slopes(1, w_.data());
    for (double& slope : w_) slope /= h;
  }
  double gap = 0, kink = 0;

 private:
  std::vector<double> v_, w_;
};

// As in the paper without resynchronization; with it there are gaps of the size of the error.
TEST(Missiles, KeepsInputsSmooth) {
  const auto seams = [](const std::string& resync) {
    Seams s;
    const auto session = open_case(
        {.name = "lotka-volterra", .method = "missiles", .step = 0.1, .options = {"resync=" + resync}});
    EXPECT_FALSE(session->record(nullptr, {.observer = &s}).failure);
    return s;
  };
  const Seams none = seams("none"), consistent = seams("consistent");
  EXPECT_LT(none.gap, 1e-13);
  EXPECT_LT(none.kink, 1e-12);
  EXPECT_GT(consistent.gap, 1e-12);
  EXPECT_LT(consistent.gap, 1e-4);
  EXPECT_LT(consistent.kink, 1e-12);
}

}  // namespace
}  // namespace accordo::testing
