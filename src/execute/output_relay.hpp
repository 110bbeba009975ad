// What worker processes print, line by line under the names of their units.
#pragma once

#include <string>
#include <thread>
#include <vector>

namespace accordo {

/// Reads pipes on a thread of its own and writes "unit: line" to standard error, until all pipes have ended.
class OutputRelay {
 public:
  struct Source {
    int pipe = -1;  ///< is closed here
    std::string name;
    std::string line = {};  ///< what came of it so far
  };
  explicit OutputRelay(std::vector<Source> sources);
  /// The processes at the other ends must have ended.
  ~OutputRelay();
  OutputRelay(const OutputRelay&) = delete;
  OutputRelay& operator=(const OutputRelay&) = delete;

 private:
  void read_all();
  static bool read_some(Source& source);
  static void print(Source& source);

  std::vector<Source> sources_;
  std::thread thread_;
};

}  // namespace accordo
