// Time series: interpolation laws, and each way a CSV file can be wrong.
#include "io/series.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <tuple>

#include "io/number.hpp"

namespace accordo {
namespace {

CsvTable good_table(const std::string& text) {
  Problems problems;
  std::optional<CsvTable> table = parse_csv(text, "data.csv", problems);
  EXPECT_TRUE(table && problems.empty()) << text;
  return table ? std::move(*table) : CsvTable{};
}

TEST(TimeSeries, IsExactOnLinesAndHeldOutside) {
  TimeSeries series;
  for (const double t : {0.0, 0.5, 2.0, 3.0}) {
    series.t.push_back(t);
    series.v.push_back(3 * t - 1);
  }
  for (int i = 0; i <= 24; ++i) EXPECT_DOUBLE_EQ(series.value(i / 8.0), 3 * (i / 8.0) - 1);
  EXPECT_EQ(series.value(-5), -1);
  EXPECT_EQ(series.value(99), 8);
  for (std::size_t i = 0; i < series.t.size(); ++i) EXPECT_EQ(series.value(series.t[i]), series.v[i]);
}

TEST(TimeSeries, OneSampleIsAConstant) {
  const TimeSeries series{{1}, {7}};
  for (const double t : {0.0, 1.0, 2.0}) EXPECT_EQ(series.value(t), 7);
}

TEST(TimeSeries, RepeatedTimesAreJumps) {
  const TimeSeries series{{0, 1, 1, 1, 3}, {0, 2, 9, 4, 0}};  // up to 2, from 4 down to 0
  EXPECT_EQ(series.value(Instant::left_of(1)), 2);
  EXPECT_EQ(series.value(Instant::right_of(1)), 4);
  EXPECT_EQ(series.value(Instant::at(1)), 4) << "from its time on";
  EXPECT_EQ(series.slope(Instant::left_of(1)), 2);
  EXPECT_EQ(series.slope(Instant::right_of(1)), -2);
  EXPECT_EQ(series.jumps(), (std::vector<double>{1}));
  // Two triangles.
  EXPECT_DOUBLE_EQ(series.mean(0, 3), (1.0 + 4.0) / 3);
  EXPECT_DOUBLE_EQ(series.mean(0, 1), 1);
  EXPECT_DOUBLE_EQ(series.mean(1, 3), 2);
  EXPECT_TRUE((TimeSeries{{0, 1, 1}, {0, 2, 2}}).jumps().empty()) << "nothing changes there";
}

TEST(TimeSeries, HeldValuesJumpToTheNext) {
  const TimeSeries series = TimeSeries{{0, 1, 2, 2, 3}, {5, 7, 1, 8, 8}}.held();
  for (const auto& [t, left, right] :
       {std::tuple{0.5, 5, 5}, {1.0, 5, 7}, {1.5, 7, 7}, {2.0, 7, 8}, {9.0, 8, 8}}) {
    EXPECT_EQ(series.value(Instant::left_of(t)), left) << t;
    EXPECT_EQ(series.value(Instant::right_of(t)), right) << t;
    EXPECT_EQ(series.slope(Instant::right_of(t)), 0) << t;
  }
  EXPECT_EQ(series.jumps(), (std::vector<double>{1, 2}));
  EXPECT_DOUBLE_EQ(series.mean(0, 2), 6);
}

TEST(Csv, SeparatorsQuotesAndLineEndsDoNotMatter) {
  const std::string variants[] = {
      "time,f,g h\n0,1,2\n1,3,4\n",
      "time;f;g h\n0;1;2\n1;3;4\n",
      "\xef\xbb\xbf\"time\",\"f\",\"g h\"\r\n0,\"1\",2\r\n1,3,4",
      "\n time , f , g h \n 0 , 1 , 2 \n\n 1 , 3 , 4 \n",
  };
  for (const std::string& text : variants) {
    const CsvTable table = good_table(text);
    EXPECT_EQ(table.names, (std::vector<std::string>{"time", "f", "g h"})) << text;
    EXPECT_EQ(table.time, (std::vector<double>{0, 1}));
    EXPECT_EQ(table.columns[2], (std::vector<double>{2, 4}));
  }
}

TEST(Csv, TimeIsTheColumnOfThatNameElseTheFirst) {
  EXPECT_EQ(good_table("f,time\n5,0\n3,1\n").time, (std::vector<double>{0, 1}));
  EXPECT_EQ(good_table("t,f\n0,5\n1,3\n").time, (std::vector<double>{0, 1}));
  EXPECT_EQ(good_table("\"a,\"\"b\",f\n0,5\n").names[0], "a,\"b");
}

TEST(Csv, FaultsNameTheirLine) {
  struct Case {
    const char* text;
    int line;
    const char* words;
  };
  const Case cases[] = {
      {"time,f\n1,1\n0,2\n", 3, "does not come after"},
      {"time,f\nx,0\n", 2, "'x' in column 'time' is not a number"},
      {"time,f\nnan,0\n", 2, "not finite"},
      {"time,f\n0,1,2\n", 2, "3 fields, the header 2"},
      {"0,1\n1,2\n", 1, "not names"},
      {"time,f\n", 1, "no values"},
      {"", 0, "no values"},
  };
  for (const Case& c : cases) {
    Problems problems;
    EXPECT_FALSE(parse_csv(c.text, "data.csv", problems));
    ASSERT_EQ(problems.list().size(), 1u) << c.text;
    const Problem& p = problems.list()[0];
    EXPECT_EQ(p.id, "bad-series");
    EXPECT_EQ(p.place.file, "data.csv");
    EXPECT_EQ(p.place.line, c.line) << c.text;
    EXPECT_NE(p.what.find(c.words), std::string::npos) << p.what;
  }
}

TEST(SeriesReader, ReadsEachFileOnceAndKnowsItsColumns) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "accordo_series_test.csv";
  std::ofstream(path) << "time,force\n0,1\n2,5\n";
  SeriesReader reader;
  Problems problems;
  const SeriesSpec spec{{"f", {}}, path, {"force", {"s.yaml", 3, 4}}};
  const auto first = reader.read(spec, problems);
  std::filesystem::remove(path);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->value(1), 3);
  EXPECT_EQ(reader.read(spec, problems), first);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(reader.read({{"f", {}}, path, {"forse", {"s.yaml", 3, 4}}}, problems), nullptr);
  ASSERT_EQ(problems.list().size(), 1u);
  EXPECT_EQ(problems.list()[0].id, "unknown-column");
  EXPECT_EQ(problems.list()[0].place.line, 3);
  EXPECT_EQ(problems.list()[0].remedy, "did you mean 'force'?");
}

