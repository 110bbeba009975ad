// For tests: an FMU that misbehaves as it is told, coupled with a unit that does not, through the real
// program.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"
#include "unit/fmi/misbehaving_testing.hpp"

namespace accordo::testing {

/// Runs with a temporary folder and a cache of its own.
class MisbehavingFmu : public ::testing::Test {
 protected:
  MisbehavingFmu() {
    std::filesystem::create_directory(temporary());
    setenv("TMPDIR", temporary().c_str(), 1);
    setenv("XDG_CACHE_HOME", (folder_.path() / "cache").c_str(), 1);
    setenv("ACCORDO_SELF_TEST_SECONDS", "1", 1);
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // an instance after a fatal error may not even be freed
  }
  ~MisbehavingFmu() override {
    for (const auto& entry : std::filesystem::directory_iterator(temporary())) {
      const std::string name = entry.path().filename().string();
      EXPECT_FALSE(name.starts_with("accordo")) << name << " is left behind";  // mpirun leaves things, too
    }
    for (const char* name : {"TMPDIR", "XDG_CACHE_HOME", "ACCORDO_SELF_TEST_SECONDS", "ASAN_OPTIONS"})
      unsetenv(name);
  }

  std::filesystem::path temporary() const { return folder_.path() / "tmp"; }
  void pack(const std::vector<fmi::TestEntry>& entries) const {
    fmi::write_zip(folder_.path() / "bad.fmu", entries);
  }
  void pack(const std::string& mode, const std::string& flags = fmi::kEverything) const {
    pack(fmi::misbehaving_entries(fmi::misbehaving_description(mode, flags)));
  }
  /// Couples bad.fmu with x' = u - x, both ways.
  Result run(const std::string& method, const std::vector<std::string>& more = {}) const {
    folder_.write("s.yaml", R"(units:
  faulty: {fmu: bad.fmu}
  other:
    equations: {states: {x: 0}, inputs: {u: 0}, der: {x: u - x}, outputs: {y: x}}
connections: [faulty.y -> other.u, other.y -> faulty.u]
experiment: {stop: 1, method: )" +
                                method + ", step: 0.1}\n");
    std::vector<std::string> words{"run", "s.yaml"};
    words.insert(words.end(), more.begin(), more.end());
    return accordo(folder_, words);
  }
  /// The rows up to and with this time are there, complete, and no others.
  void expect_rows_to(double time) const {
    const std::vector<double> times = Table::parse(folder_.read("s.csv")).column("time");
    ASSERT_FALSE(times.empty());
    EXPECT_NEAR(times.back(), time, 1e-12);
    EXPECT_EQ(times.size(), static_cast<std::size_t>(std::lround(time / 0.1)) + 1);
  }
  static void expect_said(const Result& result, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      EXPECT_NE(result.err.find(text), std::string::npos) << "not said: " << text << "\n" << result;
    }
  }
  const Folder& folder() const { return folder_; }

 private:
  Folder folder_;
};

}  // namespace accordo::testing
