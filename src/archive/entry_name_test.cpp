#include "archive/entry_name.hpp"

#include <gtest/gtest.h>

namespace accordo::archive {
namespace {

TEST(EntryPath, KeepsWhatIsSafe) {
  EXPECT_EQ(entry_path("modelDescription.xml"), "modelDescription.xml");
  EXPECT_EQ(entry_path("binaries\\linux64\\m.so"), "binaries/linux64/m.so");
  EXPECT_EQ(entry_path("./resources//a/./b.txt"), "resources/a/b.txt");
  EXPECT_EQ(entry_path("resources/"), "resources");
  EXPECT_EQ(entry_path("./"), "") << "the folder itself";
  EXPECT_EQ(entry_path("."), "");
  EXPECT_EQ(entry_path("resources/..a"), "resources/..a");
  EXPECT_EQ(entry_path("resources/ü b.txt"), "resources/ü b.txt");
}

TEST(EntryPath, RefusesWhatLeadsOut) {
  for (const char* name : {"..", "../x", "a/../../x", "a\\..\\..\\x", "a/..", "/etc/passwd", "\\x",
                           "\\\\server\\x", "C:\\x", "c:x", "", "/", "//x", "a/\x1b[2J"}) {
    EXPECT_EQ(entry_path(name), std::nullopt) << name;
  }
  EXPECT_EQ(entry_path(std::string_view("a\0b", 3)), std::nullopt);
  EXPECT_EQ(entry_path(std::string(256, 'a')), std::nullopt);
  EXPECT_TRUE(entry_path(std::string(255, 'a')));
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "a/";
  EXPECT_EQ(entry_path(deep), std::nullopt);
}

TEST(Printable, CannotSteerATerminal) {
  EXPECT_EQ(printable("a b"), "'a b'");
  EXPECT_EQ(printable("\x1b[2J\n"), "'\\x1b[2J\\x0a'");
  EXPECT_LT(printable(std::string(100000, 'x')).size(), 200u);
}

/// FMUs write messages in whatever encoding their tool had; characters are not cut in two, either.
TEST(Printable, IsUtf8WhateverTheBytesAre) {
  EXPECT_EQ(printable("d\xe9"
                      "bit"),
            "'d\\xe9bit'");
  EXPECT_EQ(printable("d\xc3\xa9"
                      "bit"),
            "'d\xc3\xa9"
            "bit'");
  std::string longer(119, 'x');
  EXPECT_EQ(printable(longer + "\xc3\xa9"
                               "bit"),
            "'" + longer + "\xc3\xa9…'");
}

}  // namespace
}  // namespace accordo::archive
