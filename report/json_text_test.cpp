#include "report/json_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/json.hpp"

namespace accordo {
namespace {

std::optional<JsonText> check(const std::string& text, Problems& problems) {
  return check_json(text, "side.json", problems);
}

TEST(JsonText, KeepsEverythingButWhiteSpace) {
  Problems problems;
  const auto json =
      check(" { \"a b\" : [ 1 , -2.5e+3 , true , null , \"x \\u00e9 \\\" y\" ] , \"c\" : { } } \n", problems);
  ASSERT_TRUE(json);
  EXPECT_EQ(json->text, "{\"a b\":[1,-2.5e+3,true,null,\"x \\u00e9 \\\" y\"],\"c\":{}}");
  EXPECT_EQ(json->keys, (std::vector<std::string>{"a b", "c"}));
  const auto again = check(json->text, problems);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->text, json->text);
}

TEST(JsonText, AcceptsWhatOurWriterWrites) {
  JsonWriter writer;
  writer.begin_object().member("text", "a\"b\\c\n\x01").member("number", 1e-300).member("none", 0.0 / 0.0);
  writer.key("list").begin_array().value(1).value(false).end_array().end_object();
  Problems problems;
  EXPECT_TRUE(check(writer.str(), problems));
}

TEST(JsonText, RefusesWhatABrowserWouldRefuse) {
  for (const char* wrong : {"",      "{",     "[1,]",  "{\"a\":1,}", "{a:1}",     "{\"a\" 1}",
                            "[01]",  "[1.]",  "[.5]",  "[+1]",       "[NaN]",     "[Infinity]",
                            "[1e]",  "['a']", "[\"a]", "[\"\n\"]",   "[\"\\x\"]", "[\"\\u12g4\"]",
                            "[tru]", "[1] 2", "[1 2]", "nul"}) {
    Problems problems;
    EXPECT_FALSE(check(wrong, problems)) << wrong;
    ASSERT_EQ(problems.list().size(), 1u) << wrong;
    EXPECT_EQ(problems.list()[0].id, "bad-sidecar");
  }
}

TEST(JsonText, SaysWhere) {
  Problems problems;
  EXPECT_FALSE(check("{\n  \"a\": 1,\n  \"b\": oops\n}", problems));
  EXPECT_EQ(problems.list()[0].place.line, 3);
  EXPECT_EQ(problems.list()[0].place.column, 8);
}

TEST(JsonText, DepthIsLimited) {
  Problems problems;
  EXPECT_FALSE(check(std::string(100'000, '['), problems));
}

}  // namespace
}  // namespace accordo
