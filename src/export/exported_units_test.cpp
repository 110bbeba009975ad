// Exported FMUs are the native units they come from: units of the literature's cases, both versions of FMI.
#include <cmath>
#include <numeric>
#include <ostream>

#include "cases/cases.hpp"
#include "export/exported_testing.hpp"

namespace accordo::exporter {
namespace {

constexpr const char* kLinear = R"(units:
  two_tanks:
    linear:
      states: {x: 1, z: -2}
      inputs: {u: 0.5, w: 0}
      outputs: [x, y]
      A: [[-1, 0.5], [0, -3]]
      B: [[1, 0], [0.25, 0]]
      C: [[1, 0], [2, 1]]
      D: [[0, 0], [0, 0.125]]
      f0: [0.1, 0]
      g0: [0, 3]
)";

/// Parameters in terms of each other, an initial state in terms of them, all kinds of feed-through, time.
constexpr const char* kMixed = R"(units:
  mixed-1:
    equations:
      parameters: {b: 2*a, a: 0.5, k: b + a}
      states: {x: k - 1, y: 2}
      inputs: {u: 1, w: a, ignored: 0}
      der:
        x: sin(y)*u - k*x
        y: -a*y + floor(0.1*w) + exp(-t)
      outputs:
        x: x
        y: 2*y
        z: x*w + t^2
        a: a
        u: u^2
)";

struct Case {
  std::string scenario, unit;
  fmi::Version version = fmi::Version::fmi2;

  friend std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.unit << (c.version == fmi::Version::fmi2 ? " fmi2" : " fmi3");
  }
};

std::vector<Case> all_cases() {
  std::vector<Case> list;
  const auto add = [&](const std::string& text, const std::string& unit) {
    for (const auto version : {fmi::Version::fmi2, fmi::Version::fmi3}) list.push_back({text, unit, version});
  };
  const auto add_case = [&](const char* name, std::initializer_list<const char*> units) {
    for (const char* unit : units) add(cases::write(cases::get(name)), unit);
  };
  add_case("two-mass", {"S1", "S2"});
  add_case("lotka-volterra", {"prey", "predator"});
  add_case("tough", {"source", "listener"});
  add_case("damper", {"S1", "S2"});
  add_case("van-der-pol", {"position", "velocity"});
  add_case("cruise", {"controller"});
  add(kLinear, "two_tanks");
  add(kMixed, "mixed-1");
  return list;
}

class ExportedUnit : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    scenario_ = read_text(GetParam().scenario);
    const UnitSpec& spec = find_unit(scenario_, GetParam().unit);
    native_ = native(spec);
    folder_ = std::make_unique<archive::PrivateFolder>();
    fmu_ =
        std::make_unique<Exported>(spec, Options{.version = GetParam().version}, folder_->path() / "a.fmu");
    u_ = Signal(ports().inputs.size());
    y_.resize(ports().outputs.size());
    dy_.resize(y_.size());
  }

  const Ports& ports() const { return native_->info().ports; }

  /// A smooth input over [t, t + h] that looks different on every step: a cubic piece of a wave around the
  /// start values.
  SignalView inputs(double t, double h) {
    u_.set_degree(3);
    for (int j = 0; j < u_.size(); ++j) {
      const double middle = ports().start[static_cast<std::size_t>(j)], phase = t + j;
      const std::array<double, 4> a{middle + 0.3 * std::sin(phase), 0.3 * h * std::cos(phase), 0.2 * h * h,
                                    -0.5 * h * h * h};
      std::copy(a.begin(), a.end(), u_.component(j));
    }
    return u_.view();
  }

  Numbers native_states() const {
    Numbers x(ports().states.size());
    native_->states(x.data());
    return x;
  }

  static void expect_close(const Numbers& found, const Numbers& expected, double tolerance,
                           const char* what) {
    ASSERT_EQ(found.size(), expected.size()) << what;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i], expected[i], tolerance * (1 + std::abs(expected[i]))) << what << " " << i;
    }
  }

  static Numbers column(const Matrix& m, Eigen::Index j) {
    const Vector v = m.col(j);
    return {v.begin(), v.end()};
  }

  // The laws. Exporting takes a C compiler's time, so one test checks them all.
  void describes_itself_without_fault();
  void declares_feed_through_exactly();
  void steps_like_the_native_unit();
  void output_derivatives_are_exact();
  void redoes_a_step_bitwise();
  void computes_the_same_functions_in_model_exchange();
  void directional_derivatives_are_the_native_linearization();
  void adjoint_derivatives_are_the_transpose();

  Scenario scenario_;
  std::unique_ptr<Unit> native_;
  std::unique_ptr<archive::PrivateFolder> folder_;
  std::unique_ptr<Exported> fmu_;
  Signal u_;
  Numbers y_, dy_;
};

