// Where units run: threads against one thread, and a unit in a process of its own against the fastest way two
// processes can answer each other.

#include <benchmark/benchmark.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <new>

#include "bench/micro/bare_loop.hpp"
#include "bench/micro/labour.hpp"
#include "bench/micro/table.hpp"
#include "execute/relax.hpp"

namespace accordo::bench {
namespace {

/// Eight units of ten microseconds; the argument is the number of threads, 0 for auto.
void labour_on_threads(benchmark::State& state) {
  constexpr int units = 8, steps = 200;
  const auto session =
      open_labour({.units = units, .steps = steps, .threads = static_cast<int>(state.range(0))});
  session->run(nullptr);  // what units cost is measured in a run's beginning
  for ([[maybe_unused]] auto _ : state) session->run(nullptr);
  state.SetItemsProcessed(state.iterations() * units * steps);
}

/// Two units of some ten nanoseconds, which no hand-over can pay for.
void tiny_on_threads(benchmark::State& state) {
  constexpr int steps = 2000;
  const auto session = open_text(
      "units:\n"
      "  a: {equations: {states: {x: 1}, inputs: {u: 0}, der: {x: u - x}, outputs: {x: x}}}\n"
      "  b: {equations: {states: {x: 0}, inputs: {u: 0}, der: {x: u - x}, outputs: {x: x}}}\n"
      "connections: [a.x -> b.u, b.x -> a.u]\n"
      "experiment: {start: 0, stop: 2, step: 1e-3, method: jacobi}\n",
      {.threads = static_cast<int>(state.range(0))});
  for ([[maybe_unused]] auto _ : state) session->run(nullptr);
  state.SetItemsProcessed(state.iterations() * steps);
}

/// One unit, one request per macro-step.
void isolated_unit(benchmark::State& state) {
  constexpr int steps = 2000;
  const auto session = open_text(
      "units:\n  a: {equations: {states: {x: 1}, der: {x: -x}, outputs: {x: x}}}\n"
      "experiment: {start: 0, stop: 2, step: 1e-3, method: jacobi}\n",
      {.isolate = true});
  for ([[maybe_unused]] auto _ : state) session->run(nullptr);
  state.SetItemsProcessed(state.iterations() * steps);
}

/// A number goes to another process through shared memory and comes back, both sides looking all the time.
void ping_pong(benchmark::State& state) {
  constexpr int rounds = 2000;
  struct alignas(64) Place {
    std::atomic<int> number{0};
  };
  void* memory = mmap(nullptr, 2 * sizeof(Place), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return state.SkipWithError("no shared memory");
  Place* const places = new (memory) Place[2];
  const auto wait_for = [](const Place& place, int number) {
    while (place.number.load(std::memory_order_acquire) != number) relax();
  };
  const pid_t child = fork();
  if (child == 0) {
    for (int n = 1;; ++n) {
      wait_for(places[0], n);
      places[1].number.store(n, std::memory_order_release);
    }
  }
  int n = 0;
  for ([[maybe_unused]] auto _ : state) {
    for (int k = 0; k < rounds; ++k) {
      places[0].number.store(++n, std::memory_order_release);
      wait_for(places[1], n);
    }
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  munmap(memory, 2 * sizeof(Place));
  state.SetItemsProcessed(state.iterations() * rounds);
}

BENCHMARK(labour_on_threads)->Name("threads/labour")->Arg(1)->Arg(2)->Arg(0)->UseRealTime();
BENCHMARK(tiny_on_threads)->Name("threads/tiny")->Arg(1)->Arg(0)->UseRealTime();
BENCHMARK(isolated_unit)->Name("isolated/accordo")->UseRealTime();
BENCHMARK(ping_pong)->Name("isolated/bare")->UseRealTime();

[[maybe_unused]] const bool lines =
    add_lines({{"eight units of 10 µs: two threads, times faster than one", "threads/labour/2/real_time",
                "threads/labour/1/real_time", 1.8, Line::Kind::gain},
               {"the same, threads auto / one thread", "threads/labour/0/real_time",
                "threads/labour/1/real_time", 1.05},
               {"two units of 20 ns, threads auto / one thread", "threads/tiny/0/real_time",
                "threads/tiny/1/real_time", 1.05},
               {"an isolated unit's macro-step / a bare ping-pong of two processes",
                "isolated/accordo/real_time", "isolated/bare/real_time", 3}});

}  // namespace
}  // namespace accordo::bench
