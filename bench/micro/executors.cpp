// Where units run: threads against one thread, and a unit in a process of its own against the fastest way two
// processes can answer each other.

#include <benchmark/benchmark.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <new>
#include <thread>

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

/// The same work without anybody to agree with: two threads, each with half of the units.
void labour_apart(benchmark::State& state) {
  constexpr int units = 8, steps = 200;
  const std::array halves = {open_labour({.units = units / 2, .steps = steps}),
                             open_labour({.units = units / 2, .steps = steps})};
  for (const auto& half : halves) half->run(nullptr);
  std::atomic<int> turn = 0, done = 0;  // the other thread waits for its turn looking all the time
  std::thread other([&] {
    for (int mine = 1;; ++mine) {
      while (turn.load(std::memory_order_acquire) != mine) {
        if (turn.load(std::memory_order_acquire) < 0) return;
        relax();
      }
      halves[1]->run(nullptr);
      done.store(mine, std::memory_order_release);
    }
  });
  for ([[maybe_unused]] auto _ : state) {
    const int mine = turn.fetch_add(1, std::memory_order_acq_rel) + 1;
    halves[0]->run(nullptr);
    while (done.load(std::memory_order_acquire) != mine) relax();
  }
  turn.store(-1, std::memory_order_release);
  other.join();
  state.SetItemsProcessed(state.iterations() * units * steps);
}

using Stopwatch = std::chrono::steady_clock;

double seconds_since(Stopwatch::time_point begin) {
  return std::chrono::duration<double>(Stopwatch::now() - begin).count();
}

/// How long numbers take to go to another process through shared memory and come back, both sides looking all
/// the time.
double ping_pong(int rounds) {
  struct alignas(64) Place {
    std::atomic<int> number{0};
  };
  void* memory = mmap(nullptr, 2 * sizeof(Place), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 0;
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
  const auto play = [&](int count) {
    for (int k = 0; k < count; ++k) {
      places[0].number.store(++n, std::memory_order_release);
      wait_for(places[1], n);
    }
  };
  play(rounds / 10);  // until the other one is there
  const auto begin = Stopwatch::now();
  play(rounds);
  const double took = seconds_since(begin);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  munmap(memory, 2 * sizeof(Place));
  return took;
}

/// One unit, one request per macro-step, and the ping-pong in turns with it: how long a number takes from one
/// core to the other depends on which cores the two have got, and on virtual machines that changes.
void isolated_unit(benchmark::State& state) {
  constexpr int steps = 2000;
  const auto session = open_text(
      "units:\n  a: {equations: {states: {x: 1}, der: {x: -x}, outputs: {x: x}}}\n"
      "experiment: {start: 0, stop: 2, step: 1e-3, method: jacobi}\n",
      {.isolate = true});
  session->run(nullptr);
  double accordo = 0, bare = 0;
  for ([[maybe_unused]] auto _ : state) {
    const auto begin = Stopwatch::now();
    session->run(nullptr);
    const double took = seconds_since(begin);
    state.SetIterationTime(took);
    accordo += took;
    bare += ping_pong(steps);
  }
  state.SetItemsProcessed(state.iterations() * steps);
  state.counters["ratio"] = accordo / bare;
}

BENCHMARK(labour_on_threads)->Name("threads/labour")->Arg(1)->Arg(2)->Arg(0)->UseRealTime();
BENCHMARK(tiny_on_threads)->Name("threads/tiny")->Arg(1)->Arg(0)->UseRealTime();
BENCHMARK(labour_apart)->Name("threads/apart")->UseRealTime();
BENCHMARK(isolated_unit)->Name("isolated/unit")->UseManualTime();

[[maybe_unused]] const bool lines =
    add_lines({{"eight units of 10 µs: two threads, times faster than one", "threads/labour/2/real_time",
                "threads/labour/1/real_time", 1.8, Line::Kind::gain},
               {"the same / two threads that need not agree, each with half of the units",
                "threads/labour/2/real_time", "threads/apart/real_time", 1.1},
               {"the same, threads auto / one thread", "threads/labour/0/real_time",
                "threads/labour/1/real_time", 1.05},
               {"two units of 20 ns, threads auto / one thread", "threads/tiny/0/real_time",
                "threads/tiny/1/real_time", 1.05},
               {"an isolated unit's macro-step / a bare ping-pong of two processes",
                "isolated/unit/manual_time", "", 3, Line::Kind::paired}});

}  // namespace
}  // namespace accordo::bench
