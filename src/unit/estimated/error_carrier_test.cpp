// What a unit carries along is the difference that inputs make, on linear units to rounding.
#include "unit/estimated/error_carrier.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "unit/estimated/estimator_testing.hpp"

namespace accordo {
namespace {

/// Where an ErrorCarrier puts what others have to know.
struct Told {
  explicit Told(int inputs, int outputs)
      : y(index(outputs)),
        dy(y),
        D(index(inputs) * index(outputs)),
        CB(D),
        rounding(y),
        ends(4 * y.size()),
        b(2 * y.size()),
        K(4 * D.size()) {}

  ErrorCarrier::Point point() { return {y.data(), dy.data(), D.data(), CB.data(), rounding.data()}; }
  ErrorCarrier::Ends both_ends() {
    const std::size_t n = y.size();
    return {ends.data(), ends.data() + n, ends.data() + 2 * n, ends.data() + 3 * n};
  }

  std::vector<double> y, dy, D, CB, rounding, ends, b, K;
};

/// Cubics, the same everywhere where nothing is random.
Signal random_cubics(std::mt19937& random, int inputs) {
  std::normal_distribution<double> normal;
  Signal signal(index(inputs));
  signal.set_degree(3);
  for (int j = 0; j < inputs; ++j) {
    for (int p = 0; p < kCoefficients; ++p) signal.component(j)[p] = normal(random);
  }
  return signal;
}

/// One unit under the inputs that a run used, p; what they would have been without errors, v; and what agrees
/// along the computed states, in between.
struct Inputs {
  Signal used, right, agreeing;

