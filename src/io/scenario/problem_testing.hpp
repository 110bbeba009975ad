// For tests: a scenario text and the problems expected in it.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "io/scenario/scenario_reader.hpp"

namespace accordo {

/// A faulty scenario, the one problem it has, and words that its message or remedy must contain.
struct Fault {
  const char* name;
  const char* text;
  const char* id;
  int line, column;
  const char* words;
};

inline void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.name;
}

inline std::string fault_name(const testing::TestParamInfo<Fault>& info) {
  return info.param.name;
}

inline std::vector<Problem> problems_of(const std::string& text) {
  Problems problems;
  read_scenario_text(text, "folder/test.yaml", problems);
  return problems.list();
}

inline std::string describe_all(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& p : problems) text += describe(p) + '\n';
  return text;
}

/// Exactly the expected problem: nothing missed, and no second message that follows from the first.
inline void expect_fault(const Fault& fault) {
  const std::vector<Problem> problems = problems_of(fault.text);
  ASSERT_EQ(problems.size(), 1u) << describe_all(problems);
  const Problem& p = problems[0];
  EXPECT_EQ(p.id, fault.id);
  EXPECT_EQ(p.place.file, "folder/test.yaml");
  EXPECT_EQ(p.place.line, fault.line) << describe(p);
  EXPECT_EQ(p.place.column, fault.column) << describe(p);
  EXPECT_NE((p.what + " | " + p.remedy).find(fault.words), std::string::npos) << describe(p);
}

}  // namespace accordo
