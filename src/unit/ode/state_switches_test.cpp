#include "unit/ode/state_switches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace accordo {
namespace {

/// Of a unit with parameter p, state x and input u.
struct Held {
  expr::Graph graph;
  expr::Node root = -1;
  StateSwitches found;

  explicit Held(const std::string& text) {
    const std::vector<std::string> names{"p", "x", "u"};
    root = *expr::parse(graph, text, expr::SymbolTable(names));
    found = find_state_switches(graph, {&root, 1}, 1, 2);
  }
  double written(double x, double u) const {
    return expr::evaluate_once(graph, root, 0.3, std::vector<double>{2, x, u});
  }
  /// With the sides that `at` has.
  double held(double x, double u, double at_x, double at_u) const {
    std::vector<double> symbols{2, at_x, at_u};
    symbols.resize(3 + found.switches.size());
    for (std::size_t round = 0; round < found.switches.size(); ++round) {
      for (std::size_t j = 0; j < found.switches.size(); ++j) {
        const double w = expr::evaluate_once(graph, found.switches[j].value, 0.3, symbols);
        symbols[3 + j] = w > 0 ? 1 : w < 0 ? -1 : 0;
      }
    }
    symbols[1] = x;
    symbols[2] = u;
    return expr::evaluate_once(graph, found.roots[0], 0.3, symbols);
  }
};

const std::vector<std::string> kExpressions{"if(x < 1, x, 2*u)",
                                            "sign(x - u) + sign(x)",
                                            "abs(x)*abs(x - 0.5)",
                                            "min(x, u) + max(x, p)",
                                            "if(max(x, u) >= abs(x + u), x, if(u > 0.2, 1, -1))",
                                            "if(not (x <= u) and u > t, 1, 0)"};

TEST(StateSwitches, OnItsOwnSideNothingIsDifferent) {
  for (const std::string& text : kExpressions) {
    const Held h(text);
    for (double x = -2; x <= 2; x += 0.5) {
      for (double u = -2; u <= 2; u += 0.5)
        EXPECT_EQ(h.held(x, u, x, u), h.written(x, u)) << text << " at " << x << ", " << u;
    }
  }
}

// Held, the equations have no kinks and no jumps: differences over where one was are those of a polynomial.
TEST(StateSwitches, HeldBranchesAreSmooth) {
  for (const std::string& text : kExpressions) {
    const Held h(text);
    const auto along = [&](double s) { return h.held(-2 + 4 * s, 1.5 - 3 * s, -2, 1.5); };
    const double third = along(1) - 3 * along(2.0 / 3) + 3 * along(1.0 / 3) - along(0);
    EXPECT_NEAR(third, 0, 1e-12) << text;
  }
}

TEST(StateSwitches, EachFunctionIsOneSwitch) {
  EXPECT_EQ(Held("if(x < 1, x, 2) + if(x - 1 >= 0, u, 3)").found.switches.size(), 1U);
  EXPECT_EQ(Held("sign(x) + abs(x)*max(x, u)").found.switches.size(), 2U);
  EXPECT_TRUE(Held("if(t > p, x, u) + max(p, 1)*x").found.switches.empty()) << "time and parameters are none";
  EXPECT_TRUE(Held("floor(x) + if(x == u, 1, 0)").found.switches.empty());
}

TEST(StateSwitches, KinksAreToldFromJumps) {
  EXPECT_FALSE(Held("abs(x) + min(x, u)").found.switches[0].jumps);
  EXPECT_TRUE(Held("abs(x) + sign(x)").found.switches[0].jumps);
}

// What is computed of large numbers is noisy, however small it is itself.
TEST(StateSwitches, NoiseIsThatOfWhatIsSubtracted) {
  const Held h("if(x - u < 0, 1, 0)");
  const std::vector<double> symbols{2, 1e6 + 1e-3, 1e6, 0};
  EXPECT_GT(expr::evaluate_once(h.graph, h.found.switches[0].noise, 0, symbols), 2e6);
}

}  // namespace
}  // namespace accordo
