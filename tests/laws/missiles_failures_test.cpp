// What cannot be coupled ends with a clear error, and everything up to there is kept.

#include <gtest/gtest.h>

#include <cmath>

#include "coupling/catalogue.hpp"
#include "tests/support/fragile_pair.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

Report attempt(const std::string& yaml, const Settings& settings) {
  return report_of(*open_text(yaml, settings));
}

Settings by(const std::string& method) {
  Settings settings;
  settings.method = method;
  return settings;
}

/// The failure of a run that must have one, with complete rows up to where it came.
Problem failure_of(const Report& report) {
  EXPECT_TRUE(report.failure);
  if (!report.failure) return {};
  EXPECT_EQ(report.failure->code(), Exit::no_agreement) << report.failure->what();
  EXPECT_EQ(report.rows.times.back(), report.statistics.reached);
  EXPECT_EQ(static_cast<long long>(report.rows.rows()), report.statistics.macro_steps + 1) << "and the start";
  for (std::size_t r = 0; r < report.rows.rows(); ++r) {
    for (std::size_t c = 0; c < report.rows.names.size(); ++c)
      EXPECT_TRUE(std::isfinite(report.rows.at(r, c)));
  }
  const Problem& problem = report.failure->problems().front();
  EXPECT_FALSE(problem.remedy.empty());
  return problem;
}

bool mentions(const Problem& problem, const std::string& text) {
  return problem.what.find(text) != std::string::npos;
}

/// A ring of units that hand on their input, the first with a gain that becomes 1 at t = 0.5: from then on
/// any value solves the loop. A bystander takes no part in it.
std::string ring(int units, const std::string& gain) {
  std::string text = "units:\n  r1: {equations: {inputs: {u: 0}, outputs: {y: '" + gain + "*u'}}}\n";
  std::string connections;
  for (int i = 2; i <= units; ++i)
    text += "  r" + std::to_string(i) + ": {equations: {inputs: {u: 0}, outputs: {y: u}}}\n";
  for (int i = 1; i <= units; ++i)
    connections += "r" + std::to_string(i) + ".y -> r" + std::to_string(i % units + 1) + ".u, ";
  return text +
         "  bystander: {equations: {states: {z: 1}, inputs: {u: 0}, der: {z: u - z}, outputs: {z: z}}}\n"
         "connections: [" +
         connections +
         "r1.y -> bystander.u]\n"
         "events: [0.5]\n"
         "experiment: {stop: 1, step: 0.125}\n";
}

// With few unknowns the system is dense, with many it is sparse.
TEST(SingularCoupling, NamesTheUnitsOfTheLoop) {
  for (const int units : {2, 40}) {
    const Report report = attempt(ring(units, "if(t >= 0.5, 1, 0.5)"), by("missiles"));
    const Problem problem = failure_of(report);
    EXPECT_EQ(problem.id, "singular-coupling") << problem.what;
    EXPECT_TRUE(mentions(problem, "t = 0.5")) << problem.what;
    EXPECT_TRUE(mentions(problem, "r1.y -> r2.u")) << problem.what;
    EXPECT_FALSE(mentions(problem, "bystander")) << problem.what;
    EXPECT_EQ(report.statistics.reached, 0.5);
  }
}

/// y = g u + 1 closed by a gain of 1, with g = t from 0 on: u = 1/(1 − t), and nothing to find after t = 1.
std::string pole(int units) {
  std::string text =
      "units:\n  r1: {equations: {states: {g: 0}, inputs: {u: 0}, der: {g: 1}, outputs: {y: g*u + 1}}}\n";
  std::string connections;
  for (int i = 2; i <= units; ++i)
    text += "  r" + std::to_string(i) + ": {equations: {inputs: {u: 0}, outputs: {y: u}}}\n";
  for (int i = 1; i <= units; ++i)
    connections += "r" + std::to_string(i) + ".y -> r" + std::to_string(i % units + 1) + ".u, ";
  return text + "connections: [" + connections + "]\nexperiment: {stop: 2}\nrecord: [r1.y]\n";
}

TEST(SingularCoupling, IsNotSteppedOver) {
  for (const char* method : {"missiles", "ifosmondi-jfm", "f3ornits", "jacobi", "monolithic"}) {
    for (const bool fixed : {false, true}) {
      Settings settings = by(method);
      if (fixed) settings.step = 0.15;
      const Report report = attempt(pole(2), settings);
      const Problem problem = failure_of(report);
      EXPECT_TRUE(mentions(problem, "r1.y -> r2.u")) << method << ": " << problem.what;
      EXPECT_LE(report.statistics.reached, 1) << method;
      EXPECT_GT(report.statistics.reached, 0.8) << method;
    }
  }
}

