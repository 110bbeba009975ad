// Runs the micro-benchmarks interleaved and prints what matters: ratios within this run.
//   micro_bench [--json FILE] [--all] [options of Google Benchmark, such as --benchmark_filter=jacobi]
// --all shows every repetition, too. Without a filter each group has a process of its own, as every run of a
// user has: neither heap nor caches hold what others left behind.

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <string_view>

#include "bench/micro/table.hpp"

namespace {

using accordo::bench::Results;

class Reporter final : public benchmark::ConsoleReporter {
 public:
  explicit Reporter(bool show) : show_(show) {}

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
      const auto ratio = run.counters.find("ratio");
      if (ratio != run.counters.end() && ratio->second == 0) {
        uncounted_.insert(name);
        continue;
      }
      double& best = best_.try_emplace(name, 1 / rate->second).first->second;
      best = std::min(best, 1 / rate->second);
      if (ratio != run.counters.end()) ratios_[name].push_back({1 / rate->second, ratio->second});
    }
  }

  Results results() {
    Results results{.seconds = best_, .ratios = {}};
    for (auto& [name, list] : ratios_) results.ratios[name] = undisturbed(list);
    for (const std::string& name : uncounted_) {
      if (!best_.contains(name)) fmt::print("{} has no result: none of its repetitions counts\n", name);
    }
    return results;
  }

 private:
  struct Pair {
    double seconds, ratio;
  };
  /// The median ratio of the fastest quarter: others were disturbed, which does not say by how much either
  /// side was.
  static double undisturbed(std::vector<Pair>& pairs) {
    std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.seconds < b.seconds; });
    pairs.resize((pairs.size() + 3) / 4);
    std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.ratio < b.ratio; });
    return pairs[pairs.size() / 2].ratio;
  }

  bool show_;
  std::set<std::string> failed_, uncounted_;
  std::map<std::string, double> best_;
  std::map<std::string, std::vector<Pair>> ratios_;
};

/// Runs a group in a child process and adds what it found.
void run_apart(const std::string& group, bool show, Results& results) {
  std::array<int, 2> ends{};
  std::fflush(stdout);
  if (pipe(ends.data()) != 0) return;
  const pid_t child = fork();
  if (child == 0) {
    Reporter reporter(show);
    benchmark::RunSpecifiedBenchmarks(&reporter, "^" + group + "/");
    const Results found = reporter.results();
    std::FILE* out = fdopen(ends[1], "w");
    for (const auto& [name, value] : found.seconds) fmt::print(out, "s {} {}\n", value, name);
    for (const auto& [name, value] : found.ratios) fmt::print(out, "r {} {}\n", value, name);
    std::fclose(out);
    std::fflush(stdout);
    _exit(0);
  }
  close(ends[1]);
  std::FILE* in = fdopen(ends[0], "r");
  char kind = 0;
  double value = 0;
  for (std::array<char, 256> name{}; std::fscanf(in, " %c %lf %255s", &kind, &value, name.data()) == 3;)
    (kind == 's' ? results.seconds : results.ratios)[name.data()] = value;
  std::fclose(in);
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) fmt::print("the benchmarks {}/… ended early\n", group);
}

}  // namespace

int main(int argc, char** argv) {
  std::string repetitions = "--benchmark_repetitions=25",
              interleave = "--benchmark_enable_random_interleaving=true", time = "--benchmark_min_time=0.01",
              json;
  std::vector<char*> arguments{argv[0], repetitions.data(), interleave.data(), time.data()};
  bool show = false, all = true;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--json" && i + 1 < argc) {
      json = argv[++i];
    } else if (argument == "--all") {
      show = true;
    } else {
      all = all && !argument.starts_with("--benchmark_filter") && !argument.starts_with("--benchmark_list");
      arguments.push_back(argv[i]);
    }
  }
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
  Results results;
  if (all) {
    for (const std::string& group : accordo::bench::groups()) run_apart(group, show, results);
  } else {
    Reporter reporter(show);
    benchmark::RunSpecifiedBenchmarks(&reporter);
    results = reporter.results();
  }
  accordo::bench::print_table(results);
  if (!json.empty()) accordo::bench::write_json(results, json);
  return 0;
}
