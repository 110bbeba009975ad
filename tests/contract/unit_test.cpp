// What every unit must keep to. A new kind of unit is one more entry of the list at the end.

#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "model/scenario.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// A unit under test, hosted by a session of its own.
struct Subject {
  std::string title;
  std::string body;         ///< the unit's YAML, in flow style
  double tolerance = 1e-9;  ///< to which its integrator works

  friend std::ostream& operator<<(std::ostream& out, const Subject& subject) { return out << subject.title; }
};

class UnitContract : public ::testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    session_ =
        open_text("units:\n  a: " + GetParam().body + "\nexperiment: {stop: 1, method: jacobi, step: 0.1}\n");
    session_->ensemble().start(0);
    unit_ = session_->ensemble().executor().local(0);
    inputs_ = Signal(unit_->info().ports.inputs.size());
    inputs_.set_degree(3);
    for (int j = 0; j < inputs_.size(); ++j) {
      const std::array<double, 4> a{0.3 + 0.1 * j, 0.4, -0.2, 0.1};
      std::copy(a.begin(), a.end(), inputs_.component(j));
    }
    y_.resize(unit_->info().ports.outputs.size());
    dy_.resize(y_.size());
  }

  std::vector<double> states() const {
    std::vector<double> x(unit_->info().ports.states.size());
    unit_->states(x.data());
    return x;
  }
  std::vector<double> step(const Step& s, const Signal& u) {
    unit_->step(s, u.view(), y_.data(), dy_.data());
    return states();
  }
  std::vector<double> end_inputs() const {
    std::vector<double> u(static_cast<std::size_t>(inputs_.size()));
    inputs_.view().values(1, u.data());
    return u;
  }

  std::unique_ptr<Session> session_;
  Unit* unit_ = nullptr;
  Signal inputs_;
  std::vector<double> y_, dy_;
};

constexpr Step kStep{.t = 0.2, .h = 0.25, .end = 0.45};

TEST_P(UnitContract, RestoringRepeatsAStepBitwise) {
  step({.t = 0, .h = 0.2, .end = 0.2}, inputs_);
  unit_->save();
  const auto x = step(kStep, inputs_);
  const auto y = y_, dy = dy_;
  for (int again = 0; again < 3; ++again) {
    unit_->restore();
    EXPECT_EQ(step(kStep, inputs_), x);
    EXPECT_EQ(y_, y);
    EXPECT_EQ(dy_, dy);
  }
}

TEST_P(UnitContract, ATrialUnderOtherInputsLeavesNoTrace) {
  step({.t = 0, .h = 0.2, .end = 0.2}, inputs_);
  unit_->save();
  const auto x = step(kStep, inputs_);
  unit_->restore();
  Signal other = inputs_;
  for (int j = 0; j < other.size(); ++j) other.component(j)[0] += 0.5;
  step(kStep, other);
  unit_->restore();
  EXPECT_EQ(step(kStep, inputs_), x);
}

TEST_P(UnitContract, HalfStepsCompose) {
  unit_->save();
  const auto whole = step(kStep, inputs_);
  unit_->restore();
  const double middle = kStep.t + kStep.h / 2;
  for (const double from : {0.0, 0.5}) {
    Signal half(static_cast<std::size_t>(inputs_.size()));
    half.set_degree(3);
    for (int j = 0; j < half.size(); ++j) {  // the same polynomial on half of the interval
      const auto u = [&](double s) { return inputs_.view().value(j, s); };
      const auto w = [&](double s) { return inputs_.view().slope(j, s) / 2; };
      const auto a = hermite(u(from), w(from), u(from + 0.5), w(from + 0.5));
      std::copy(a.begin(), a.end(), half.component(j));
    }
    step({.t = from == 0 ? kStep.t : middle, .h = kStep.h / 2, .end = from == 0 ? middle : kStep.end}, half);
  }
  const auto halves = states();
  for (std::size_t i = 0; i < whole.size(); ++i)
    EXPECT_NEAR(halves[i], whole[i], 100 * GetParam().tolerance * (1 + std::abs(whole[i])));
}

TEST_P(UnitContract, OutputsAtTheEndOfAStepAreThoseOfTheStep) {
  step(kStep, inputs_);
  const auto u = end_inputs();
  std::vector<double> y(y_.size());
  unit_->outputs(kStep.end_instant(), u.data(), nullptr, y.data(), nullptr);
  EXPECT_EQ(y, y_);
}

// Slopes against differences of outputs between two ends of the step a little apart.
TEST_P(UnitContract, SlopesAgreeWithDifferences) {
  constexpr double delta = 1e-3;
  unit_->save();
  step(kStep, inputs_);
  const auto slope = dy_;
  const auto output_at = [&](double s) {  // the same input polynomial, cut off at s
    unit_->restore();
    Signal cut = inputs_;
    for (int j = 0; j < cut.size(); ++j) {
      for (int p = 0; p < kCoefficients; ++p) cut.component(j)[p] *= std::pow(s, p);
    }
    step({.t = kStep.t, .h = s * kStep.h, .end = kStep.t + s * kStep.h}, cut);
    return y_;
  };
  const auto ahead = output_at(1 + delta), behind = output_at(1 - delta),
             far_ahead = output_at(1 + 2 * delta), far_behind = output_at(1 - 2 * delta);
  for (std::size_t i = 0; i < slope.size(); ++i) {
    const double difference = (8 * (ahead[i] - behind[i]) - (far_ahead[i] - far_behind[i])) / (12 * delta);
    EXPECT_NEAR(slope[i], difference, (1e-8 + 10 * GetParam().tolerance / delta) * (1 + std::abs(slope[i])));
  }
}

