// Observed orders of convergence, two-sided: a method that converges faster than its theory is as suspicious
// as one that converges more slowly.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

struct OrderLaw {
  RunOf run;
  double order;

  friend std::ostream& operator<<(std::ostream& out, const OrderLaw& law) { return out << law.run; }
};

class Orders : public ::testing::TestWithParam<OrderLaw> {};

TEST_P(Orders, AreThoseOfTheory) {
  const OrderLaw& law = GetParam();
  if (!solver_is_built(law.run.solver)) GTEST_SKIP() << "PETSc's solvers were not built";
  EXPECT_NEAR(observed_order(law.run), law.order, law.order < 2 ? 0.3 : 0.15);
}

/// The laws of one method on all smooth cases; `step` is halved once more by the test.
std::vector<OrderLaw> laws(const std::string& method, int order) {
  const std::vector<std::pair<std::string, double>> finest{
      {"two-mass", 5e-4}, {"lotka-volterra", 0.0125}, {"tutorial", 0.025},
      {"cruise", 0.05},   {"behaviour-change", 0.1},  {"tough", 0.025}};
  std::vector<OrderLaw> list;
  for (const auto& [name, step] : finest) {
    list.push_back(
        {{.name = name, .method = method, .step = step, .options = {"order=" + std::to_string(order)}},
         order + 1.0});
  }
  return list;
}

