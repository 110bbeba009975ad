// How the probes of the self-test are run: each in a child process, within a limit of time for each and for
// all.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>

#include "unit/fmi/verify/child_process.hpp"

namespace accordo::fmi {

class Probes {
 public:
  explicit Probes(double seconds) : seconds_(seconds) {}

  template <class Work>
  ChildReport run(Work work) {
    constexpr double together = 3, least = 10;  // times what one may take; seconds, on busy machines
    if (spent_ > std::max(together * seconds_, least))
      return {Ending::hung, "there was no time left to test it", {}};
    const auto begin = std::chrono::steady_clock::now();
    ChildReport report = run_in_child(seconds_, work);
    spent_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return report;
  }

  /// The reason why a probe says nothing good, or empty; `judge` looks at its rows.
  template <class Judge>
  static std::string verdict(const ChildReport& report, std::size_t rows, Judge judge) {
    if (report.ending != Ending::done) return report.what;
    return report.rows.size() == rows ? judge(report.rows) : "the test gave no result";
  }

 private:
  double seconds_, spent_ = 0;
};

}  // namespace accordo::fmi
