// Units on the ranks of an MPI job: what a macro-step costs beyond the same step in one process. The program
// itself is started, since MPI comes with mpirun; its statistics tell the time.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "bench/micro/bare_csv.hpp"
#include "bench/micro/table.hpp"

namespace accordo::bench {
namespace {

constexpr int kSteps = 2000;

/// What a command prints; empty when it fails.
std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* out = popen(command.c_str(), "r");
  if (out == nullptr) return {};
  for (int c = 0; (c = std::fgetc(out)) != EOF;) text += static_cast<char>(c);
  return pclose(out) == 0 ? text : std::string();
}

/// The seconds of the loop over time, by the run's own statistics; negative when it could not be made.
double wall_seconds(const std::string& before) {
  const ScratchFile scenario(".yaml"), rows;
  std::string files = scenario.path.string() + " -o " + rows.path.string();
  if (output_of(ACCORDO_PROGRAM " cases two-mass -o " + scenario.path.string() + " && echo done").empty())
    return -1;
  const std::string text =
      output_of(fmt::format("{} {} run {} -q --no-sidecar --record S1.x --step 1e-4 --stop {} "
                            "--output-interval 1 --stats - 2> /dev/null",
                            before, ACCORDO_PROGRAM, files, kSteps * 1e-4));
  const std::string key = "\"wall_seconds\":";
  const auto found = text.find(key);
  return found == std::string::npos ? -1 : std::atof(text.c_str() + found + key.size());
}

void run_program(benchmark::State& state, const char* before) {
  for ([[maybe_unused]] auto _ : state) {
    const double seconds = wall_seconds(before);
    if (seconds < 0) return state.SkipWithError("no run: is there an mpirun?");
    state.SetIterationTime(seconds);
  }
  state.SetItemsProcessed(state.iterations() * kSteps);
}

constexpr const char* kThreeRanks =
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm=isolated mpirun --oversubscribe "
    "-n 3";

BENCHMARK_CAPTURE(run_program, serial, "")
    ->Name("mpi/serial")
    ->UseManualTime()
    ->Iterations(1)
    ->Repetitions(3);
BENCHMARK_CAPTURE(run_program, ranks, kThreeRanks)
    ->Name("mpi/3-ranks")
    ->UseManualTime()
    ->Iterations(1)
    ->Repetitions(3);

[[maybe_unused]] const bool lines =
    add_lines({{"3 MPI ranks: a macro-step beyond the same one in one process",
                "mpi/3-ranks/iterations:1/repeats:3/manual_time",
                "mpi/serial/iterations:1/repeats:3/manual_time", 30e-6, Line::Kind::seconds}});

}  // namespace
}  // namespace accordo::bench
