#include "unit/fmi/binding/elf_symbols.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "archive/fmu_testing.hpp"
#include "base/error.hpp"

namespace accordo::fmi {
namespace {

class ElfSymbolsTest : public FmuTest {};

/// What is read from the file is what the loader finds.
TEST_F(ElfSymbolsTest, AreThoseThatTheLoaderFinds) {
  const std::filesystem::path file = ACCORDO_TEST_LIBRARY_COMPLETE;
  const ElfSymbols read(file);
  ASSERT_FALSE(read.names().empty());
  const Library loaded(file);
  for (const std::string& name : read.names()) EXPECT_NE(loaded.find(name.c_str()), nullptr) << name;
  for (const char* name :
       {"fmi2DoStep", "fmi2Instantiate", "fmi2GetReal", "fmi2SetRealInputDerivatives", "nobody"})
    EXPECT_EQ(read.find(name) != nullptr, loaded.find(name) != nullptr) << name;
}

TEST_F(ElfSymbolsTest, NameWhatTheLibraryNeeds) {
  const ElfSymbols dependent(ACCORDO_TEST_LIBRARY_DEPENDENT);
  bool found = false;
  for (const std::string& name : dependent.needed())
    found = found || name.find("test_dependency") != std::string::npos;
  EXPECT_TRUE(found);
}

/// Whatever is cut off or changed: an error, or some names, and no crash.
TEST_F(ElfSymbolsTest, OfDamagedFilesAreRefusedOrRead) {
  const std::string whole = read_file(ACCORDO_TEST_LIBRARY_COMPLETE);
  const std::filesystem::path file = root() / "damaged.so";
  const auto try_to_read = [&](const std::string& bytes) {
    write_file(file, bytes);
    try {
      return ElfSymbols(file).names().size();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Exit::usage);
      return std::size_t{0};
    }
  };
  EXPECT_GT(try_to_read(whole), 0U);
  for (std::size_t size = 0; size < 1024; size += 37)
    EXPECT_EQ(try_to_read(whole.substr(0, size)), 0U) << size;
  unsigned state = 1;
  for (int i = 0; i < 300; ++i) {
    std::string bytes = whole;
    for (int k = 0; k < 20; ++k) {
      state = state * 1103515245U + 12345U;
      bytes[(state >> 8U) % std::min<std::size_t>(bytes.size(), 4096)] = static_cast<char>(state >> 3U);
    }
    try_to_read(bytes);
  }
}

}  // namespace
}  // namespace accordo::fmi
