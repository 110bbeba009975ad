// Files hold what was written to them, and nothing of what they held before.
#include "record/output_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "record/file_testing.hpp"

namespace accordo {
namespace {

namespace fs = std::filesystem;
using testing::content;

class OutputFiles : public ::testing::Test {
 protected:
  void TearDown() override { fs::remove(file); }
  const fs::path file = testing::file_of_this_test();
};

TEST_F(OutputFiles, HoldNothingOfTheTextBefore) {
  const std::string large(1 << 20, 'x');
  for (const std::string& before : {std::string(), std::string("a"), std::string("abc"), large}) {
    for (const std::string& text : {std::string("new"), std::string("n"), std::string(), large + "y"}) {
      std::ofstream(file, std::ios::binary) << before;
      write_file(file, text);
      EXPECT_TRUE(content(file) == text) << before.size() << " before, " << text.size() << " now";
    }
  }
}

TEST_F(OutputFiles, StayTheSameFile) {
  write_file(file, "before");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  const fs::path other = file.string() + ".link";
  fs::create_hard_link(file, other);
  write_file(file, "now");
  EXPECT_EQ(content(other), "now");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  fs::remove(other);
}

// However long rows are, and whether or not they fill the buffer.
TEST_F(OutputFiles, TakeRowsOfAnyLength) {
  std::string all;
  OutputFile out(file);
  for (const std::size_t length : {1, 4095, 4096, 4097, 100000, 262143, 262144, 262145, 1000000, 10}) {
    const std::string row(length, static_cast<char>('a' + length % 26));
    out.write(row);
    all += row;
  }
  out.finish();
  EXPECT_TRUE(content(file) == all);
}

}  // namespace
}  // namespace accordo
