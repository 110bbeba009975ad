#include "cases/cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "base/error.hpp"

namespace accordo::cases {
namespace {

int count(std::string_view text, std::string_view part) {
  int n = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

bool contains(std::string_view text, std::string_view part) {
  return count(text, part) > 0;
}

/// Two values that the parameter accepts, whatever it is.
std::pair<double, double> two_values(const Parameter& p) {
  return {p.default_value, p.default_value + 3};
}

std::vector<Problem> problems_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::usage);
    return error.problems();
  }
  return {};
}

TEST(Cases, EachIsFoundByItsOwnName) {
  std::set<std::string> names;
  for (const Case& c : all()) {
    EXPECT_EQ(find(c.name), &c);
    EXPECT_EQ(&get(c.name), &c);
    EXPECT_TRUE(names.insert(c.name).second) << c.name;
    EXPECT_FALSE(c.title.empty()) << c.name;
    EXPECT_FALSE(c.source.empty()) << c.name;
  }
  EXPECT_EQ(find("two"), nullptr);
}

TEST(Cases, EachIsACompleteScenarioThatNamesItsSource) {
  for (const Case& c : all()) {
    const std::string text = write(c);
    EXPECT_EQ(text.rfind("# ", 0), 0U) << c.name;
    EXPECT_TRUE(contains(text, "\n# Source: ")) << c.name;
    for (const char* section :
         {"\nunits:\n", "\nconnections:\n", "\nexperiment:\n", "  stop: ", "  step: "}) {
      EXPECT_EQ(count(text, section), 1) << c.name << ": " << section;
    }
    EXPECT_FALSE(contains(text, "{")) << c.name << ": a placeholder was left";
    EXPECT_FALSE(contains(text, "\t")) << c.name << ": YAML forbids tabs";
    EXPECT_EQ(text.back(), '\n') << c.name;
  }
}

TEST(Cases, DefaultsAreAcceptedAndSameAsLeavingThemOut) {
  for (const Case& c : all()) {
    Values defaults;
    for (const Parameter& p : c.parameters) defaults[p.name] = p.default_value;
    EXPECT_EQ(write(c, defaults), write(c)) << c.name;
  }
}

TEST(Cases, EachParameterChangesTheScenario) {
  for (const Case& c : all()) {
    for (const Parameter& p : c.parameters) {
      const auto [a, b] = two_values(p);
      EXPECT_NE(write(c, {{p.name, a}}), write(c, {{p.name, b}})) << c.name << " " << p.name;
    }
  }
}

TEST(Cases, ValuesAreWrittenSoThatTheyReadBackTheSame) {
  EXPECT_TRUE(contains(write(get("damper"), {{"D_D", 0.64}}), "D_D: 0.64\n"));
  const double odd = 0.1 + 0.2;
  const std::string text = write(get("van-der-pol"), {{"mu", odd}});
  EXPECT_EQ(std::stod(text.substr(text.find("mu: ") + 4)), odd);
}

TEST(Cases, UnknownNamesSuggestTheRightOnes) {
  const auto unknown_case = problems_of([] { get("two-mas"); });
  ASSERT_EQ(unknown_case.size(), 1U);
  EXPECT_EQ(unknown_case[0].remedy, "did you mean 'two-mass'?");

  const auto unknown_parameter = problems_of([] { write(get("damper"), {{"DD", 2.0}}); });
  ASSERT_EQ(unknown_parameter.size(), 1U);
  EXPECT_EQ(unknown_parameter[0].id, "case-unknown-parameter");
  EXPECT_EQ(unknown_parameter[0].remedy, "did you mean 'D_D'?");

  EXPECT_EQ(problems_of([] { write(get("tough"), {{"N", 2.0}}); }).size(), 1U);
}

TEST(Cases, EveryProblemIsReportedAtOnce) {
  EXPECT_EQ(problems_of([] { write(get("chain"), {{"N", 1}, {"M", 1}, {"c", -1}}); }).size(), 3U);
}

TEST(Cases, ValuesThatMakeNoSenseAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double n : {1.0, 0.0, -5.0, 2.5, 1e6 + 1, nan, infinite}) {
    EXPECT_EQ(problems_of([&] { write(get("chain"), {{"N", n}}); }).size(), 1U) << n;
  }
  for (const double d : {0.0, -1.0, nan, infinite}) {
    EXPECT_EQ(problems_of([&] { write(get("damper"), {{"D_D", d}}); }).size(), 1U) << d;
  }
}

TEST(Cases, AChainHasAsManyUnitsAndConnectionsAsItsLengthSays) {
  for (const int n : {2, 3, 4, 8, 100}) {
    const std::string text = write(get("chain"), {{"N", n}});
    EXPECT_EQ(count(text, "\n  m") - count(text, "\n  method"), n) << n;
    EXPECT_EQ(count(text, " -> "), 3 * (n - 1)) << n;
    EXPECT_EQ(count(text, "equations:"), std::min(n, 3)) << n;
    EXPECT_EQ(count(text, "*inner\n"), std::max(n - 3, 0)) << n;
    std::string newest = ".F -> m";
    newest += std::to_string(n - 1);
    EXPECT_TRUE(contains(text, newest)) << n;
  }
}

TEST(Parse, ReadsAssignmentsAndRefusesTheRest) {
  const std::vector<std::string> good{"N=100", "c=1e3", "d=-0.5"};
  EXPECT_EQ(parse(good), (Values{{"N", 100}, {"c", 1000}, {"d", -0.5}}));

  const std::vector<std::string> bad{"N", "=1", "N=", "N=ten", "N=1x", "c=1", "c=2"};
  EXPECT_EQ(problems_of([&] { parse(bad); }).size(), 6U);
}

}  // namespace
}  // namespace accordo::cases
