// Units given by matrices: shapes, the short forms, and the mistakes.
#include <gtest/gtest.h>

#include "io/scenario/problem_testing.hpp"
#include "io/scenario/scenario_reader.hpp"
#include "unit/ode/specs.hpp"

namespace accordo {
namespace {

using Rows = std::vector<std::vector<double>>;

std::shared_ptr<const LinearSpec> read_linear(const std::string& body) {
  Problems problems;
  const std::optional<Scenario> s = read_scenario_text(
      "units: {a: {linear: {" + body + "}}}\nexperiment: {stop: 1}\n", "test.yaml", problems);
  EXPECT_TRUE(s && problems.empty()) << describe_all(problems.list());
  return s ? std::static_pointer_cast<const LinearSpec>(s->units[0].body) : std::make_shared<LinearSpec>();
}

TEST(LinearReader, ShortFormsMeanTheSameAsNestedLists) {
  const auto full = read_linear(
      "states: {x: 1}, inputs: [u, v], outputs: [y, z], A: [[-1]], B: [[1, 2]], C: [[3], [4]], f0: [5]");
  const auto brief =
      read_linear("states: {x: 1}, inputs: [u, v], outputs: [y, z], A: -1, B: [1, 2], C: [3, 4], f0: 5");
  EXPECT_EQ(brief->A.rows, full->A.rows);
  EXPECT_EQ(brief->B.rows, full->B.rows);
  EXPECT_EQ(brief->C.rows, full->C.rows);
  EXPECT_EQ(brief->f0, full->f0);
  EXPECT_EQ(full->C.rows, (Rows{{3}, {4}}));
}

TEST(LinearReader, EveryShapeThatFitsIsAcceptedAndEveryOtherNot) {
  // n states, m inputs, p outputs; D is written with r rows and c columns.
  for (std::size_t m = 1; m <= 3; ++m) {
    for (std::size_t p = 1; p <= 3; ++p) {
      for (std::size_t r = 1; r <= 3; ++r) {
        for (std::size_t c = 1; c <= 3; ++c) {
          const std::vector<std::string> in{"u1", "u2", "u3"}, out{"y1", "y2", "y3"};
          std::string text = "units:\n  a:\n    linear:\n      inputs: [u1";
          for (std::size_t i = 1; i < m; ++i) text += ", " + in[i];
          text += "]\n      outputs: [y1";
          for (std::size_t i = 1; i < p; ++i) text += ", " + out[i];
          text += "]\n      D: [";
          for (std::size_t i = 0; i < r; ++i) {
            text += i == 0 ? "[" : ", [";
            for (std::size_t j = 0; j < c; ++j) text += j == 0 ? "1" : ", 1";
            text += "]";
          }
          text += "]\nexperiment: {stop: 1}\n";
          EXPECT_EQ(problems_of(text).empty(), r == p && c == m) << text;
        }
      }
    }
  }
}

TEST(LinearReader, AUnitWithoutStatesIsAGain) {
  const auto gain = read_linear("inputs: {u: 0}, outputs: [y], D: 2, g0: 1, A: [], C: [[]]");
  EXPECT_EQ(gain->D.rows, (Rows{{2}}));
  EXPECT_TRUE(gain->A.rows.empty());
}

class LinearFault : public testing::TestWithParam<Fault> {};

TEST_P(LinearFault, IsReportedOnceWithPlaceAndRemedy) {
  expect_fault(GetParam());
}

#define LINEAR(body)                                                                                       \
  "experiment: {stop: 1}\nunits:\n a:\n  linear: {states: {x: 1, v: 0}, inputs: [u], outputs: [y],\n" body \
  "}\n"

INSTANTIATE_TEST_SUITE_P(
    All, LinearFault,
    testing::Values(
        Fault{"Transposed", LINEAR("   B: [[1, 2]]"), "matrix-shape", 5, 7,
              "B has 1 rows and 2 columns, expected 2 x 1 (states x inputs)"},
        Fault{"Flat", LINEAR("   A: [1, 2, 3, 4]"), "matrix-shape", 5, 7, "[[1, 2], [3, 4]]"},
        Fault{"Ragged", LINEAR("   A: [[1, 2], [3]]"), "matrix-shape", 5, 7, "row 2 of A has 1 columns"},
        Fault{"Mixed", LINEAR("   A: [[1, 2], 3]"), "wrong-kind", 5, 16, "a row of A"},
        Fault{"Entry", LINEAR("   A: [[1, k], [3, 4]]"), "wrong-kind", 5, 12, "an entry of A"},
        Fault{"Infinite", LINEAR("   A: [[1, .inf], [3, 4]]"), "not-finite", 5, 12, "an entry of A"},
        Fault{"Mapping", LINEAR("   A: {x: 1}"), "wrong-kind", 5, 7, "a matrix"},
        Fault{"Offset", LINEAR("   f0: [1]"), "matrix-shape", 5, 8, "f0 has 1 entries, expected 2 (states)"},
        Fault{"OffsetText", LINEAR("   g0: one"), "wrong-kind", 5, 8, "an entry of g0"},
        Fault{"UnknownKey", LINEAR("   E: 1"), "unknown-key", 5, 4, "did you mean 'A'?"},
        Fault{"Empty", "experiment: {stop: 1}\nunits: {a: {linear: {inputs: [u]}}}\n", "empty-unit", 2, 21,
              "nothing"},
        Fault{"StateList", "experiment: {stop: 1}\nunits: {a: {linear: {states: [x], A: 1}}}\n", "wrong-kind",
              2, 30, "name: value"},
        Fault{"OutputTwice", "experiment: {stop: 1}\nunits: {a: {linear: {outputs: [y, y]}}}\n",
              "duplicate-name", 2, 35, "different"},
        Fault{"InputIsState",
              "experiment: {stop: 1}\nunits: {a: {linear: {states: {x: 1}, inputs: [x], outputs: [y]}}}\n",
              "duplicate-name", 2, 47, "a state in line 2"}),
    fault_name);

#undef LINEAR

}  // namespace
}  // namespace accordo