TEST(SingularCoupling, IsNotSteppedOverByManyUnits) {
  const Report report = attempt(pole(40), by("missiles"));
  const Problem problem = failure_of(report);
  EXPECT_EQ(problem.id, "singular-coupling") << problem.what;
  EXPECT_NEAR(report.statistics.reached, 1, 1e-3);
}

// Where the gain is announced to jump, there is no pole to pass.
TEST(SingularCoupling, IsNoneWhereAnEventLeadsAroundIt) {
  for (const char* method : {"missiles", "ifosmondi-jfm"}) {
    const Report report = attempt(ring(2, "if(t >= 0.5, 2, 0.5)"), by(method));
    EXPECT_FALSE(report.failure) << report.failure->what();
  }
}

TEST(SingularCoupling, IsNoneForAnyOtherGain) {
  for (const char* gain : {"0.5", "-1", "2", "if(t >= 0.5, 1.001, 0.5)"}) {
    const Report report = attempt(ring(2, gain), by("missiles"));
    EXPECT_FALSE(report.failure) << gain << report.failure->what();
  }
}

/// x' = u from 0 by a root that has no slope there: f is finite, its derivative is not.
const char* const kRoot =
    "units:\n"
    "  a: {equations: {states: {x: 0}, inputs: {u: 0}, der: {x: 'if(t < 0.5, 0, 1 + sqrt(x))'}, outputs: "
    "{y: x}}}\n"
    "  b: {equations: {states: {z: 0}, inputs: {u: 0}, der: {z: u - z}, outputs: {y: z}}}\n"
    "connections: [a.y -> b.u, b.y -> a.u]\n"
    "events: [0.5]\n"
    "experiment: {stop: 1, step: 0.1}\n";

TEST(Linearization, ThatIsNoNumberEndsTheRunAndNamesTheUnit) {
  const Report report = attempt(kRoot, by("missiles"));
  const Problem problem = failure_of(report);
  EXPECT_EQ(problem.id, "non-finite");
  EXPECT_TRUE(mentions(problem, "unit 'a'")) << problem.what;
  EXPECT_TRUE(mentions(problem, "linearization")) << problem.what;
  EXPECT_TRUE(mentions(problem, "t = 0.5")) << problem.what;
  EXPECT_EQ(report.statistics.reached, 0.5);
}

// Newton on estimators needs linearizations only for its first guess: without one it asks the units.
TEST(Linearization, ThatIsNoNumberIsNotMissedByUnitsThatRollBack) {
  const Report report = attempt(kRoot, by("ifosmondi-jfm"));
  ASSERT_FALSE(report.failure) << report.failure->what();
  const Report exact = attempt(kRoot, by("monolithic"));
  EXPECT_LT(relative_error(report.rows, exact.rows), 1e-3);
}

/// x' = −x + u, y = x; from t = 0.5 on its linearization has a state more than was said.
class Growing final : public Unit {
 public:
  explicit Growing(std::shared_ptr<const UnitInfo> info) : Unit(std::move(info)) {}
  void step(const Step& step, SignalView u, double* y, double* dy) override {
    x_ += step.h * (u.value(0, 0) - x_);
    if (y != nullptr) *y = x_;
    if (dy != nullptr) *dy = step.h * (u.value(0, 1) - x_);
  }
  void outputs(const Instant&, const double* u, const double*, double* y, double* dy) override {
    *y = x_;
    if (dy != nullptr) *dy = *u - x_;
  }
  void states(double* x) const override { *x = x_; }
  void linearize(const Instant& at, const double* x, const double* u, LinearModel& out) override {
    const int n = at.t < 0.5 ? 1 : 2;
    out = {.A = -Matrix::Identity(n, n),
           .B = Matrix::Ones(n, 1),
           .C = Matrix::Ones(1, n),
           .D = Matrix::Zero(1, 1),
           .f0 = Vector::Constant(n, *u - *x),
           .g0 = Vector::Constant(1, *x),
           .f_t = Vector::Zero(n),
           .g_t = Vector::Zero(1)};
  }

 private:
  double x_ = 1;
};

