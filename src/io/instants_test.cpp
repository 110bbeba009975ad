#include "io/instants.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp

#include <fstream>

namespace accordo {
namespace {

class Instants : public ::testing::Test {
 protected:
  Instants() {
    std::string name = std::filesystem::temp_directory_path() / "instants-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~Instants() override { std::filesystem::remove_all(folder_); }
  Instants(const Instants&) = delete;
  Instants& operator=(const Instants&) = delete;

  std::vector<double> read(const std::string& text) {
    const std::filesystem::path file = folder_ / "t.csv";
    std::ofstream(file) << text;
    return read_instants(file, {}, problems_);
  }
  Problems& problems() { return problems_; }

 private:
  std::filesystem::path folder_;
  Problems problems_;
};

TEST_F(Instants, AreNumbersAloneOrAColumnOfAFile) {
  const std::vector<double> expected{0, 0.25, 1e-3};
  for (const char* text : {"0,0.25,1e-3", "0\n0.25\r\n1e-3\n", " 0; 0.25 ; 1e-3\n"})
    EXPECT_EQ(read(text), expected) << text;
  const std::vector<double> rows{0, 0.25, 0.25, 2};
  EXPECT_EQ(read("a.y,time\n1,0\n2,0.25\n3,0.25\n4,2\n"), rows) << "as a run writes them";
  EXPECT_EQ(read("seconds\n0\n0.25\n0.25\n2\n"), rows);
  EXPECT_TRUE(problems().empty());
}

TEST_F(Instants, AreReportedWhereThereAreNone) {
  EXPECT_TRUE(read("").empty());
  EXPECT_FALSE(problems().empty());
  EXPECT_TRUE(read("time\n0\nx\n").empty());
  EXPECT_GE(problems().list().size(), 2U);
}

}  // namespace
}  // namespace accordo
