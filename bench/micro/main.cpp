// Runs the micro-benchmarks interleaved and prints what matters: ratios within this run.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

/// Shows the usual table and keeps the seconds per item of every repetition.
class RatioReporter final : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      const auto rate = run.counters.find("items_per_second");
      if (run.run_type == Run::RT_Iteration && !run.error_occurred && rate != run.counters.end()) {
        seconds_[run.run_name.str()].push_back(1 / rate->second);
      }
    }
  }

  /// Best of the repetitions: the machine may be busy with other things.
  double seconds(const std::string& name) const {
    const auto found = seconds_.find(name);
    if (found == seconds_.end()) return 0;
    return *std::min_element(found->second.begin(), found->second.end());
  }

  void ratio(const char* title, const std::string& a, const std::string& b, double goal) const {
    if (seconds(a) == 0 || seconds(b) == 0) return;
    fmt::print("{:<58} {:6.2f}   (goal: at most {})\n", title, seconds(a) / seconds(b), goal);
  }

 private:
  std::map<std::string, std::vector<double>> seconds_;
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  std::string repetitions = "--benchmark_repetitions=25",
              interleave = "--benchmark_enable_random_interleaving=true", time = "--benchmark_min_time=0.05",
              brief = "--benchmark_report_aggregates_only=false";
  for (std::string* option : {&repetitions, &interleave, &time, &brief})
    arguments.insert(arguments.begin() + 1, option->data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  fmt::print("\nRatios (best of the repetitions of this run)\n");
  reporter.ratio("jacobi on two linear units / bare loop over the same units", "jacobi/accordo",
                 "jacobi/bare", 1.5);
  reporter.ratio("recording two-mass as CSV / bare loop with to_chars", "csv/accordo", "csv/bare", 1.3);
  reporter.ratio("chain of 10,000 / chain of 100, per unit and step", "chain/steps/10000", "chain/steps/100",
                 1.3);
  reporter.ratio("jacobi on two FMI 2 FMUs / bare loop over the same calls", "fmus/accordo", "fmus/bare",
                 1.5);
  for (const char* length : {"1000", "10000"}) {
    for (const auto& [factors, goal] : {std::pair{"kept", 1.3}, std::pair{"factorized", 2.0}}) {
      reporter.ratio(
          fmt::format("missiles, factors {}: chain of {} / 100, per unit and step", factors, length).c_str(),
          fmt::format("missiles/{}/{}", factors, length), fmt::format("missiles/{}/100", factors), goal);
    }
  }
  for (const char* own : {"broyden", "newton", "anderson"}) {
    for (const auto& [unknowns, goal] : {std::pair{6, 0.2}, std::pair{60, 1.0}}) {
      reporter.ratio(fmt::format("a solve beside ψ, n = {}: {} / petsc-newtonls", unknowns, own).c_str(),
                     fmt::format("solve/{}/{}/manual_time", own, unknowns),
                     fmt::format("solve/petsc-newtonls/{}/manual_time", unknowns), goal);
    }
  }
  for (const char* kind : {"alike", "own", "nonlinear"}) {
    for (const char* length : {"1000", "10000"}) {
      reporter.ratio(fmt::format("ring of {} / 10, cells {}, per unit and step", length, kind).c_str(),
                     fmt::format("ring/{}/{}", kind, length), fmt::format("ring/{}/10", kind), 1.3);
    }
  }
  if (const double s = reporter.seconds("ring/startup/10000"); s > 0) {
    fmt::print("{:<58} {:6.2f} s (goal: below 1 s)\n", "start-up of a ring of 10,000 units by `repeat`", s);
  }
  if (const double s = reporter.seconds("chain/startup-10000"); s > 0) {
    fmt::print("{:<58} {:6.2f} s (goal: below 1 s)\n", "start-up of a chain of 10,000 units", s);
  }
  if (const double own = reporter.seconds("fmus/start-1000-bare"); own > 0) {
    fmt::print("{:<58} {:6.2f} s (goal: below 0.5 s)\n",
               "start-up of 1000 FMU instances beyond the FMUs' own",
               reporter.seconds("fmus/start-1000") - own);
  }
  return 0;
}