TEST(SeriesReader, WordsAreReadByWhoeverKnowsThem) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "accordo_words_test.csv";
  std::ofstream(path) << "time,f,flag,mode\n0,1,false,slow\n1,nan,True,2\n2,,1,fast\n";
  SeriesReader reader;
  Problems problems;
  const auto spec = [&](const char* column) {
    return SeriesSpec{{column, {}}, path, {column, {"s.yaml", 3, 4}}};
  };
  const DiscretePort flag{.name = "flag", .type = TokenType::boolean};
  DiscretePort mode{.name = "mode", .type = TokenType::enumeration};
  mode.items = {{"slow", 1}, {"fast", 2}};
  const auto flags = reader.read(spec("flag"), flag, problems),
             modes = reader.read(spec("mode"), mode, problems);
  ASSERT_TRUE(flags && modes && problems.empty());
  EXPECT_EQ(flags->jumps(), (std::vector<double>{1}));
  EXPECT_EQ(modes->jumps(), (std::vector<double>{1}));
  EXPECT_EQ(modes->value(5), 2);
  EXPECT_EQ(reader.read(spec("f"), problems), nullptr);
  ASSERT_EQ(problems.list().size(), 2u);
  EXPECT_EQ(problems.list()[0].place.line, 3);
  EXPECT_NE(problems.list()[0].what.find("not finite"), std::string::npos);
  EXPECT_EQ(problems.list()[1].place.line, 4);
  EXPECT_NE(problems.list()[1].what.find("not a number"), std::string::npos);
  mode.items = {{"slow", 1}, {"faster", 2}};
  EXPECT_EQ(reader.read(spec("mode"), mode, problems), nullptr);
  std::filesystem::remove(path);
  ASSERT_EQ(problems.list().size(), 3u);
  EXPECT_EQ(problems.list()[2].place.line, 4);
  EXPECT_EQ(problems.list()[2].remedy, "known: slow, faster");
}

TEST(Tokens, AreWholeAndInRange) {
  EXPECT_EQ(token_of(3, TokenType::int8), Token(std::int64_t{3}));
  EXPECT_EQ(token_of(0.5, TokenType::float32), Token(0.5));
  for (const auto& [value, type] : {std::pair{2.0, TokenType::boolean},
                                    {0.5, TokenType::int32},
                                    {128.0, TokenType::int8},
                                    {-1.0, TokenType::uint64},
                                    {1e300, TokenType::int64},
                                    {std::nan(""), TokenType::int32},
                                    {std::nan(""), TokenType::float32}})
    EXPECT_FALSE(token_of(value, type)) << value;
}

TEST(SeriesReader, AMissingFileIsReportedOnce) {
  SeriesReader reader;
  Problems problems;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(reader.read({{"f", {}}, "no.csv", {"f", {}}}, problems), nullptr);
  ASSERT_EQ(problems.list().size(), 1u);
  EXPECT_EQ(problems.list()[0].id, "unreadable-file");
}

TEST(Number, ReadsWhatPeopleWriteAndNothingElse) {
  EXPECT_EQ(parse_number("1"), 1);
  EXPECT_EQ(parse_number(" -1.5e-3 "), -1.5e-3);
  EXPECT_EQ(parse_number("+2"), 2);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("5."), 5);
  EXPECT_EQ(parse_number("1e-400"), 0);
  EXPECT_TRUE(std::isinf(*parse_number("1e400")));
  EXPECT_TRUE(std::isinf(*parse_number("-.INF")));
  EXPECT_TRUE(std::isnan(*parse_number(".NaN")));
  for (const char* text :
       {"", " ", "x", "1x", "1 2", "--1", "+-1", "0x10", "1,5", ".", "e5", "..5", "infinit"}) {
    EXPECT_FALSE(parse_number(text)) << text;
  }
}

}  // namespace
}  // namespace accordo