TEST(States, WhoseNumberChangesEndTheRunAndNameTheUnit) {
  auto info = std::make_shared<UnitInfo>(*description("grows"));
  info->can.rollback = false;
  info->can.linearization = true;
  const std::vector<UnitInfo> infos{*info};
  Wiring wiring;
  wiring.layout = Layout(infos);
  wiring.links = {{.input = 0, .output = 0}};
  wiring.link_of_input = wiring.unit_of_input = wiring.unit_of_output = {0};
  std::vector<std::unique_ptr<Unit>> units;
  units.push_back(std::make_unique<Growing>(info));
  SerialExecutor executor(std::move(units), wiring.layout);
  Ensemble ensemble(wiring, infos, executor);
  const Method& missiles = *find_method("missiles");
  Problems problems;
  const Options options(missiles.options, {}, missiles.name, problems);
  const auto coupling = missiles.make({options, ensemble, {}, problems});
  ConvergenceRule control(0.125, 1e-6);
  const Outcome outcome = drive({.ensemble = ensemble, .coupling = *coupling, .control = control, .stop = 1});
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->code(), Exit::unit_failed);
  const Problem& problem = outcome.failure->problems().front();
  EXPECT_EQ(problem.id, "unit-failed");
  for (const char* part : {"unit 'grows'", "t = 0.5", "2 states", "instead of 1"})
    EXPECT_TRUE(mentions(problem, part)) << problem.what;
  EXPECT_EQ(outcome.reached, 0.5);
}

// x = 1/(1 − t): nothing goes on after t = 1, whatever the step. Units that agree beyond it, on numbers of
// another branch, are at least not trusted.
TEST(StepFloor, ASolutionThatEndsEndsTheRun) {
  const std::string yaml =
      "units:\n"
      "  a: {equations: {states: {x: 1}, inputs: {u: 1}, der: {x: u^2}, outputs: {y: x}}}\n"
      "  b: {equations: {states: {z: 1}, inputs: {u: 1}, der: {z: u*z}, outputs: {y: z}}}\n"
      "connections: [a.y -> b.u, b.y -> a.u]\n"
      "experiment: {stop: 4}\n"
      "record: [a.y]\n";
  for (const char* method : {"missiles", "ifosmondi-jfm", "f3ornits"}) {
    const Report report = attempt(yaml, by(method));
    EXPECT_STRNE(report.verdict.word(), "trustworthy") << method;
    if (report.failure) {
      failure_of(report);
      EXPECT_GT(report.statistics.reached, 0.999) << method;
    }
    for (std::size_t r = 0; r < report.rows.rows() && report.rows.times[r] < 0.9; ++r) {
      const double exact = 1 / (1 - report.rows.times[r]);
      EXPECT_NEAR(report.rows.at(r, 0) / exact, 1, 0.02) << method;
    }
  }
}

// From t = 0.5 on no step has an agreement: halved down to the floor, then given up.
TEST(StepFloor, IsReachedWhereThereIsNoAgreement) {
  const std::string yaml =
      "units:\n"
      "  a: {equations: {inputs: {u: 0}, outputs: {y: 'if(t >= 0.5, 1, 0.5)*u + 1'}}}\n"
      "  b: {equations: {inputs: {u: 0}, outputs: {y: u}}}\n"
      "connections: [a.y -> b.u, b.y -> a.u]\n"
      "events: none\n"
      "experiment: {stop: 1, tolerance: 1e-4}\n";
  const Report report = attempt(yaml, by("ifosmondi-jfm"));
  const Problem problem = failure_of(report);
  EXPECT_EQ(problem.id, "no-convergence");
  EXPECT_TRUE(mentions(problem, "a.u")) << problem.what;
  EXPECT_NEAR(report.statistics.reached, 0.5, 1e-9);
  EXPECT_GT(report.statistics.rejected_steps, 10);
}

// A floor of one's own that is too high for the tolerance: units agree, but not closely enough.
TEST(StepFloor, ThatIsTooHighIsNamed) {
  const Report report = report_of(
      {.name = "lotka-volterra", .method = "ifosmondi-jfm", .options = {"min_step=0.1"}, .tolerance = 1e-8});
  const Problem problem = failure_of(report);
  EXPECT_EQ(problem.id, "step-floor");
  EXPECT_TRUE(mentions(problem, "min_step")) << problem.what;
  for (const Attempt& a : report.attempts) EXPECT_GE(a.step.h, 0.1 * (1 - 1e-9));
}

}  // namespace
}  // namespace accordo::testing
