// Whatever a file holds, reading it ends with a description or with an Error.
#include <gtest/gtest.h>

#include <random>

#include "unit/fmi/description/array_elements.hpp"
#include "unit/fmi/description/description_testing.hpp"

namespace accordo::fmi {
namespace {

/// What later code relies on: all references point to variables.
void expect_sound(const ModelDescription& d) {
  const std::size_t n = d.variables.size();
  for (const auto* list : {&d.structure.outputs, &d.structure.derivatives, &d.structure.initial_unknowns,
                           &d.structure.clocked_states, &d.structure.event_indicators}) {
    for (const Unknown& u : *list) {
      ASSERT_LT(u.variable, n);
      if (!u.dependencies) continue;
      for (const Dependency& dependency : *u.dependencies) ASSERT_LT(dependency.variable, n);
    }
  }
  ASSERT_EQ(d.structure.states.size(), d.structure.derivatives.size());
  for (const std::size_t state : d.structure.states) ASSERT_LT(state, n);
  for (std::size_t i = 0; i < n; ++i) {
    const Variable& v = d.variables[i];
    ASSERT_LT(v.derivative_of.value_or(0), n);
    ASSERT_LT(v.previous.value_or(0), n);
    for (const std::size_t clock : v.clocks) ASSERT_LT(clock, n);
    for (const Dimension& dimension : v.dimensions) ASSERT_LT(dimension.given_by.value_or(0), n);
    ASSERT_TRUE(!v.declared_type || *v.declared_type < d.types.size());
    if (element_count(v) < 10'000) {
      ASSERT_EQ(elements(d, i).size(), element_count(v));
    }
  }
}

/// Whether the text was accepted.
bool survives(const std::string& text) {
  try {
    expect_sound(read(text));
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::usage);
    EXPECT_LE(error.problems().size(), 51u);
    return false;
  }
}

class Robustness : public testing::TestWithParam<const std::string*> {};

TEST_P(Robustness, TruncatedAnywhere) {
  const std::string& good = *GetParam();
  const std::size_t end = good.find_last_not_of('\n');
  EXPECT_TRUE(survives(good));
  for (std::size_t n = 0; n < end; n += 3) EXPECT_FALSE(survives(good.substr(0, n))) << n;
}

TEST_P(Robustness, ChangedAnywhere) {
  const std::string& good = *GetParam();
  std::mt19937 random(7);
  int accepted = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string bad = good;
    for (unsigned k = 0; k <= random() % 3; ++k) {
      const std::size_t at = random() % bad.size();
      switch (random() % 4) {
        case 0:
          bad[at] = static_cast<char>(random());
          break;
        case 1:
          bad.erase(at, random() % 40);
          break;
        case 2:
          bad.insert(at, bad.substr(random() % bad.size(), random() % 60));
          break;
        default:
          bad[at] = "0123456789-\"<>/= &"[random() % 18];
      }
    }
    if (survives(bad)) ++accepted;
  }
  EXPECT_GT(accepted, 100) << "else nothing behind the XML parser was tested";
}

/// Every attribute's value replaced by every odd one.
TEST_P(Robustness, OddValues) {
  const std::string& good = *GetParam();
  const std::vector<std::string> odd{"",     " ",    "-1",   "0", "1",     "18446744073709551615",    "1e999",
                                     "nan",  "-inf", "true", "x", "0 0 0", "99999999999999999999999", "&#0;",
                                     "\xff", "2",    "12 13"};
  for (std::size_t at = good.find("=\""); at != std::string::npos; at = good.find("=\"", at + 1)) {
    const std::size_t end = good.find('"', at + 2);
    for (const std::string& value : odd) {
      survives(good.substr(0, at + 2) + value + good.substr(end));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Robustness, testing::Values(&kGoodFmi2, &kGoodFmi3));

TEST(Robustness, DeepNestingAndWideEncodings) {
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += "<a>";
  EXPECT_FALSE(survives(deep));
  for (int i = 0; i < 200'000; ++i) deep += "</a>";
  EXPECT_FALSE(survives(deep));
  EXPECT_FALSE(survives(with(kGoodFmi2, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
                             "<!DOCTYPE x " + std::string(100'000, '['))));
  std::string wide = "\xff\xfe";
  for (const char c : kGoodFmi2) wide += {c, '\0'};
  EXPECT_TRUE(survives(wide));
  EXPECT_TRUE(survives("\xef\xbb\xbf" + kGoodFmi2));
}

TEST(Robustness, ManyFaultsGiveFewMessages) {
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += "<ScalarVariable/>";
  try {
    read(with(kGoodFmi2, "</ModelVariables>", many + "</ModelVariables>"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().size(), 51u);
    EXPECT_EQ(error.problems().back().id, "fmu-more-problems");
  }
}

TEST(Robustness, ManyVariables) {
  std::string many, unknowns;
  for (int i = 0; i < 100'000; ++i) {
    const std::string n = std::to_string(i + 100);
    many += "<ScalarVariable name=\"big.model[" + n + "].y\" valueReference=\"" + n +
            "\" causality=\"output\"><Real unit=\"m\" start=\"1.5\"/></ScalarVariable>\n";
    unknowns += "<Unknown index=\"" + std::to_string(i + 13) + "\" dependencies=\"2 3\"/>\n";
  }
  std::string text = with(kGoodFmi2, "</ModelVariables>", many + "</ModelVariables>");
  text = with(text, "</Outputs>", unknowns + "</Outputs>");
  const ModelDescription d = read(text);
  EXPECT_EQ(d.variables.size(), 100'012u);
  EXPECT_EQ(d.structure.outputs.size(), 100'001u);
  EXPECT_TRUE(d.warnings.empty());
}

}  // namespace
}  // namespace accordo::fmi
