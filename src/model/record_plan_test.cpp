// Recorded signals: names, patterns, hiding.
#include "model/record_plan.hpp"

#include <gtest/gtest.h>

#include "model/model_testing.hpp"

namespace accordo {
namespace {

std::vector<UnitInfo> units() {
  std::vector<UnitInfo> list{make_unit("left", {"f", "g"}, {"x", "g"}), make_unit("right", {"u"}, {"y"})};
  list[0].ports.states = {"x", "v"};
  list[0].ports.parameters = {"m"};
  list[1].ports.states = {"w"};
  return list;
}

std::vector<RecordColumn> plan(const std::vector<std::string>& patterns, Problems& problems) {
  std::vector<Text> texts;
  texts.reserve(patterns.size());
  for (const std::string& p : patterns)
    texts.push_back({p, {"test.yaml", static_cast<int>(texts.size()) + 1, 3}});
  const std::vector<UnitInfo> list = units();
  return plan_record(texts, list, Layout(list), problems);
}

std::vector<std::string> names(const std::vector<std::string>& patterns) {
  Problems problems;
  std::vector<std::string> result;
  for (const RecordColumn& column : plan(patterns, problems)) result.push_back(column.name);
  EXPECT_TRUE(problems.empty()) << describe(problems.list().at(0));
  return result;
}

using Names = std::vector<std::string>;

TEST(RecordPlan, WithoutPatternsEveryOutput) {
  EXPECT_EQ(names({}), (Names{"left.x", "left.g", "right.y"}));
}

TEST(RecordPlan, StarsGiveOutputsThenInputsThenStatesNotHidden) {
  EXPECT_EQ(names({"left.*"}), (Names{"left.x", "left.g", "left.f", "left.v"}));
  EXPECT_EQ(names({"*"}), (Names{"left.x", "left.g", "left.f", "left.v", "right.y", "right.u", "right.w"}));
  EXPECT_EQ(names({"*.y", "l*.v"}), (Names{"right.y", "left.v"}));
  EXPECT_EQ(names({"left.state(*)"}), (Names{"left.state(x)", "left.v"}));
}

TEST(RecordPlan, ColumnsKnowWhereTheirValuesAre) {
  Problems problems;
  const std::vector<RecordColumn> c =
      plan({"right.y", "right.u", "right.w", "left.x", "left.state(x)", "left.g", "left.input(g)"}, problems);
  ASSERT_TRUE(problems.empty());
  ASSERT_EQ(c.size(), 7u);
  const RecordColumn::Kind kinds[] = {RecordColumn::output, RecordColumn::input, RecordColumn::state,
                                      RecordColumn::output, RecordColumn::state, RecordColumn::output,
                                      RecordColumn::input};
  const int indices[] = {2, 2, 2, 0, 0, 1, 1};
  for (std::size_t i = 0; i < c.size(); ++i) {
    EXPECT_EQ(c[i].kind, kinds[i]) << c[i].name;
    EXPECT_EQ(c[i].index, indices[i]) << c[i].name;
  }
  EXPECT_EQ(c[4].name, "left.state(x)");
  EXPECT_EQ(c[6].name, "left.input(g)");
}

TEST(RecordPlan, NothingTwice) {
  EXPECT_EQ(names({"left.x", "left.x", "left.*", "*.x"}), (Names{"left.x", "left.g", "left.f", "left.v"}));
  EXPECT_EQ(names({"left.v", "left.state(v)"}), (Names{"left.v"}));
}

TEST(RecordPlan, EveryNameOfAPlanFindsItsColumn) {
  Problems problems;
  for (const RecordColumn& column : plan({"*", "*(*"}, problems)) {
    const std::vector<RecordColumn> again = plan({column.name}, problems);
    ASSERT_EQ(again.size(), 1u) << column.name;
    EXPECT_EQ(again[0].kind, column.kind);
    EXPECT_EQ(again[0].index, column.index);
  }
  EXPECT_TRUE(problems.empty());
}

TEST(RecordPlan, UnknownSignalsAreReported) {
  struct Case {
    const char *pattern, *what, *remedy;
  };
  const Case cases[] = {
      {"lfet.x", "no unit 'lfet'", "did you mean 'left'?"},
      {"left.vv", "no variable 'vv'", "did you mean 'v'?"},
      {"left.m", "is a parameter", ""},
      {"left", "'left' is not a signal", "unit.variable"},
      {"left.q*", "no signal matches 'left.q*'", "*"},
      {"*.q", "no signal matches '*.q'", "*"},
      {"lfet.*", "no unit 'lfet'", "did you mean 'left'?"},
      {"left.state(q)", "no variable 'state(q)'", "did you mean 'state(x)'?"},
  };
  for (const Case& c : cases) {
    Problems problems;
    EXPECT_EQ(plan({"right.y", c.pattern}, problems).size(), 1u);
    ASSERT_EQ(problems.list().size(), 1u) << c.pattern;
    const Problem& p = problems.list()[0];
    EXPECT_EQ(p.id, "unknown-signal");
    EXPECT_EQ(p.place.line, 2);
    EXPECT_NE(p.what.find(c.what), std::string::npos) << describe(p);
    EXPECT_NE(p.remedy.find(c.remedy), std::string::npos) << describe(p);
  }
}

}  // namespace
}  // namespace accordo
