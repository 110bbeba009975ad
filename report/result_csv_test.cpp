#include "report/result_csv.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "report/result_testing.hpp"

namespace accordo {
namespace {

using testing_support::TextFile;

/// The problem that reading the whole of such a file gives.
Problem problem_of(const std::string& text) {
  const TextFile file("result.csv", text);
  try {
    ResultCsv csv(file.path());
    std::vector<std::size_t> all(csv.names().size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    csv.choose(all);
    while (csv.next()) {
    }
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::usage);
    return error.problems().front();
  }
  return {};
}

TEST(ResultCsv, ReadsWhatWasChosen) {
  const TextFile file("result.csv",
                      "time,a.x,\"b.state(y,\"\"z\"\")\",c.w\n0,1,2,3\n0.5,-1e-300,inf,nan\r\n");
  ResultCsv csv(file.path());
  EXPECT_EQ(csv.names(), (std::vector<std::string>{"a.x", "b.state(y,\"z\")", "c.w"}));
  csv.choose({0, 2});
  ASSERT_TRUE(csv.next());
  EXPECT_EQ(csv.time(), 0);
  EXPECT_EQ(csv.values()[1], 3);
  ASSERT_TRUE(csv.next());
  EXPECT_EQ(csv.values()[0], -1e-300);
  EXPECT_TRUE(std::isnan(csv.values()[1]));
  EXPECT_FALSE(csv.next());
  EXPECT_FALSE(csv.cut_off());
}

TEST(ResultCsv, LinesLongerThanABlockAreReadWhole) {
  std::string header = "time", row = "0";
  for (int i = 0; i < 200'000; ++i) {
    header += ",unit.variable" + std::to_string(i);
    row += "," + std::to_string(i);
  }
  const TextFile file("result.csv", header + "\n" + row + "\n");
  ResultCsv csv(file.path());
  csv.choose({199'999});
  ASSERT_TRUE(csv.next());
  EXPECT_EQ(csv.values()[0], 199'999);
}

TEST(ResultCsv, AnIncompleteLastLineIsLeftOut) {
  const TextFile file("result.csv", "time,a\n0,1\n1,2.3");
  ResultCsv csv(file.path());
  EXPECT_TRUE(csv.next());
  EXPECT_FALSE(csv.next());
  EXPECT_TRUE(csv.cut_off());
}

TEST(ResultCsv, SaysWhereAFileIsNoResult) {
  struct Wrong {
    const char* text;
    int line, column;
  };
  for (const Wrong& wrong :
       {Wrong{"", 1, 1}, Wrong{"x,y\n1,2\n", 1, 1}, Wrong{"time,a\n0,1\n1,x\n", 3, 3},
        Wrong{"time,a\n0,1,2\n", 2, 4}, Wrong{"time,a,b\n0,1\n", 2, 4}, Wrong{"time,a\n1,1\n0,1\n", 3, 1},
        Wrong{"time,a\nnan,1\n", 2, 1}, Wrong{"time,a\n0,\n", 2, 3}}) {
    const Problem problem = problem_of(wrong.text);
    EXPECT_EQ(problem.id, "not-a-result") << wrong.text;
    EXPECT_EQ(problem.place.line, wrong.line) << wrong.text;
    EXPECT_EQ(problem.place.column, wrong.column) << wrong.text;
  }
  EXPECT_THROW(ResultCsv("/no/such/file.csv"), Error);
}

}  // namespace
}  // namespace accordo
