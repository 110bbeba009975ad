// What FMUs say in runs that succeed is seen: a line on standard error, the first texts in the metadata file,
// all of them with -v.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/integration/program.hpp"
#include "unit/fmi/peculiar_testing.hpp"

namespace accordo::testing {
namespace {

using Words = std::vector<std::string>;

class UnitWords : public ::testing::Test {
 protected:
  UnitWords() {
    setenv("XDG_CACHE_HOME", (folder_.path() / "cache").c_str(), 1);
    for (const char* mode : {"warns", "nothing"}) {
      const fmi::Peculiar is{.mode = mode};
      fmi::write_zip(folder_.path() / (mode + std::string(".fmu")),
                     {{"modelDescription.xml", fmi::peculiar_description(is)},
                      {"binaries/" + std::string(fmi::kPlatforms.back()) + "/test.so",
                       fmi::read_file(ACCORDO_TEST_PECULIAR)}});
    }
    folder_.write("s.yaml", R"(units:
  first: {fmu: nothing.fmu}
  second: {fmu: warns.fmu}
connections: [first.y -> second.u]
experiment: {stop: 1, step: 0.05, method: jacobi}
)");
  }
  ~UnitWords() override { unsetenv("XDG_CACHE_HOME"); }

  Result run(Words more) const {
    Words words{"run", "s.yaml", "-o", "s.csv"};
    words.insert(words.end(), more.begin(), more.end());
    Result result = accordo(folder_, words);
    EXPECT_EQ(result.code, 0) << result;
    return result;
  }
  static long count(const std::string& text, const std::string& of) {
    long n = 0;
    for (std::size_t i = text.find(of); i != std::string::npos; i = text.find(of, i + 1)) ++n;
    return n;
  }

  Folder folder_;
};

/// Twenty steps, as many warnings; one remark.
TEST_F(UnitWords, AreAWarningWithTheFirstOne) {
  for (const Words& way : {Words{}, Words{"--isolate"}, Words{"--threads", "2"}}) {
    const Result result = run(way);
    EXPECT_NE(result.err.find(
                  "warning: unit 'second' says (warning, range): step 1 is beyond the table; and 19 more "
                  "messages [fmu-messages]"),
              std::string::npos)
        << result;
    EXPECT_EQ(count(result.err, "beyond the table"), 1) << result;
    EXPECT_EQ(count(result.err, "a remark"), 0) << result;
  }
}

TEST_F(UnitWords, AreAllShownWhenAskedForAndNoneWhenQuiet) {
  const Result verbose = run({"-v"});
  EXPECT_EQ(count(verbose.err, "beyond the table"), 20) << verbose;
  EXPECT_EQ(count(verbose.err, "unit 'second' says (ok, info): a remark"), 1) << verbose;
  EXPECT_EQ(run({"-q"}).err, "");
}

TEST_F(UnitWords, AreInTheSidecar) {
  run({"-q"});
  const std::string metadata = fmi::read_file(folder_.path() / "s.json");
  const std::size_t at = metadata.find("\"messages\"");
  ASSERT_NE(at, std::string::npos);
  for (const char* text : {"\"unit\": \"second\"", "\"count\": 20", "\"status\": \"warning\"",
                           "\"category\": \"range\"", "\"text\": \"step 5 is beyond the table\""})
    EXPECT_NE(metadata.find(text, at), std::string::npos) << text;
  EXPECT_EQ(metadata.find("step 6 is beyond"), std::string::npos);
}

}  // namespace
}  // namespace accordo::testing
