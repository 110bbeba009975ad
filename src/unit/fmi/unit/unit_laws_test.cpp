// The laws that every unit obeys, for FMUs of all kinds.

#include <ostream>

#include "unit/fmi/unit_testing.hpp"

namespace accordo::fmi {
namespace {

struct Subject {
  std::string title;
  Version version = Version::fmi2;
  Kind kind = Kind::co_simulation;
  std::string without;  ///< a capability disabled
  bool cubic = true;    ///< whether it follows cubic inputs

  friend std::ostream& operator<<(std::ostream& out, const Subject& subject) { return out << subject.title; }
};

class FmuUnitLaws : public FmuUnitTest, public ::testing::WithParamInterface<Subject> {
 protected:
  void SetUp() override {
    FmuSpec spec = spec_of(GetParam().version == Version::fmi2 ? fmi2() : fmi3(), GetParam().kind);
    if (!GetParam().without.empty()) spec = without(spec, GetParam().without);
    unit_ = make(spec);
    const std::vector<double> u{inputs_.component(0)[0]};
    unit_->outputs(Instant::right_of(0), u.data(), nullptr, y_.data(), nullptr);
  }

  std::vector<double> states() const {
    std::vector<double> x(2);
    unit_->states(x.data());
    return x;
  }
  std::vector<double> step(const Step& s, const Signal& u) {
    unit_->step(s, u.view(), y_.data(), unit_->info().can.slopes ? dy_.data() : nullptr);
    return states();
  }