void ExportedUnit::describes_itself_without_fault() {
  const fmi::ModelDescription& d = fmu_->description();
  for (const Problem& p : d.warnings) ADD_FAILURE() << describe(p);
  ASSERT_TRUE(d.co_simulation && d.model_exchange);
  EXPECT_TRUE(d.co_simulation->rollback && d.co_simulation->serializes && d.co_simulation->variable_step);
  EXPECT_TRUE(d.co_simulation->directional_derivatives && d.model_exchange->directional_derivatives);
  EXPECT_EQ(d.co_simulation->max_output_derivative_order, 1);
  const bool fmi2 = d.version == fmi::Version::fmi2;
  EXPECT_TRUE(fmi2 ? d.co_simulation->interpolates_inputs : d.co_simulation->intermediate_update);
  EXPECT_EQ(fmu_->names(fmu_->inputs), ports().inputs);
  EXPECT_EQ(fmu_->outputs.size(), ports().outputs.size());
  EXPECT_EQ(fmu_->states.size(), ports().states.size());
  EXPECT_EQ(d.experiment.stop, 10.0);
}

void ExportedUnit::declares_feed_through_exactly() {
  const fmi::ModelDescription& d = fmu_->description();
  for (std::size_t i = 0; i < d.structure.outputs.size(); ++i) {
    std::vector<int> inputs;
    for (const fmi::Dependency& dependency : d.structure.outputs[i].dependencies.value()) {
      const unsigned r = d.variables[dependency.variable].reference;
      const auto found = std::find(fmu_->inputs.begin(), fmu_->inputs.end(), r);
      if (found != fmu_->inputs.end()) inputs.push_back(static_cast<int>(found - fmu_->inputs.begin()));
    }
    EXPECT_EQ(inputs, native_->info().feed_through[i]) << ports().outputs[i];
  }
}

void ExportedUnit::steps_like_the_native_unit() {
  const auto fmu = fmu_->start(Use::co_simulation);
  ASSERT_NE(fmu, nullptr);
  expect_close(fmu->values(fmu_->states), native_states(), 0, "initial states");
  double t = 0;
  for (int k = 0; k < 25; ++k) {
    const double h = k % 3 == 0 ? 0.05 : 0.1;
    const Step step{.t = t, .h = h, .end = t + h};
    const SignalView u = inputs(t, h);
    native_->step(step, u, y_.data(), dy_.data());
    ASSERT_EQ(fmu->step(step, u), 0) << fmu->log;
    expect_close(fmu->values(fmu_->states), native_states(), 1e-7, "states");
    expect_close(fmu->values(fmu_->outputs), y_, 1e-7, "outputs");
    t = step.end;
  }
}

