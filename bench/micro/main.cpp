// Runs the micro-benchmarks interleaved and prints what matters: ratios within this run.
//   micro_bench [--json FILE] [--all] [options of Google Benchmark, such as --benchmark_filter=jacobi]
// --all shows every repetition, too.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "bench/micro/table.hpp"

namespace {

/// Keeps the best seconds per item: the machine may be busy with other things.
class BestReporter final : public benchmark::ConsoleReporter {
 public:
  explicit BestReporter(bool show) : show_(show) {}

  bool ReportContext(const Context& context) override {
    return !show_ || ConsoleReporter::ReportContext(context);
  }

  void ReportRuns(const std::vector<Run>& runs) override {
    if (show_) ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      const std::string name = run.run_name.str();
      if (run.error_occurred && failed_.insert(name).second)
        fmt::print("{} has no result: {}\n", name, run.error_message);
      const auto rate = run.counters.find("items_per_second");
      if (run.run_type != Run::RT_Iteration || run.error_occurred || rate == run.counters.end()) continue;
      double& best = best_.try_emplace(name, 1 / rate->second).first->second;
      best = std::min(best, 1 / rate->second);
    }
  }

  const accordo::bench::Seconds& best() const { return best_; }

 private:
  bool show_;
  std::set<std::string> failed_;
  accordo::bench::Seconds best_;
};

}  // namespace

int main(int argc, char** argv) {
  std::string repetitions = "--benchmark_repetitions=25",
              interleave = "--benchmark_enable_random_interleaving=true", time = "--benchmark_min_time=0.01",
              json;
  std::vector<char*> arguments{argv[0], repetitions.data(), interleave.data(), time.data()};
  bool show = false;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--json" && i + 1 < argc) {
      json = argv[++i];
    } else if (std::string_view(argv[i]) == "--all") {
      show = true;
    } else {
      arguments.push_back(argv[i]);
    }
  }
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
  BestReporter reporter(show);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  accordo::bench::print_table(reporter.best());
  if (!json.empty()) accordo::bench::write_json(reporter.best(), json);
  return 0;
}
