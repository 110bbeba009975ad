// Enclosures hold every value, and shrink to it.
#include "expr/interval.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "expr/parse.hpp"
#include "expr/print.hpp"
#include "expr/random_expression.hpp"

namespace accordo::expr {
namespace {

using testing::random_parameters;
using testing::random_symbols;

/// The range of t and of the four random symbols; some of them are points.
struct Box {
  Interval t;
  std::array<Interval, 4> symbols;

  static Interval draw(testing::Random& random) {
    const double middle = random.uniform(-2, 2), half = std::pow(10, random.uniform(-6, 0.3));
    return random.below(4) == 0 ? Interval::point(middle) : Interval{middle - half, middle + half};
  }
  explicit Box(testing::Random& random) : t(draw(random)) {
    for (Interval& s : symbols) s = draw(random);
  }
};

/// Any number of the interval, often one of its ends.
double pick(testing::Random& random, Interval a) {
  const int which = random.below(6);
  return which == 0 ? a.lo : which == 1 ? a.hi : std::clamp(random.uniform(a.lo, a.hi), a.lo, a.hi);
}

TEST(Interval, HoldsEveryValue) {
  testing::Random random(11);
  int checked = 0, finite = 0;
  for (int i = 0; i < 20000; ++i) {
    Graph g;
    const std::vector<Node> roots{random.expression(g, 1 + random.below(5))};
    const Program program(g, roots, random_parameters);
    IntervalTape tape(program);
    std::vector<double> work = program.make_work();
    const Box box(random);
    tape.enclose(program, box.t, box.t, box.symbols.data());
    for (int k = 0; k < 10; ++k) {
      std::array<double, 4> point{};
      for (std::size_t s = 0; s < point.size(); ++s) point[s] = pick(random, box.symbols[s]);
      double value = 0;
      program.evaluate(pick(random, box.t), pick(random, box.t), point.data(), work.data(), &value);
      // What is not defined has no value, and what is computed from it means nothing.
      if (std::any_of(work.begin(), work.end(), [](double v) { return std::isnan(v); })) continue;
      const Interval all = tape.root(program, 0);
      ASSERT_TRUE(all.contains(value)) << print(g, roots[0], random_symbols) << ": " << value
                                       << " is not between " << all.lo << " and " << all.hi;
      ++checked;
      finite += std::isfinite(all.width()) ? 1 : 0;
    }
  }
  EXPECT_GT(checked, 100000);
  EXPECT_GT(finite, 70000) << "too few enclosures that say anything";
}

TEST(Interval, IsPartOfTheEnclosureOfMore) {
  testing::Random random(12);
  for (int i = 0; i < 20000; ++i) {
    Graph g;
    const std::vector<Node> roots{random.expression(g, 1 + random.below(5))};
    const Program program(g, roots, random_parameters);
    IntervalTape tape(program);
    Box box(random);
    tape.enclose(program, box.t, box.t, box.symbols.data());
    const IntervalTape outer = tape;
    for (Interval* a : {&box.t, &box.symbols[0], &box.symbols[1], &box.symbols[2], &box.symbols[3]}) {
      const double middle = pick(random, *a);
      *a = random.below(2) == 0 ? Interval{a->lo, middle} : Interval{middle, a->hi};
    }
    tape.enclose(program, box.t, box.t, box.symbols.data());
    for (int slot = 0; slot < static_cast<int>(program.work_size()); ++slot) {
      const double room = 1e-13 * tape[slot].magnitude();  // library functions differ in their last digits
      if (std::isinf(room)) break;  // not defined anywhere: what is computed from it means nothing
      ASSERT_TRUE(outer[slot].lo <= tape[slot].lo + room && tape[slot].hi <= outer[slot].hi + room)
          << print(g, roots[0], random_symbols) << ": " << tape[slot].lo << " to " << tape[slot].hi << " in "
          << outer[slot].lo << " to " << outer[slot].hi;
    }
  }
}

struct Enclosed {
  explicit Enclosed(const std::string& text)
      : root(*parse(graph, text, {"x"})), program(graph, {&root, 1}, 0) {}
  Interval on(Interval x) {
    IntervalTape tape(program);
    tape.enclose(program, x, x, &x);
    return tape.root(program, 0);
  }
  Graph graph;
  Node root;
  Program program;
};

/// The widest enclosure of n equal parts of [lo, hi].
double widest(Enclosed& e, double lo, double hi, int n) {
  double most = 0;
  const double h = (hi - lo) / n;
  for (int k = 0; k < n; ++k) most = std::max(most, e.on({lo + k * h, lo + (k + 1) * h}).width());
  return most;
}

// Parts of a sixteenth of the length have enclosures of a sixteenth of the width, also where an operand
// counts twice, and at points almost nothing is left.
TEST(Interval, ConvergesUnderBisection) {
  for (const char* text : {"sin(x)", "exp(-x^2)", "x*exp(-x^2)", "x - x", "1/(1 + x^2)", "tanh(9*x)^17",
                           "log(x + 4)*sqrt(x + 4)", "abs(x - 1)", "atan2(x, 1 + x^2)", "(2 + cos(x))^x",
                           "max(min(x, 1), x^3)", "tan(x/3)*acos(x/4)", "if(x < 1, x^2, 2*x - 1)",
                           "sinh(x)/cosh(x)", "log10(4 + x)^2.5", "asin(x/5) + atan(x)"}) {
    Enclosed e(text);
    const double ratio = widest(e, -3, 3, 4096) / widest(e, -3, 3, 256);
    EXPECT_NEAR(ratio * 16, 1, 0.2) << text;
    for (const double x : {-3.0, -0.1, 0.0, 1e-9, 1.0, 2.9}) {
      const Interval point = e.on(Interval::point(x));
      EXPECT_LE(point.width(), 1e-13 * (1 + point.magnitude())) << text << " at " << x;
    }
  }
}

TEST(Interval, KnowsPolesDomainsAndJumps) {
  const auto expect = [](const char* text, Interval x, Interval wanted) {
    const Interval found = Enclosed(text).on(x);
    const auto same = [](double a, double b) {
      return a == b || std::abs(a - b) <= 1e-14 * (1 + std::abs(b));
    };
    EXPECT_TRUE(same(found.lo, wanted.lo) && same(found.hi, wanted.hi))
        << text << ": " << found.lo << " to " << found.hi;
  };
  const Interval everything;
  expect("1/x", {-1, 1}, everything);
  expect("1/x^2", {-1, 1}, everything);
  expect("1/x", {2, 4}, {0.25, 0.5});
  expect("tan(x)", {1, 2}, everything);
  expect("tan(x)", {-1, 1}, {std::tan(-1), std::tan(1)});
  expect("sqrt(x)", {-1, 4}, {0, 2});
  expect("sqrt(x)", {-2, -1}, everything);
  expect("log(x)", {-1, 1}, {-Interval::infinity, 0});
  expect("acos(x)", {-2, 0}, {std::acos(0.0), std::acos(-1.0)});
  expect("x^2", {-1, 3}, {0, 9});
  expect("x^3", {-1, 3}, {-9, 27});  // x^2 times x
  expect("x^18", {-1, 1}, {0, 1});
  expect("x^1.5", {-1, 4}, {0, 8});
  expect("x^-0.5", {0, 4}, {0.5, Interval::infinity});
  expect("cosh(x)", {-1, 2}, {1, std::cosh(2)});
  expect("sin(x)", {1, 2}, {std::sin(1), 1});
  expect("cos(x)", {-0.1, 7}, {-1, 1});
  expect("cos(x)", {1e300, 2e300}, {-1, 1});
  expect("atan2(x, 0 - 1)", {-1, 1}, {-std::acos(-1), std::acos(-1)});
  expect("floor(x)", {0.5, 2.5}, {0, 2});
  expect("sign(x)", {-1, 0}, {-1, 0});
  expect("if(x > 1, 5, 7)", {0, 0.5}, {7, 7});
  expect("if(x > 1, 5, 7)", {2, 3}, {5, 5});
  expect("if(x > 1, 5, 7)", {0, 3}, {5, 7});
  expect("if(x > 1 and x < 2, 5, 7)", {3, 4}, {7, 7});
  expect("if(not (x > 1), 5, 7)", {3, 4}, {7, 7});
  expect("x == 1", {1, 1}, {1, 1});
  expect("exp(-x^2)", {-100, 100}, {0, 1});
  expect("exp(x)", {-1000, 1000}, {0, Interval::infinity});
}

}  // namespace
}  // namespace accordo::expr
