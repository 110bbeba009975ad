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
  std::string title, of;
  std::string against = {};  ///< empty: `of` measured both in turns, of / against is its counter "ratio"
  double goal = 0;
  Kind kind = Kind::ratio;
};

/// For the initialization of a constant at file scope.
bool add_lines(std::vector<Line> lines);

/// What the repetitions gave, by the name of the benchmark.
struct Results {
  std::map<std::string, double> seconds;  ///< per item, the best: the machine may be busy with other things
  std::map<std::string, double> ratios;   ///< of those measured in turns: the median of the fastest quarter
};

/// The parts of names before the first '/', in the order of their lines.
std::vector<std::string> groups();
/// Prints the lines whose benchmarks have run.
void print_table(const Results& results);
/// The same as JSON, with the seconds themselves and what is known of the machine.
void write_json(const Results& results, const std::string& file);

}  // namespace accordo::bench
