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

}  // namespace
}  // namespace accordo