  /// By how much the ones are off that agree: values and scaled slopes at s.
  void off(double s, std::vector<double>& w, std::vector<double>& hw) const {
    for (int j = 0; j < used.size(); ++j) {
      w[index(j)] = agreeing.view().value(j, s) - right.view().value(j, s);
      hw[index(j)] = agreeing.view().slope(j, s) - right.view().slope(j, s);
    }
  }
  std::vector<double> defects() const {
    std::vector<double> d(index(used.size()) * static_cast<std::size_t>(kDefectCoefficients));
    for (int j = 0; j < used.size(); ++j) {
      for (int p = 0; p < kCoefficients; ++p)
        d[index(j * kDefectCoefficients + p)] = agreeing.component(j)[p] - used.component(j)[p];
    }
    return d;
  }
};

/// What carry() says of the outputs at the end is what finish() makes of them there: K (w, h w') + b.
void expect_same_outputs(const Told& told, double h, const std::vector<double>& w,
                         const std::vector<double>& hw, const std::vector<double>& defects) {
  const std::size_t outputs = told.y.size(), inputs = w.size();
  for (std::size_t i = 0; i < 2 * outputs; ++i) {
    double from_K = told.b[i];
    for (std::size_t j = 0; j < inputs; ++j)
      from_K += told.K[i * 2 * inputs + j] * w[j] + told.K[i * 2 * inputs + inputs + j] * hw[j];
    const std::size_t o = i % outputs;
    double expected = i < outputs ? told.y[o] : h * told.dy[o];
    for (std::size_t j = 0; j < inputs; ++j) {
      double d = 0;
      for (std::size_t q = 0; q < kDefectCoefficients; ++q) d += defects[j * kDefectCoefficients + q];
      const double D = told.D[o * inputs + j], CB = told.CB[o * inputs + j];
      expected += i < outputs ? D * w[j] : h * CB * (w[j] - d) + D * hw[j];
    }
    EXPECT_NEAR(from_K, expected, 1e-11 * (1 + std::abs(expected))) << i;
  }
}

TEST(ErrorCarrier, CarriesTheDifferenceOfTwoIntegrations) {
  std::mt19937 random(5);
  for (const auto& [states, inputs, outputs] : {std::array{3, 2, 2}, {1, 1, 3}, {0, 2, 2}, {4, 3, 1}}) {
    const LinearModel model = testing::random_model(random, states, inputs, outputs);
    const std::vector<double> x(index(states), 1);
    const auto computed = testing::linear_unit(model, x), right = testing::linear_unit(model, x);
    ErrorCarrier carrier(*computed);
    Told told(inputs, outputs);
    std::vector<double> u(index(inputs)), w(u), hw(u), w2(u), hw2(u), y(index(outputs)), dy(y);
    std::vector<double> e(x), computed_x(x), right_x(x);
    carrier.start(Instant::at(0), u.data(), told.point());
    for (int k = 0; k < 9; ++k) {
      const double h = 0.1 * (1 + k / 3);
      const Step step{.t = 0, .h = h, .end = h};
      const Inputs in{random_cubics(random, inputs), random_cubics(random, inputs),
                      random_cubics(random, inputs)};
      computed->step(step, in.used.view(), y.data(), dy.data());
      right->step(step, in.right.view(), y.data(), dy.data());
      in.off(0, w, hw);
      in.off(1, w2, hw2);
      carrier.arrive(step, in.used.view(), u.data(), told.both_ends(), told.D.data());
      const std::vector<double> defects = in.defects();
      carrier.carry(h, w.data(), hw.data(), defects.data(), told.b.data(), told.K.data());
      carrier.finish(w2.data(), hw2.data(), e.data(), told.point());
      expect_same_outputs(told, h, w2, hw2, defects);
      computed->states(computed_x.data());
      right->states(right_x.data());
      for (std::size_t i = 0; i < e.size(); ++i)
        EXPECT_NEAR(e[i], computed_x[i] - right_x[i], 1e-11 * (1 + std::abs(e[i]))) << k << ' ' << i;
    }
  }
}

/// x' = -a x + b u, off by a defect that is s^power all over a step, and by nothing else.
double carried_by_a_power(double a, double b, double h, int power) {
  LinearModel model{.A = Matrix::Constant(1, 1, -a),
                    .B = Matrix::Constant(1, 1, b),
                    .C = Matrix::Ones(1, 1),
                    .D = Matrix::Zero(1, 1),
                    .f0 = Vector::Zero(1),
                    .g0 = Vector::Zero(1),
                    .f_t = Vector::Zero(1),
                    .g_t = Vector::Zero(1)};
  const auto unit = testing::linear_unit(model, {1});
  ErrorCarrier carrier(*unit);
  Told told(1, 1);
  const double none = 0;
  Signal rest(1);
  hold(std::vector<double>{0}, rest);
  std::vector<double> defect(kDefectCoefficients);
  defect[index(power)] = 1;
  double e = 0;
  carrier.start(Instant::at(0), &none, told.point());
  carrier.arrive({.t = 0, .h = h, .end = h}, rest.view(), &none, told.both_ends(), told.D.data());
  carrier.carry(h, &none, &none, defect.data(), told.b.data(), told.K.data());
  carrier.finish(&none, &none, &e, told.point());
  return e;
}

// -∫ exp(-a (h - t)) b (t/h)^power dt, by parts from one power to the next.
TEST(ErrorCarrier, FollowsDefectsOfAllDegrees) {
  const double a = 1.5, b = 2;
  for (const double h : {0.3, 3.0}) {
    double integral = (1 - std::exp(-a * h)) / a;
    for (int power = 0; power < kDefectCoefficients; ++power) {
      if (power > 0) integral = (1 - power / h * integral) / a;
      EXPECT_NEAR(carried_by_a_power(a, b, h, power), -b * integral, 1e-11) << h << ' ' << power;
    }
  }
}

/// The slope of x' = -x² + u x2, … is known at both ends of a step: how far off what is carried over it is.
double missed_over(double h) {
  testing::FunctionUnit computed = testing::nonlinear_unit(1), right = testing::nonlinear_unit(1);
  ErrorCarrier carrier(computed);
  Told told(1, 3);
  const double little = 1e-5;
  const double u = testing::wave(0), u2 = testing::wave(h), none = 0;
  Signal used = testing::wave_signal(1, 0, h), shifted = used;
  shifted.component(0)[0] += little;
  std::vector<double> y(3), dy(3), e(2), x(2), exact(2), defect(kDefectCoefficients);
  defect[0] = little;  // those that agree are the right ones
  const Step step{.t = 0, .h = h, .end = h};
  carrier.start(Instant::at(0), &u, told.point());
  computed.step(step, used.view(), y.data(), dy.data());
  right.step(step, shifted.view(), y.data(), dy.data());
  carrier.arrive(step, used.view(), &u2, told.both_ends(), told.D.data());
  carrier.carry(h, &none, &none, defect.data(), told.b.data(), told.K.data());
  carrier.finish(&none, &none, e.data(), told.point());
  computed.states(x.data());
  right.states(exact.data());
  double missed = 0;
  for (std::size_t i = 0; i < 2; ++i)
    missed = std::max(missed, std::abs(e[i] - (x[i] - exact[i])) / (little * h));
  return missed;
}

// The means of both ends are those of the step but for h².
TEST(ErrorCarrier, IsOfSecondOrderOnNonlinearUnits) {
  EXPECT_NEAR(std::log2(missed_over(0.2) / missed_over(0.1)), 2, 0.2);
}

}  // namespace
}  // namespace accordo
