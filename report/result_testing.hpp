// For the tests here: files that exist as long as a test needs them.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace accordo::testing_support {

/// A folder of this test's own, removed at the end.
class Folder {
 public:
  Folder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() / ("accordo-report-" + std::to_string(::getpid()) + "-" +
                                                      test->test_suite_name() + "-" + test->name());
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// One file.
class TextFile {
 public:
  TextFile(const std::string& name, const std::string& text) : path_(folder_.write(name, text)) {}
  const std::filesystem::path& path() const { return path_; }

 private:
  Folder folder_;
  std::filesystem::path path_;
};

}  // namespace accordo::testing_support
