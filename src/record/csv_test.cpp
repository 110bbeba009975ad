// The file holds every row, however many and however long, and however it comes to its end.
#include "record/csv.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "record/file_testing.hpp"

namespace accordo {
namespace {

namespace fs = std::filesystem;
using testing::content;

std::string text_of(double value) {
  std::string text(40, ' ');
  text.resize(static_cast<std::size_t>(std::to_chars(text.data(), text.data() + text.size(), value).ptr -
                                       text.data()));
  return text;
}

/// Short and long numbers, and what is none.
double value_at(int row, int column) {
  switch ((row + column) % 5) {
    case 0:
      return row;
    case 1:
      return -std::sin(row + 0.1 * column) * 1e-300;
    case 2:
      return std::numeric_limits<double>::infinity();
    case 3:
      return std::numeric_limits<double>::quiet_NaN();
    default:
      return -0.0;
  }
}

struct Size {
  int columns, rows;
};

class CsvFiles : public ::testing::TestWithParam<Size> {
 protected:
  void TearDown() override { fs::remove(file); }

  /// Writes the rows and returns the text that they are.
  std::string fill(CsvSink& sink) const {
    std::vector<std::string> names;
    std::string text = "time";
    for (int c = 0; c < GetParam().columns; ++c) text += "," + names.emplace_back("y" + std::to_string(c));
    text += '\n';
    sink.header(names);
    std::vector<double> values(names.size());
    for (int r = 0; r < GetParam().rows; ++r) {
      text += text_of(0.1 * r);
      for (int c = 0; c < GetParam().columns; ++c) {
        values[static_cast<std::size_t>(c)] = value_at(r, c);
        text += "," + text_of(value_at(r, c));
      }
      text += '\n';
      sink.row(0.1 * r, values);
    }
    return text;
  }

  const fs::path file = testing::file_of_this_test();
};

TEST_P(CsvFiles, AreCompleteWhenFinished) {
  CsvSink sink(file);
  const std::string text = fill(sink);
  sink.finish();
  EXPECT_TRUE(content(file) == text);
}

TEST_P(CsvFiles, AreCompleteWhenLeft) {
  auto sink = std::make_unique<CsvSink>(file);
  const std::string text = fill(*sink);
  sink.reset();
  EXPECT_TRUE(content(file) == text);
}

TEST_P(CsvFiles, AreCompleteAfterACrash) {
  const auto sink = std::make_unique<CsvSink>(file);
  const std::string text = fill(*sink);
  OutputFile::rescue_all();
  EXPECT_TRUE(content(file) == text);
}

// As RFC 4180 has it: a reader that splits at commas outside of quotes finds as many names as numbers.
TEST(CsvHeader, QuotesNamesThatWouldBreakIt) {
  const fs::path file = testing::file_of_this_test();
  CsvSink sink(file);
  sink.header(std::vector<std::string>{"a.x[1,2]", "b.\"y\"", "c.two\nlines", "d.z w"});
  sink.row(0, std::vector<double>{1, 2, 3, 4});
  sink.finish();
  EXPECT_EQ(content(file), "time,\"a.x[1,2]\",\"b.\"\"y\"\"\",\"c.two\nlines\",d.z w\n0,1,2,3,4\n");
  fs::remove(file);
}

INSTANTIATE_TEST_SUITE_P(Sizes, CsvFiles,
                         ::testing::Values(Size{0, 5}, Size{1, 1}, Size{3, 0}, Size{3, 511}, Size{3, 512},
                                           Size{3, 513}, Size{7, 5000}, Size{3000, 7}));

}  // namespace
}  // namespace accordo
