#include "base/json.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace accordo {
namespace {

TEST(JsonWriter, NestsAndEscapes) {
  JsonWriter json;
  json.begin_object().member("a", 0.1).key("b").begin_array().value(1).value("x\"\n").end_array();
  json.key("c").begin_object().end_object().end_object();
  EXPECT_EQ(json.str(), "{\n  \"a\": 0.1,\n  \"b\": [\n    1,\n    \"x\\\"\\n\"\n  ],\n  \"c\": {}\n}\n");
}

TEST(JsonWriter, NonFiniteNumbersBecomeNull) {
  JsonWriter json;
  json.value(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(json.str(), "null\n");
}

/// Readers refuse a whole file for one byte: overlong forms and surrogates count, too.
TEST(Json, IsUtf8WhateverTheTextIs) {
  const std::string unknown = "\xEF\xBF\xBD";
  const auto written = [](const std::string& text) {
    JsonWriter json;
    json.value(text);
    return json.str();
  };
  EXPECT_NE(written("é €").find("\"é €\""), std::string::npos);
  EXPECT_NE(written("d\xe9 b").find("\"d" + unknown + " b\""), std::string::npos);
  for (const char* bad : {"\xc0\xaf", "\xff\xfe"})
    EXPECT_NE(written(bad).find("\"" + unknown + unknown + "\""), std::string::npos);
  for (const char* bad : {"\xed\xa0\x80", "\xe0\x80\x80"})
    EXPECT_NE(written(bad).find("\"" + unknown + unknown + unknown + "\""), std::string::npos);
  EXPECT_NE(written("\xe2\x82").find(unknown + unknown), std::string::npos) << "cut off at the end";
}

}  // namespace
}  // namespace accordo
