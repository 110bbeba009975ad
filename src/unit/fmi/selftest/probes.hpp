// How the probes of the self-test are run: each in a child process, within a limit of time for each and for
// all.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>

#include "unit/fmi/selftest/child_process.hpp"

namespace accordo::fmi {

/// Is called when tests of FMUs have taken long, with the seconds so far, and again each time as many have
/// passed once more. Null: nobody wants to know.
inline void (*slow_tests)(double seconds) = nullptr;

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
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    spent_ += spent;
    tell_if_slow(spent);
    return report;
  }

  /// The reason why a probe says nothing good, or empty; `assess` looks at its rows.
  template <class Assess>
  static std::string verdict(const ChildReport& report, std::size_t rows, Assess assess) {
    if (report.ending != Ending::done) return report.what;
    return report.rows.size() == rows ? assess(report.rows) : "the test gave no result";
  }

 private:
  /// Of all FMUs together: whoever waits, waits for all.
  void tell_if_slow(double spent) const {
    static double all = 0, told = 0;
    all += spent;
    if (slow_tests == nullptr || all < std::max(seconds_ / 2, 2 * told)) return;
    told = all;
    slow_tests(all);
  }

  double seconds_, spent_ = 0;
};

}  // namespace accordo::fmi
