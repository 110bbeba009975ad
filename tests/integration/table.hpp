// The rows of a result file, read strictly: what is not a complete row of numbers is an error.
#pragma once

#include <string>
#include <vector>

namespace accordo::testing {

struct Table {
  std::string header;
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;

  /// Throws unless every line is complete and each has as many numbers as the header has names.
  static Table parse(const std::string& text);
  std::vector<double> column(const std::string& name) const;
};

}  // namespace accordo::testing
