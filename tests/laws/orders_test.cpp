// Observed orders of convergence, two-sided: a method that converges faster than its theory is as suspicious
// as one that converges more slowly.

#include <gtest/gtest.h>

#include <algorithm>

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
  std::string text = info.param.run.name + "_" + info.param.run.options.front();
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '-' || c == '='; }, '_');
  return text;
}

INSTANTIATE_TEST_SUITE_P(JacobiHold, Orders, ::testing::ValuesIn(laws("jacobi", 0)), title);
INSTANTIATE_TEST_SUITE_P(JacobiLine, Orders, ::testing::ValuesIn(laws("jacobi", 1)), title);
INSTANTIATE_TEST_SUITE_P(JacobiParabola, Orders, ::testing::ValuesIn(laws("jacobi", 2)), title);
INSTANTIATE_TEST_SUITE_P(GaussSeidelHold, Orders, ::testing::ValuesIn(laws("gauss-seidel", 0)), title);
INSTANTIATE_TEST_SUITE_P(GaussSeidelLine, Orders, ::testing::ValuesIn(laws("gauss-seidel", 1)), title);
INSTANTIATE_TEST_SUITE_P(GaussSeidelParabola, Orders, ::testing::ValuesIn(laws("gauss-seidel", 2)), title);

}  // namespace
}  // namespace accordo::testing
