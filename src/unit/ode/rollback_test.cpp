// Rollback must repeat every bit.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "integrate/test_systems.hpp"
#include "unit/ode/linear_system.hpp"

namespace accordo {
namespace {

class EveryIntegrator : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryIntegrator, testing::Values("auto", "dopri5", "rosenbrock", "rk4"));

/// Advances one integrator with two discarded trials per macro-step, one without any, and compares bits.
void expect_trials_leave_no_trace(const char* kind, TestSystem system, TestSystem other, double h, double x0,
                                  std::string* names = nullptr) {
  const auto with = make_integrator(kind, system.size(), {});
  const auto without = make_integrator(kind, system.size(), {});
  std::vector<double> x(static_cast<std::size_t>(system.size()), x0);
  std::vector<double> y = x;
  for (int k = 0; k < 30; ++k) {
    const Step step = macro_step(k, h);
    with->save();
    const std::vector<double> saved = x;
    for (TestSystem* trial : {&other, &system}) {
      with->advance(*trial, step, k > 0, x.data());
      if (names != nullptr) names->append(with->name()).append(";");
      x = saved;
      with->restore();
      if (names != nullptr) names->append(with->name()).append(";");
    }
    with->advance(system, step, k > 0, x.data());
    without->advance(system, step, k > 0, y.data());
    ASSERT_EQ(x, y) << kind << ", step " << k;
    ASSERT_STREQ(with->name(), without->name());
  }
}

TEST_P(EveryIntegrator, TrialsLeaveNoTrace) {
  TestSystem other(2, [](double t, const double* x, double* dx) {
    dx[0] = 40 * std::sin(50 * t) * x[1];
    dx[1] = -x[0];
  });
  expect_trials_leave_no_trace(GetParam(), Manufactured::system(), other, 0.1, 0.5);
}

// Integrators of one thread share working memory: what one leaves there must not reach another, not even when
// it fails in the middle of a step.
TEST_P(EveryIntegrator, IntegratorsOfOneThreadDoNotMeet) {
  TestSystem system = Manufactured::system();
  TestSystem neighbors = van_der_pol(0.1);
  TestSystem failing(2, [](double t, const double*, double* dx) { dx[0] = dx[1] = t > 0.95 ? NAN : 1; });
  const auto make = [] { return make_integrator(GetParam(), 2, {}); };
  const auto alone = make(), among = make(), neighbor = make();
  std::vector<double> x = {0, 1}, y = x, z = {2, 0};
  for (int k = 0; k < 30; ++k) {
    const Step step = macro_step(k, 0.1);
    alone->advance(system, step, k > 0, x.data());
  }
  for (int k = 0; k < 30; ++k) {
    const Step step = macro_step(k, 0.1);
    neighbor->advance(neighbors, step, k > 0, z.data());
    std::vector<double> w = {1, 1};
    if (k == 9) {
      EXPECT_THROW(make()->advance(failing, step, false, w.data()), NonFinite);
    }
    EXPECT_EQ(w, std::vector<double>({1, 1}));
    among->advance(system, step, k > 0, y.data());
  }
  EXPECT_EQ(x, y);
}

// The switch to rosenbrock happens in a trial and is taken back with it.
TEST(AutoRollback, TheSwitchIsTakenBack) {
  std::string names;
  expect_trials_leave_no_trace("auto", prothero_robinson(-1.0), prothero_robinson(-1e4), 0.1, 1, &names);
  EXPECT_NE(names.find("auto: rosenbrock;auto: dopri5;"), std::string::npos) << names;
  names.clear();
  expect_trials_leave_no_trace("auto", prothero_robinson(-1e4), prothero_robinson(-1.0), 0.1, 1, &names);
  EXPECT_NE(names.find("auto: rosenbrock;auto: dopri5;"), std::string::npos) << names;
}

}  // namespace
}  // namespace accordo