void ExportedUnit::output_derivatives_are_exact() {
  const auto fmu = fmu_->start(Use::co_simulation);
  const double h = 0.1;
  const SignalView u = inputs(0, h);
  ASSERT_EQ(fmu->step({.t = 0, .h = h, .end = h}, u), 0) << fmu->log;
  Numbers end(ports().inputs.size()), slope(end.size()), found(y_.size());
  u.values(1, end.data());
  u.slopes(1, slope.data());
  for (double& s : slope) s /= h;
  native_->set_states(fmu->values(fmu_->states).data());  // so that only the formula is compared
  native_->outputs(Instant::at(h), end.data(), slope.data(), y_.data(), dy_.data());
  ASSERT_EQ(fmu->output_slopes(fmu_->outputs, found), 0) << fmu->log;
  expect_close(found, dy_, 1e-11, "output derivatives");
  expect_close(fmu->values(fmu_->outputs), y_, 1e-13, "outputs");
}

void ExportedUnit::redoes_a_step_bitwise() {
  const auto fmu = fmu_->start(Use::co_simulation);
  ASSERT_EQ(fmu->step({.t = 0, .h = 0.1, .end = 0.1}, inputs(0, 0.1)), 0) << fmu->log;
  void* state = nullptr;
  ASSERT_EQ(fmu->save(state), 0);
  const Step second{.t = 0.1, .h = 0.2, .end = 0.1 + 0.2};
  ASSERT_EQ(fmu->step(second, inputs(0.1, 0.2)), 0) << fmu->log;
  const Numbers x = fmu->values(fmu_->states), y = fmu->values(fmu_->outputs);
  ASSERT_EQ(fmu->restore(state), 0);
  ASSERT_EQ(fmu->step({.t = 0.1, .h = 0.03, .end = 0.13}, inputs(3, 0.03)), 0) << fmu->log;
  ASSERT_EQ(fmu->restore(state), 0);
  ASSERT_EQ(fmu->step(second, inputs(0.1, 0.2)), 0) << fmu->log;
  EXPECT_EQ(fmu->values(fmu_->states), x);
  EXPECT_EQ(fmu->values(fmu_->outputs), y);

  std::vector<char> bytes;
  ASSERT_EQ(fmu->serialize(state, bytes), 0) << fmu->log;
  const auto other = fmu_->start(Use::co_simulation);
  void* copy = nullptr;
  ASSERT_EQ(other->deserialize(bytes, copy), 0) << other->log;
  ASSERT_EQ(other->restore(copy), 0);
  ASSERT_EQ(other->step(second, inputs(0.1, 0.2)), 0) << other->log;
  EXPECT_EQ(other->values(fmu_->states), x);
  EXPECT_EQ(other->values(fmu_->outputs), y);
  bytes.pop_back();
  void* none = nullptr;
  EXPECT_NE(other->deserialize(bytes, none), 0);
  EXPECT_EQ(other->release(copy), 0);
  EXPECT_EQ(fmu->release(state), 0);
  EXPECT_EQ(state, nullptr);
}