std::string title(const ::testing::TestParamInfo<OrderLaw>& info) {
  std::string text = info.param.run.name;
  if (!info.param.run.options.empty()) text += "_" + info.param.run.options.front();
  std::replace_if(
      text.begin(), text.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return text;
}

INSTANTIATE_TEST_SUITE_P(JacobiHold, Orders, ::testing::ValuesIn(laws("jacobi", 0)), title);
INSTANTIATE_TEST_SUITE_P(JacobiLine, Orders, ::testing::ValuesIn(laws("jacobi", 1)), title);
INSTANTIATE_TEST_SUITE_P(JacobiParabola, Orders, ::testing::ValuesIn(laws("jacobi", 2)), title);
INSTANTIATE_TEST_SUITE_P(GaussSeidelHold, Orders, ::testing::ValuesIn(laws("gauss-seidel", 0)), title);
INSTANTIATE_TEST_SUITE_P(GaussSeidelLine, Orders, ::testing::ValuesIn(laws("gauss-seidel", 1)), title);
INSTANTIATE_TEST_SUITE_P(GaussSeidelParabola, Orders, ::testing::ValuesIn(laws("gauss-seidel", 2)), title);

/// The laws of one method that may iterate; neither the units nor the iteration must show beside the error of
/// the inputs.
std::vector<OrderLaw> laws(const RunOf& method, double order,
                           const std::vector<std::pair<std::string, double>>& steps) {
  std::vector<OrderLaw> list;
  for (const auto& [name, step] : steps) {
    OrderLaw law{method, order};
    law.run.name = name;
    law.run.step = step;
    law.run.integrator_tolerance = 1e-13;
    if (name == "damper") law.run.parameters = {{"D_D", 4}};
    list.push_back(law);
  }
  return list;
}

/// Inputs that are held or run along lines: fine steps, for their errors to be asymptotic.
std::vector<OrderLaw> low(const std::string& method, const std::vector<std::string>& options, double order) {
  return laws({.method = method, .options = options}, order,
              {{"two-mass", 5e-4},
               {"lotka-volterra", 0.0125},
               {"tutorial", 0.025},
               {"cruise", 0.05},
               {"damper", 0.05},
               {"behaviour-change", 0.1},
               {"tough", 0.025},
               {"chain", 0.0025}});
}

/// Smooth inputs: coarse steps, for their errors to stay far above the coupling tolerance.
std::vector<OrderLaw> smooth(const std::string& method, const std::string& solver, double order = 4) {
  RunOf run{.method = method, .options = {"coupling_tolerance=1e-11"}, .solver = solver};
  if (method == "ifosmondi-jfm") {
    run.options.emplace_back(
        "predictor=extrapolate");  // a linear prediction would leave solvers little to do
  }
  if (order < 4) run.options.emplace_back("slopes=differences");
  return laws(run, order,
              {{"two-mass", 4e-3},
               {"lotka-volterra", 0.1},
               {"tutorial", 0.2},
               {"cruise", 0.4},
               {"damper", 0.1},
               {"behaviour-change", 0.4},
               {"tough", 0.1},
               {"chain", 0.01}});
}

// clang-format off
using ::testing::ValuesIn;
INSTANTIATE_TEST_SUITE_P(BuschDelayed, Orders, ValuesIn(low("busch", {}, 1)), title);
INSTANTIATE_TEST_SUITE_P(BuschAhead, Orders, ValuesIn(low("busch", {"extrapolate=true"}, 2)), title);
INSTANTIATE_TEST_SUITE_P(IterativeJacobiHold, Orders, ValuesIn(low("iterative-jacobi", {"order=0"}, 1)), title);
INSTANTIATE_TEST_SUITE_P(IterativeJacobiLine, Orders, ValuesIn(low("iterative-jacobi", {"order=1"}, 2)), title);
INSTANTIATE_TEST_SUITE_P(IterativeGaussSeidelHold, Orders, ValuesIn(low("iterative-gauss-seidel", {"order=0"}, 1)), title);
INSTANTIATE_TEST_SUITE_P(IterativeGaussSeidelLine, Orders, ValuesIn(low("iterative-gauss-seidel", {"order=1"}, 2)), title);
INSTANTIATE_TEST_SUITE_P(KublerSchiehlen, Orders, ValuesIn(low("kubler-schiehlen", {}, 2)), title);
INSTANTIATE_TEST_SUITE_P(IfosmondiHold, Orders, ValuesIn(low("ifosmondi", {"order=0"}, 1)), title);
INSTANTIATE_TEST_SUITE_P(IfosmondiLine, Orders, ValuesIn(low("ifosmondi", {"order=1"}, 2)), title);
INSTANTIATE_TEST_SUITE_P(Ifosmondi, Orders, ValuesIn(smooth("ifosmondi", "")), title);
INSTANTIATE_TEST_SUITE_P(IfosmondiDifferences, Orders, ValuesIn(smooth("ifosmondi", "", 3)), title);
INSTANTIATE_TEST_SUITE_P(JfmAuto, Orders, ValuesIn(smooth("ifosmondi-jfm", "auto")), title);
INSTANTIATE_TEST_SUITE_P(JfmAnderson, Orders, ValuesIn(smooth("ifosmondi-jfm", "anderson")), title);
INSTANTIATE_TEST_SUITE_P(JfmNewton, Orders, ValuesIn(smooth("ifosmondi-jfm", "newton")), title);
INSTANTIATE_TEST_SUITE_P(JfmBroyden, Orders, ValuesIn(smooth("ifosmondi-jfm", "broyden")), title);
INSTANTIATE_TEST_SUITE_P(JfmAitken, Orders, ValuesIn(smooth("ifosmondi-jfm", "aitken")), title);
INSTANTIATE_TEST_SUITE_P(JfmPetscNewton, Orders, ValuesIn(smooth("ifosmondi-jfm", "petsc-newtonls")), title);
INSTANTIATE_TEST_SUITE_P(JfmPetscAnderson, Orders, ValuesIn(smooth("ifosmondi-jfm", "petsc-anderson")), title);
INSTANTIATE_TEST_SUITE_P(JfmPetscNgmres, Orders, ValuesIn(smooth("ifosmondi-jfm", "petsc-ngmres")), title);
INSTANTIATE_TEST_SUITE_P(JfmPetscNgmresLs, Orders, ValuesIn(smooth("ifosmondi-jfm", "petsc-ngmres-ls")), title);
INSTANTIATE_TEST_SUITE_P(JfmDifferences, Orders, ValuesIn(smooth("ifosmondi-jfm", "auto", 3)), title);
// clang-format on

}  // namespace
}  // namespace accordo::testing
