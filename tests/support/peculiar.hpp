// For tests: FMUs that do what real ones do, in folders that live as long as the tests.
#pragma once

#include <filesystem>
#include <fstream>

#include "archive/private_folder.hpp"
#include "unit/fmi/peculiar_testing.hpp"

namespace accordo::testing {

inline std::filesystem::path peculiar(const fmi::Peculiar& is) {
  static const archive::PrivateFolder folder;
  static int count = 0;
  std::filesystem::path fmu = folder.path() / ("peculiar" + std::to_string(count++));
  const std::filesystem::path binaries = fmu / "binaries" / fmi::kPlatforms.front();
  std::filesystem::create_directories(binaries);
  std::ofstream(fmu / "modelDescription.xml") << fmi::peculiar_description(is);
  std::filesystem::copy_file(ACCORDO_TEST_PECULIAR, binaries / "test.so");
  return fmu;
}

}  // namespace accordo::testing