// x(h) = x + h f + h²/2 (A f + f_t + B u') + O(h³) and y(h) = g + C dx + h (D u' + g_t) + O(h²): halving h
// divides what the linear model misses by 8 and by 4.
TEST_P(UnitContract, TheLinearModelPredictsASmallStep) {
  const auto x = states();
  std::vector<double> u(static_cast<std::size_t>(inputs_.size()));
  inputs_.view().values(0, u.data());
  LinearModel m;
  unit_->linearize(Instant::at(kStep.t), x.data(), u.data(), m);
  const Vector slope = Vector::Constant(inputs_.size(), 0.7);
  unit_->save();
  const auto missed = [&](double h) {
    Signal ramp = inputs_;
    for (int j = 0; j < ramp.size(); ++j) {
      double* a = ramp.component(j);
      a[1] = 0.7 * h, a[2] = a[3] = 0;
    }
    unit_->restore();
    const auto end = step({.t = kStep.t, .h = h, .end = kStep.t + h}, ramp);
    const Vector dx = h * m.f0 + h * h / 2 * (m.A * m.f0 + m.f_t + m.B * slope);
    const Vector dy = m.C * dx + h * (m.D * slope + m.g_t);
    double in_x = 0, in_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      in_x += std::abs(end[i] - x[i] - dx(static_cast<Eigen::Index>(i)));
    for (std::size_t i = 0; i < y_.size(); ++i) {
      in_y += std::abs(y_[i] - m.g0(static_cast<Eigen::Index>(i)) - dy(static_cast<Eigen::Index>(i)));
    }
    return std::pair{in_x, in_y};
  };
  const double h = 0.04 / (1 + m.A.lpNorm<1>());
  const auto [x_whole, y_whole] = missed(h);
  const auto [x_half, y_half] = missed(h / 2);
  const double floor = 10 * GetParam().tolerance;
  EXPECT_LE(x_half, x_whole / 7 + floor);
  EXPECT_LE(y_half, y_whole / 3.5 + floor);
  EXPECT_LE(x_whole, 0.05 * h * m.f0.lpNorm<1>() + floor);
}

TEST_P(UnitContract, PlacingStatesPutsThemThere) {
  auto x = states();
  for (double& v : x) v += 0.125;
  unit_->set_states(x.data());
  EXPECT_EQ(states(), x);
}

const std::string kNonlinear =
    "{equations: {parameters: {k: 2}, states: {x: 0.5, v: 0.1}, inputs: {u: 0, w: 0}, "
    "der: {x: v, v: '-k*sin(x) - v*abs(v)/2 + u*cos(t)'}, outputs: {x: x, p: 'v*u + exp(-t)', w: 'w^2'}}";
const std::string kLinear =
    "{linear: {states: {x: 1, v: 0}, inputs: {u: 0}, outputs: [x, f], A: [[0, 1], [-4, -0.3]], B: [[0], "
    "[1]], C: [[1, 0], [4, 0.3]], D: [[0], [2]], f0: [0, 1]}";

INSTANTIATE_TEST_SUITE_P(
    Native, UnitContract,
    ::testing::Values(
        Subject{"linear_exact", kLinear + "}"},
        Subject{"linear_dopri5", kLinear + ", integrator: dopri5, integrator_tolerance: 1e-9}"},
        Subject{"linear_rosenbrock", kLinear + ", integrator: rosenbrock, integrator_tolerance: 1e-9}"},
        Subject{"equations_auto", kNonlinear + ", integrator_tolerance: 1e-9}"},
        Subject{"equations_rosenbrock", kNonlinear + ", integrator: rosenbrock, integrator_tolerance: 1e-9}"},
        Subject{"equations_rk4", kNonlinear + ", integrator: rk4, micro_step: 5e-3}"},
        Subject{"equations_stiff",
                "{equations: {states: {x: 1}, inputs: {u: 0}, der: {x: '-1000*(x - cos(t) - u)'}, outputs: "
                "{x: x}}, integrator: rosenbrock}",
                1e-8},
        Subject{"equations_linear",
                "{equations: {parameters: {a: -3}, states: {x: 1}, inputs: {u: 0}, der: {x: a*x + 2*u}, "
                "outputs: {y: x - u/4}}}"},
        Subject{"static", "{equations: {inputs: {a: 1, b: 2}, outputs: {y: 'a*b + sin(t)'}}}"},
        Subject{"only_time",
                "{equations: {states: {x: 0}, der: {x: cos(t)}, outputs: {y: 'x + sin(2*t)'}}}"}),
    [](const auto& p) { return p.param.title; });

}  // namespace
}  // namespace accordo::testing
