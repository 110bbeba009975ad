#include "xml/text_values.hpp"

#include <gtest/gtest.h>

namespace accordo::xml {
namespace {

TEST(TextValues, Doubles) {
  EXPECT_EQ(parse_double(" 1.5e3\n"), 1500);
  EXPECT_EQ(parse_double("+2"), 2);
  EXPECT_EQ(parse_double("-.5"), -0.5);
  EXPECT_EQ(parse_double("1e-999"), 0);
  EXPECT_TRUE(std::isinf(parse_double("-1e999").value()));
  EXPECT_TRUE(std::isinf(parse_double("INF").value()));
  EXPECT_TRUE(std::isnan(parse_double("NaN").value()));
  for (const char* bad : {"", " ", "x", "1,5", "1 2", "+-1", "0x10", "1e"})
    EXPECT_FALSE(parse_double(bad)) << bad;
}

TEST(TextValues, Integers) {
  EXPECT_EQ(parse_integer<std::int8_t>("-128"), -128);
  EXPECT_FALSE(parse_integer<std::int8_t>("-129"));
  EXPECT_FALSE(parse_integer<std::int8_t>("200.0"));
  EXPECT_EQ(parse_integer<std::uint64_t>("18446744073709551615"), 18446744073709551615u);
  EXPECT_FALSE(parse_integer<std::uint64_t>("18446744073709551616"));
  EXPECT_FALSE(parse_integer<std::uint32_t>("-1"));
  EXPECT_EQ(parse_integer<int>("+3"), 3);
  EXPECT_EQ(parse_integer<int>("1e3"), 1000);
  for (const char* bad : {"", "1.5", "nan", "inf", "x", "1 2", "1e300"})
    EXPECT_FALSE(parse_integer<int>(bad)) << bad;
}

TEST(TextValues, OtherKinds) {
  EXPECT_EQ(parse_boolean(" TRUE"), true);
  EXPECT_EQ(parse_boolean("0"), false);
  EXPECT_FALSE(parse_boolean("yes"));
  EXPECT_EQ(parse_hex("00fF"), std::string("\0\xff", 2));
  EXPECT_EQ(parse_hex(""), "");
  EXPECT_FALSE(parse_hex("0"));
  EXPECT_FALSE(parse_hex("0g"));
  EXPECT_EQ(words(" a\tbc\n"), (std::vector<std::string_view>{"a", "bc"}));
  EXPECT_TRUE(words(" ").empty());
}

}  // namespace
}  // namespace accordo::xml
