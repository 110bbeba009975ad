// Names with indices, put in place one by one.
#include "io/index_expansion.hpp"

#include <gtest/gtest.h>

namespace accordo {
namespace {

Bindings bound_indices() {
  Bindings bindings;
  bindings.add("i", 3);
  return bindings;
}

TEST(IndexExpansion, WhatMentionsNoIndexIsPartOfTheName) {
  const auto expanded = [](std::string_view name) { return expand(name, bound_indices(), {}).name; };
  EXPECT_EQ(expanded("cell[i+1].y"), "cell[4].y");
  EXPECT_EQ(expanded("a.list[i]"), "a.list[3]");
  EXPECT_EQ(expanded("a.list[01]"), "a.list[01]") << "as an FMU may call it";
  EXPECT_EQ(expanded("a.list[2,i]"), "a.list[2,i]") << "no arithmetic";
}

TEST(IndexExpansion, BracketsAreIndicesOnlyAtTheEndOfAUnitsName) {
  EXPECT_EQ(split_brackets("cell[i][j]").brackets, (std::vector<std::string_view>{"i", "j"}));
  for (const std::string_view whole : {"cell", "[i]", "cell[i]s", "cell[i].x", "cell[i"}) {
    EXPECT_EQ(split_brackets(whole).name, whole);
    EXPECT_TRUE(split_brackets(whole).brackets.empty()) << whole;
  }
}

TEST(IndexExpansion, BracesStayWhereTheyNameNoIndex) {
  EXPECT_EQ(fill_braces("run{i}/data{1}.csv", bound_indices()), "run3/data{1}.csv");
  EXPECT_EQ(fill_braces("{i-4}{k}{", bound_indices()), "-1{k}{");
}

TEST(IndexExpansion, AllLoopsTogetherSpendTheBudget) {
  Bindings bindings;
  Budget budget{.most = 10, .left = 10};
  int count = 0;
  const auto times = [&](const char* range) {
    const std::vector<Loop> loops{{"i", range}};
    return repeat(loops, bindings, budget, [&] { return ++count > 0; });
  };
  EXPECT_EQ(times("0..5"), "");
  EXPECT_EQ(times("0..3"), "");
  EXPECT_EQ(count, 10);
  EXPECT_EQ(times("0..0"), budget.exceeded());
  EXPECT_EQ(count, 10);
}

}  // namespace
}  // namespace accordo
