// The YAML tree: what it keeps, and that no text, however strange, does worse than a problem.
#include "io/yaml_tree.hpp"

#include <gtest/gtest.h>

#include <random>

namespace accordo {
namespace {

std::optional<YamlTree> parse(const std::string& text, Problems& problems) {
  return parse_yaml(text, "test.yaml", problems);
}

/// The tree of a text without problems.
YamlTree good(const std::string& text) {
  Problems problems;
  std::optional<YamlTree> tree = parse(text, problems);
  EXPECT_TRUE(problems.empty()) << describe(problems.list().at(0));
  return tree ? std::move(*tree) : YamlTree{};
}

/// The only problem of a text.
Problem bad(const std::string& text) {
  Problems problems;
  parse(text, problems);
  EXPECT_EQ(problems.list().size(), 1u) << text;
  return problems.empty() ? Problem{} : problems.list()[0];
}

TEST(YamlTree, KeepsPlacesStyleAndQuotes) {
  const YamlTree tree = good("a: 1\nb:\n  - 'x'\n  - {c: ~}\n");
  const YamlNode& root = *tree.root;
  ASSERT_EQ(root.entries.size(), 2u);
  EXPECT_FALSE(root.flow);
  EXPECT_EQ(root.entries[0].value->text, "1");
  EXPECT_FALSE(root.entries[0].value->quoted);
  const YamlNode& list = *root.entries[1].value;
  ASSERT_EQ(list.items.size(), 2u);
  EXPECT_TRUE(list.items[0]->quoted);
  EXPECT_EQ(list.items[0]->line, 3);
  EXPECT_EQ(list.items[0]->column, 5);
  EXPECT_TRUE(list.items[1]->flow);
  EXPECT_TRUE(list.items[1]->entries[0].value->is_null());
}

TEST(YamlTree, AnAliasIsTheNodeItself) {
  const YamlTree tree = good("a: &x {k: 1}\nb: *x\n");
  EXPECT_EQ(tree.root->entries[0].value, tree.root->entries[1].value);
}

TEST(YamlTree, MergeKeysAddWhatIsNotGivenAndShareIt) {
  const YamlTree tree = good("a: &a {k: 1, l: 2}\nb: &b {m: 3, k: 9}\nc: {<<: [*a, *b], l: 5}\n");
  const YamlNode& c = *tree.root->entries[2].value;
  ASSERT_EQ(c.entries.size(), 3u);
  EXPECT_EQ(c.entries[0].key->text + c.entries[0].value->text, "l5");
  EXPECT_EQ(c.entries[1].key->text + c.entries[1].value->text, "k1");
  EXPECT_EQ(c.entries[1].value, tree.root->entries[0].value->entries[0].value);
  EXPECT_EQ(c.entries[2].key->text + c.entries[2].value->text, "m3");
}

TEST(YamlTree, AcceptsByteOrderMarksAndWindowsLineEnds) {
  const YamlTree tree = good(
      "\xef\xbb\xbf"
      "a: 1\r\nb: x y\r\n");
  ASSERT_EQ(tree.root->entries.size(), 2u);
  EXPECT_EQ(tree.root->entries[0].key->text, "a");
  EXPECT_EQ(tree.root->entries[1].value->text, "x y");
}

TEST(YamlTree, RejectsWhatIsNoYamlWithPlaceAndRemedy) {
  struct Case {
    const char *text, *id;
    int line, column;
    const char* remedy;
  };
  const Case cases[] = {
      {"a: [1, 2\n", "yaml-syntax", 2, 1, "close each ["},
      {"a: [1, 2", "yaml-syntax", 1, 4, "close each ["},
      {"a: b: c\n", "yaml-syntax", 1, 5, "quote"},
      {"a: \"x", "yaml-syntax", 1, 6, "close the quotes"},
      {"a: \"x\n", "yaml-syntax", 1, 4, "close the quotes"},
      {"a: \"x \\\" \nb: 2\n", "yaml-syntax", 1, 4, "close the quotes"},
      {"a: 'x'' \nb: 2\n", "yaml-syntax", 1, 4, "close the quotes"},
      {"a: &k 'x\nb: 2\n", "yaml-syntax", 1, 4, "close the quotes"},
      {"a: 'x\nb: 2\nc: 'y'\n", "yaml-syntax", 3, 5, "quotes"},
      {"a:\n\tb: 1\n", "yaml-syntax", 2, 3, "tabs"},
      {"r: [*.x]\n", "yaml-syntax", 1, 5, "starts with *"},
      {"a: !done\n", "yaml-syntax", 1, 4, "starts with !"},
      {"a: 1\n---\nb: 2\n", "yaml-syntax", 2, 1, "one document"},
      {"a: &x [1, *x]\n", "yaml-syntax", 1, 11, "remove"},
      {"a: {<<: 3}\n", "bad-merge", 1, 9, "<<: *name"},
      {"? [a]\n: 1\n", "bad-key", 1, 3, "key: value"},
      {"a: 1\nb: 2\na: 3\n", "duplicate-key", 3, 1, "keep one"},
      {"a: \xff\n", "not-text", 1, 4, "UTF-8"},
      {"", "empty-scenario", 0, 0, "units"},
      {"# nothing\n\n", "empty-scenario", 0, 0, "units"},
  };
  for (const Case& c : cases) {
    const Problem p = bad(c.text);
    EXPECT_EQ(p.id, c.id) << c.text;
    EXPECT_EQ(p.place.line, c.line) << describe(p);
    EXPECT_EQ(p.place.column, c.column) << describe(p);
    EXPECT_NE(p.remedy.find(c.remedy), std::string::npos) << describe(p);
  }
  EXPECT_EQ(bad(std::string("PK\x03\x04\0\0", 6)).id, "not-text");
}

TEST(YamlTree, ClosedQuotesAtTheEndAreFine) {
  for (const char* text :
       {"a: \"x\"", "a: \"\\\"\"\n", "a: ''''\n", "a: ''\n", "a: &k 'x'\n", "a: |\n  it's \"\n"})
    good(text);
}

TEST(YamlTree, DuplicateKeysNameBothLines) {
  const Problem p = bad("a: 1\nb: 2\na: 3\n");
  EXPECT_NE(p.what.find("line 1 and in line 3"), std::string::npos) << p.what;
}

TEST(YamlTree, LimitsTheDepth) {
  const auto nested = [](int depth) {
    const auto n = static_cast<std::size_t>(depth);
    return std::string(n, '[') + std::string(n, ']');
  };
  EXPECT_EQ(good(nested(100)).nodes.size(), 100u);
  for (const std::string& text : {nested(101), nested(100000), std::string(100000, '[')}) {
    const Problem p = bad(text);
    EXPECT_EQ(p.id, "yaml-syntax");
    EXPECT_NE(p.what.find("100 levels"), std::string::npos);
  }
  std::string mappings, questions, dashes;
  for (int i = 0; i < 100000; ++i) {
    mappings += "{a: ";
    questions += "? ";
    dashes += "- ";
  }
  EXPECT_EQ(bad(mappings).id, "yaml-syntax");
  EXPECT_EQ(bad(questions).id, "yaml-syntax");
  EXPECT_EQ(bad(dashes).id, "yaml-syntax");
}

TEST(YamlTree, SurvivesRandomText) {
  constexpr std::string_view letters = "ab:{}[],*&!-?|>'\"#%@` \n\t<0(\\";
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    const std::size_t length = random() % 40;
    for (std::size_t k = 0; k < length; ++k) text += letters[random() % letters.size()];
    Problems problems;
    const std::optional<YamlTree> tree = parse(text, problems);
    EXPECT_TRUE(tree || !problems.empty()) << text;
  }
}

}  // namespace
}  // namespace accordo
