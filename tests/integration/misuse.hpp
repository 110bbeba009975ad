// A wrong use of the program and what it must say about it.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "tests/integration/program.hpp"

namespace accordo::testing {

struct Misuse {
  const char* name;
  std::vector<std::string> arguments;
  std::vector<const char*> texts;  ///< all of them must be said

  friend std::ostream& operator<<(std::ostream& out, const Misuse& m) { return out << m.name; }
};

/// In a folder with the scenario `s.yaml`: exit code 2, every text said, no result left.
inline void expect_explained(const Misuse& misuse) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  const Result result = accordo(folder, misuse.arguments);
  EXPECT_EQ(result.code, 2) << result;
  for (const char* text : misuse.texts)
    EXPECT_NE(result.err.find(text), std::string::npos) << text << "\n" << result;
  EXPECT_FALSE(folder.has("s.csv"));
}

}  // namespace accordo::testing
