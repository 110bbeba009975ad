// Files of this folder's tests.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace accordo::testing {

inline std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A file of the present test's own: tests run at the same time.
inline std::filesystem::path file_of_this_test() {
  return std::filesystem::path(::testing::TempDir()) / ("record_test." + std::to_string(getpid()));
}

}  // namespace accordo::testing
