// What `make bench` prints: each line compares two benchmarks of the same run. Files register their own
// lines.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace accordo::bench {

/// A benchmark (seconds per item) against another one, which stands for what cannot be done without.
struct Line {
  enum class Kind {
    ratio,    ///< of / against, at most the goal
    gain,     ///< against / of, at least the goal
    seconds,  ///< of − against (or `of` alone), at most the goal
  };
  std::string title, of, against;
  double goal = 0;
  Kind kind = Kind::ratio;
};

/// For the initialisation of a constant at file scope.
bool add_lines(std::vector<Line> lines);

/// Best seconds per item, by the name of the benchmark.
using Seconds = std::map<std::string, double>;

/// Prints the lines whose benchmarks have run.
void print_table(const Seconds& seconds);
/// The same as JSON, with the seconds themselves and what is known of the machine.
void write_json(const Seconds& seconds, const std::string& file);

}  // namespace accordo::bench