  std::unique_ptr<accordo::Unit> unit_;
  const Signal inputs_ = cubic({0.3, 0.4, -0.2, 0.1});
  std::vector<double> y_ = std::vector<double>(2), dy_ = std::vector<double>(2);
};

constexpr Step kFirst{.t = 0, .h = 0.2, .end = 0.2};
constexpr Step kStep{.t = 0.2, .h = 0.25, .end = 0.45};
constexpr double kTolerance = 1e-8;

TEST_P(FmuUnitLaws, OutputsBeforeTheFirstStepFollowTheInputs) {
  for (const double u : {0.0, 2.0, -1.0}) {
    unit_->outputs(Instant::right_of(0), &u, nullptr, y_.data(), nullptr);
    EXPECT_DOUBLE_EQ(y_[0], 1);
    EXPECT_NEAR(y_[1], 4 + u / 2, 1e-12);
  }
  EXPECT_EQ(states(), (std::vector<double>{1, 0}));
}

TEST_P(FmuUnitLaws, InputsOfItsDegreeAreFollowed) {
  Signal u = inputs_;
  for (int p = unit_->info().can.input_degree + 1; p < kCoefficients; ++p) u.component(0)[p] = 0;
  const auto x = oscillate(oscillate({1, 0}, kFirst, u.view()), kStep, u.view());
  step(kFirst, u);
  const auto found = step(kStep, u);
  EXPECT_NEAR(found[0], x[0], kTolerance);
  EXPECT_NEAR(found[1], x[1], kTolerance);
  EXPECT_NEAR(y_[0], x[0], kTolerance);
  EXPECT_NEAR(y_[1], 4 * x[0] + 0.3 * x[1] + u.view().value(0, 1) / 2 + std::sin(kStep.end) / 10, kTolerance)
      << "outputs are those under the inputs at the end";
}

TEST_P(FmuUnitLaws, RestoringRepeatsAStepBitwise) {
  step(kFirst, inputs_);
  unit_->save();
  const auto x = step(kStep, inputs_);
  const auto y = y_, dy = dy_;
  for (int again = 0; again < 3; ++again) {
    unit_->restore();
    EXPECT_EQ(step(kStep, inputs_), x);
    EXPECT_EQ(y_, y);
    EXPECT_EQ(dy_, dy);
  }
  unit_->restore();
  Signal other = inputs_;
  other.component(0)[0] += 0.5;
  step(kStep, other);
  unit_->restore();
  EXPECT_EQ(step(kStep, inputs_), x) << "a trial left a trace";
}

TEST_P(FmuUnitLaws, AStepCanBeRepeatedFromTheVeryStart) {
  unit_->save();
  const auto x = step(kFirst, inputs_);
  unit_->restore();
  EXPECT_EQ(step(kFirst, inputs_), x);
}

TEST_P(FmuUnitLaws, HalfStepsCompose) {
  if (!GetParam().cubic) GTEST_SKIP() << "a cubic is not followed";
  step(kFirst, inputs_);
  unit_->save();
  const auto whole = step(kStep, inputs_);
  unit_->restore();
  const double middle = kStep.t + kStep.h / 2;
  for (const double from : {0.0, 0.5}) {
    const auto u = [&](double s) { return inputs_.view().value(0, s); };
    const auto w = [&](double s) { return inputs_.view().slope(0, s) / 2; };
    const Signal half = cubic(hermite(u(from), w(from), u(from + 0.5), w(from + 0.5)));
    step({.t = from == 0 ? kStep.t : middle, .h = kStep.h / 2, .end = from == 0 ? middle : kStep.end}, half);
  }
  const auto halves = states();
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(halves[i], whole[i], kTolerance);
}

TEST_P(FmuUnitLaws, SlopesAgreeWithDifferences) {
  if (!GetParam().cubic) GTEST_SKIP() << "a cubic is not followed";
  constexpr double delta = 1e-3;
  step(kFirst, inputs_);
  unit_->save();
  step(kStep, inputs_);
  const auto slope = dy_;
  const auto output_at = [&](double s) {  // the same input polynomial, cut off at s
    unit_->restore();
    Signal cut = inputs_;
    for (int p = 0; p < kCoefficients; ++p) cut.component(0)[p] *= std::pow(s, p);
    step({.t = kStep.t, .h = s * kStep.h, .end = kStep.t + s * kStep.h}, cut);
    return y_;
  };
  const auto ahead = output_at(1 + delta), behind = output_at(1 - delta);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(slope[i], (ahead[i] - behind[i]) / (2 * delta), 1e-5);
  }
}

TEST_P(FmuUnitLaws, TheLinearModelIsThatOfTheEquations) {
  if (!unit_->info().can.linearization) GTEST_SKIP() << "no linearization";
  step(kFirst, inputs_);
  const auto x = states();
  const double u = inputs_.view().value(0, 1);
  const double accuracy = unit_->info().can.evaluation ? 1e-7 : 1e-12;
  for (const double du : {0.0, 0.7}) {
    LinearModel m;
    const double at = u + du;
    unit_->linearize(Instant::at(kFirst.end), x.data(), &at, m);
    Matrix A(2, 2), B(2, 1), C(2, 2), D(2, 1);
    A << 0, 1, -4, -0.3;
    B << 0, 1;
    C << 1, 0, 4, 0.3;
    D << 0, 0.5;
    EXPECT_LT((m.A - A).norm() + (m.B - B).norm() + (m.C - C).norm() + (m.D - D).norm(), accuracy);
    EXPECT_NEAR(m.f0[0], x[1], 1e-12);
    EXPECT_NEAR(m.f0[1], -4 * x[0] - 0.3 * x[1] + at, 1e-12);
    EXPECT_NEAR(m.g0[1], 4 * x[0] + 0.3 * x[1] + at / 2 + std::sin(kFirst.end) / 10, 1e-12);
    EXPECT_LT(m.f_t.norm(), accuracy);
    EXPECT_NEAR(m.g_t[0], 0, accuracy);
    EXPECT_NEAR(m.g_t[1], std::cos(kFirst.end) / 10, accuracy);
  }
  EXPECT_EQ(states(), x) << "a linearization leaves the unit where it is";
}

TEST_P(FmuUnitLaws, EquationsCanBeEvaluatedAnywhere) {
  if (!unit_->info().can.evaluation) GTEST_SKIP() << "no evaluation";
  step(kFirst, inputs_);
  const auto before = states();
  const std::vector<double> x{0.5, -2};
  const double u = 3;
  std::vector<double> f(2), g(2);
  unit_->evaluate(Instant::at(0.1), x.data(), &u, f.data(), g.data());
  EXPECT_DOUBLE_EQ(f[0], -2);
  EXPECT_DOUBLE_EQ(f[1], -4 * 0.5 + 0.3 * 2 + 3);
  EXPECT_DOUBLE_EQ(g[1], 4 * 0.5 - 0.3 * 2 + 1.5 + std::sin(0.1) / 10);
  EXPECT_EQ(states(), before);
  unit_->set_states(x.data());
  EXPECT_EQ(states(), x);
}

INSTANTIATE_TEST_SUITE_P(
    Fmus, FmuUnitLaws,
    ::testing::Values(Subject{"fmi2_co_simulation"}, Subject{"fmi3_co_simulation", Version::fmi3},
                      Subject{"fmi2_without_directional_derivatives", Version::fmi2, Kind::co_simulation,
                              "directional_derivatives"},
                      Subject{"fmi2_without_input_derivatives", Version::fmi2, Kind::co_simulation,
                              "input_derivatives", false},
                      Subject{"fmi3_without_intermediate_update", Version::fmi3, Kind::co_simulation,
                              "intermediate_update", false},
                      Subject{"fmi2_model_exchange", Version::fmi2, Kind::model_exchange},
                      Subject{"fmi3_model_exchange", Version::fmi3, Kind::model_exchange},
                      Subject{"fmi2_model_exchange_by_differences", Version::fmi2, Kind::model_exchange,
                              "directional_derivatives"},
                      Subject{"fmi3_model_exchange_by_differences", Version::fmi3, Kind::model_exchange,
                              "directional_derivatives"}),
    [](const auto& p) { return p.param.title; });

}  // namespace
}  // namespace accordo::fmi
