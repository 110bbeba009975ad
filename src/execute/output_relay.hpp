// What worker processes print, line by line under the names of their units.
#pragma once

#include <string>
#include <thread>
#include <vector>

namespace accordo {

/// Reads pipes on a thread of its own and writes "unit: line" to standard error.
class OutputRelay {
 public:
  struct Source {
    int pipe = -1;  ///< is closed here
    std::string name;
    std::string line = {};  ///< what came of it so far
  };
  explicit OutputRelay(std::vector<Source> sources);
  /// Writes what is still in the pipes. It does not wait for their end: a process that a unit has started may
  /// keep them open.
  ~OutputRelay();
  OutputRelay(const OutputRelay&) = delete;
  OutputRelay& operator=(const OutputRelay&) = delete;

 private:
  void read_all();
  static bool read_some(Source& source);
  static void print(Source& source);

  std::vector<Source> sources_;
  int bell_;  ///< rings at the end
  std::thread thread_;
};

}  // namespace accordo