void ExportedUnit::computes_the_same_functions_in_model_exchange() {
  const auto fmu = fmu_->start(Use::model_exchange);
  ASSERT_NE(fmu, nullptr);
  for (const double t : {0.0, 0.7, 1.9, 2.0, 5.0}) {
    Numbers x = native_states(), u(ports().inputs.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.4 * std::cos(t + static_cast<double>(i));
    for (std::size_t j = 0; j < u.size(); ++j)
      u[j] = ports().start[j] + 0.7 * std::sin(t + 2.0 * static_cast<double>(j));
    Numbers dx(x.size()), found(x.size());
    native_->evaluate(Instant::at(t), x.data(), u.data(), dx.data(), y_.data());
    ASSERT_EQ(fmu->set_states(t, x), 0) << fmu->log;
    ASSERT_EQ(fmu->set(fmu_->inputs, u), 0) << fmu->log;
    ASSERT_EQ(fmu->derivatives(found), 0) << fmu->log;
    expect_close(found, dx, 1e-14, "derivatives");
    expect_close(fmu->values(fmu_->derivatives), dx, 1e-14, "derivatives as variables");
    expect_close(fmu->values(fmu_->outputs), y_, 1e-14, "outputs");
  }
}

void ExportedUnit::directional_derivatives_are_the_native_linearization() {
  for (const Use use : {Use::co_simulation, Use::model_exchange}) {
    const auto fmu = fmu_->start(use, {.time = 0.3});
    const Numbers x = fmu->values(fmu_->states), u = fmu->values(fmu_->inputs);
    LinearModel m;
    native_->linearize(Instant::at(0.3), x.data(), u.data(), m);
    Numbers df(x.size()), dg(y_.size());
    const auto expect_column = [&](unsigned known, const Numbers& f, const Numbers& g) {
      ASSERT_EQ(fmu->directional(fmu_->derivatives, {known}, {2.0}, df), 0) << fmu->log;
      ASSERT_EQ(fmu->directional(fmu_->outputs, {known}, {2.0}, dg), 0) << fmu->log;
      for (double& v : df) v /= 2;
      for (double& v : dg) v /= 2;
      expect_close(df, f, 1e-12, "derivatives");
      expect_close(dg, g, 1e-12, "outputs");
    };
    for (std::size_t j = 0; j < x.size(); ++j)
      expect_column(fmu_->states[j], column(m.A, static_cast<Eigen::Index>(j)),
                    column(m.C, static_cast<Eigen::Index>(j)));
    for (std::size_t j = 0; j < u.size(); ++j)
      expect_column(fmu_->inputs[j], column(m.B, static_cast<Eigen::Index>(j)),
                    column(m.D, static_cast<Eigen::Index>(j)));
    expect_column(fmu_->reference("time"), {m.f_t.begin(), m.f_t.end()}, {m.g_t.begin(), m.g_t.end()});
  }
}

void ExportedUnit::adjoint_derivatives_are_the_transpose() {
  if (GetParam().version == fmi::Version::fmi2) return;
  const auto fmu = fmu_->start(Use::co_simulation, {.time = 0.3});
  References unknowns = fmu_->derivatives, knowns = fmu_->states;
  unknowns.insert(unknowns.end(), fmu_->outputs.begin(), fmu_->outputs.end());
  knowns.insert(knowns.end(), fmu_->inputs.begin(), fmu_->inputs.end());
  Numbers weights, seed, by_rows(knowns.size()), by_columns(unknowns.size());
  for (std::size_t i = 0; i < unknowns.size(); ++i) weights.push_back(1 + 0.3 * static_cast<double>(i));
  for (std::size_t j = 0; j < knowns.size(); ++j) seed.push_back(2 - 0.7 * static_cast<double>(j));
  ASSERT_EQ(fmu->adjoint(unknowns, knowns, weights, by_rows), 0) << fmu->log;
  ASSERT_EQ(fmu->directional(unknowns, knowns, seed, by_columns), 0) << fmu->log;
  const double left = std::inner_product(by_rows.begin(), by_rows.end(), seed.begin(), 0.0);
  const double right = std::inner_product(by_columns.begin(), by_columns.end(), weights.begin(), 0.0);
  EXPECT_NEAR(left, right, 1e-12 * (1 + std::abs(right)));
}

TEST_P(ExportedUnit, IsTheNativeUnit) {
  describes_itself_without_fault();
  declares_feed_through_exactly();
  steps_like_the_native_unit();
  output_derivatives_are_exact();
  redoes_a_step_bitwise();
  computes_the_same_functions_in_model_exchange();
  directional_derivatives_are_the_native_linearization();
  adjoint_derivatives_are_the_transpose();
}

INSTANTIATE_TEST_SUITE_P(Cases, ExportedUnit, testing::ValuesIn(all_cases()), [](const auto& c) {
  const std::string version = c.param.version == fmi::Version::fmi2 ? "fmi2" : "fmi3";
  std::string name = c.param.unit;
  std::replace(name.begin(), name.end(), '-', '_');
  return std::to_string(c.index) + "_" + name + "_" + version;
});

}  // namespace
}  // namespace accordo::exporter
