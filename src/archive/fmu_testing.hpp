// For tests: FMUs made on the fly, and a temporary folder that must be empty in the end.
#pragma once

#include <gtest/gtest.h>
#include <zip.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace accordo::fmi {

/// One entry of an archive to be written.
struct TestEntry {
  std::string name;
  std::string text;
  zip_uint32_t unix_mode = 0100644;
  bool encrypted = false;
};

inline void write_file(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::filesystem::remove(file);  // file systems may flush a file that is written again in place: slow
  std::ofstream(file, std::ios::binary) << text;
}

inline std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Writes an archive with exactly these names, however bad they are.
inline void write_zip(const std::filesystem::path& file, const std::vector<TestEntry>& entries) {
  int code = 0;
  zip_t* const zip = zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  ASSERT_NE(zip, nullptr) << code;
  for (const TestEntry& e : entries) {
    zip_source_t* const source = zip_source_buffer(zip, e.text.data(), e.text.size(), 0);
    const zip_int64_t i = zip_file_add(zip, e.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    ASSERT_GE(i, 0) << e.name << ": " << zip_strerror(zip);
    const auto index = static_cast<zip_uint64_t>(i);
    zip_file_set_external_attributes(zip, index, 0, ZIP_OPSYS_UNIX, e.unix_mode << 16);
    if (e.encrypted) {
      ASSERT_EQ(zip_file_set_encryption(zip, index, ZIP_EM_AES_256, "secret"), 0) << zip_strerror(zip);
    }
  }
  ASSERT_EQ(zip_close(zip), 0) << zip_strerror(zip);
}

/// Replaces every occurrence in a file's bytes, for names that libzip would not write. Lengths must be equal.
inline void patch_file(const std::filesystem::path& file, const std::string& from, const std::string& to) {
  ASSERT_EQ(from.size(), to.size());
  std::string bytes = read_file(file);
  for (std::size_t i = bytes.find(from); i != std::string::npos; i = bytes.find(from, i + 1)) {
    bytes.replace(i, from.size(), to);
  }
  write_file(file, bytes);
}

/// What `action` throws, as described problems; empty when it throws nothing.
template <class Action>
std::vector<Problem> problems_in(Action action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::usage);
    return error.problems();
  }
  return {};
}

/// Runs with TMPDIR pointing to an empty folder, and checks that it is empty again in the end.
class FmuTest : public ::testing::Test {
 public:
  ~FmuTest() override {
    if (old_.empty()) {
      unsetenv("TMPDIR");
    } else {
      setenv("TMPDIR", old_.c_str(), 1);
    }
    EXPECT_TRUE(std::filesystem::is_empty(temporary())) << "left behind in the temporary folder";
    std::filesystem::remove_all(root_);
  }

 protected:
  FmuTest() {
    if (const char* old = std::getenv("TMPDIR")) old_ = old;
    std::string pattern = (std::filesystem::temp_directory_path() / "accordo-test-XXXXXX").string();
    root_ = mkdtemp(pattern.data());
    std::filesystem::create_directory(temporary());
    setenv("TMPDIR", temporary().c_str(), 1);
  }

  /// A folder for the test's own files.
  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path temporary() const { return root_ / "tmp"; }

 private:
  std::filesystem::path root_;
  std::string old_;
};

}  // namespace accordo::fmi
