// Where units run: threads against one thread, and a unit in a process of its own against the fastest way two
// processes can answer each other.

#include <benchmark/benchmark.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <new>
#include <thread>
#include <utility>

#include "base/relax.hpp"
#include "bench/micro/bare_loop.hpp"
#include "bench/micro/in_turns.hpp"
#include "bench/micro/labour.hpp"
#include "bench/micro/table.hpp"

namespace accordo::bench {
namespace {

double seconds_of_run(Session& session) {
  return seconds_of([&] { session.record(nullptr); });
}

constexpr int kUnits = 8, kSteps = 200;  // of ten microseconds

/// The argument is the number of threads, 0 for auto.
void labour_on_threads(benchmark::State& state) {
  const auto one = open_labour({.units = kUnits, .steps = kSteps});
  const auto more =
      open_labour({.units = kUnits, .steps = kSteps, .threads = static_cast<int>(state.range(0))});
  in_turns(
      state, kUnits * kSteps, [&] { return seconds_of_run(*more); }, [&] { return seconds_of_run(*one); });
}

/// Two units of some ten nanoseconds, which no hand-over can pay for.
void tiny_on_threads(benchmark::State& state) {
  constexpr int steps = 2000;
  const auto open = [](int threads) {
    return open_text(
        "units:\n"
        "  a: {equations: {states: {x: 1}, inputs: {u: 0}, der: {x: u - x}, outputs: {x: x}}}\n"
        "  b: {equations: {states: {x: 0}, inputs: {u: 0}, der: {x: u - x}, outputs: {x: x}}}\n"
        "connections: [a.x -> b.u, b.x -> a.u]\n"
        "experiment: {start: 0, stop: 2, step: 1e-3, method: jacobi}\n",
        {.threads = threads});
  };
  const auto one = open(1), automatic = open(0);
  in_turns(
      state, steps, [&] { return seconds_of_run(*automatic); }, [&] { return seconds_of_run(*one); });
}

/// A thread that does something whenever it is asked. Between it sleeps: others need its processor.
class Companion {
 public:
  explicit Companion(std::function<void()> work) : work_(std::move(work)), thread_([this] { live(); }) {}
  ~Companion() {
    tell(kEnd);
    thread_.join();
  }
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;

  void wake() {
    tell(kAwake);
    see(kReady);
  }
  void begin() { phase_.store(kBegin, std::memory_order_release); }
  void wait() { see(kAsleep); }

 private:
  enum Phase { kAsleep, kAwake, kReady, kBegin, kEnd };
  void tell(Phase phase) {
    phase_.store(phase);
    phase_.notify_one();
  }
  void see(Phase phase) const {
    while (phase_.load(std::memory_order_acquire) != phase) relax();
  }
  void live() {
    for (;;) {
      phase_.wait(kAsleep);
      if (phase_.load() == kEnd) return;
      phase_.store(kReady);
      see(kBegin);
      work_();
      phase_.store(kAsleep, std::memory_order_release);
    }
  }
  std::function<void()> work_;
  std::atomic<Phase> phase_ = kAsleep;
  std::thread thread_;
};

/// Two threads, and two that have nobody to agree with: each has half of the units.
void labour_agreeing(benchmark::State& state) {
  const auto open_half = [] { return open_labour({.units = kUnits / 2, .steps = kSteps}); };
  const auto half = open_half(), other_half = open_half();
  // Before there is a pool, which binds this thread to a processor and whatever it starts with it.
  Companion companion([&] { other_half->record(nullptr); });
  const auto two = open_labour({.units = kUnits, .steps = kSteps, .threads = 2});
  in_turns(
      state, kUnits * kSteps, [&] { return seconds_of_run(*two); },
      [&] {
        companion.wake();
        return seconds_of([&] {
          companion.begin();
          half->record(nullptr);
          companion.wait();
        });
      });
}

/// Numbers that go to another process through shared memory and come back, both sides looking all the time.
class PingPong {
 public:
  PingPong() {
    void* memory =
        mmap(nullptr, 2 * sizeof(Place), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    places_ = new (memory) Place[2];
  }
  ~PingPong() { munmap(places_, 2 * sizeof(Place)); }
  PingPong(const PingPong&) = delete;
  PingPong& operator=(const PingPong&) = delete;

  /// The other process ends with it: nobody else is to be disturbed by one that looks all the time.
  double play(int rounds) {
    places_[0].number = places_[1].number = 0;
    const pid_t child = fork();
    if (child == 0) answer();
    const int before = rounds / 10;  // until the other one is there
    play(1, before);
    const double took = seconds_of([&] { play(before + 1, before + rounds); });
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    return took;
  }

 private:
  struct alignas(64) Place {
    std::atomic<int> number{0};
  };
  static void wait_for(const Place& place, int number) {
    while (place.number.load(std::memory_order_acquire) != number) relax();
  }
  void play(int from, int to) {
    for (int n = from; n <= to; ++n) {
      places_[0].number.store(n, std::memory_order_release);
      wait_for(places_[1], n);
    }
  }
  [[noreturn]] void answer() {
    for (int n = 1;; ++n) {
      wait_for(places_[0], n);
      places_[1].number.store(n, std::memory_order_release);
    }
  }
  Place* places_;
};

/// One unit, one request per macro-step.
void isolated_unit(benchmark::State& state) {
  constexpr int steps = 2000;
  const auto session = open_text(
      "units:\n  a: {equations: {states: {x: 1}, der: {x: -x}, outputs: {x: x}}}\n"
      "experiment: {start: 0, stop: 2, step: 1e-3, method: jacobi}\n",
      {.isolate = true});
  PingPong bare;
  in_turns(
      state, steps, [&] { return seconds_of_run(*session); },
      [&] {
        const double took = bare.play(steps);
        // No two cores are that fast: these processors are one, for two threads, and that is another
        // question.
        return took / steps < 60e-9 ? kDoesNotCount : took;
      });
}

BENCHMARK(labour_on_threads)->Name("threads/labour")->Arg(2)->Arg(0)->UseManualTime();
BENCHMARK(labour_agreeing)->Name("threads/agreeing")->UseManualTime();
BENCHMARK(tiny_on_threads)->Name("threads/tiny")->UseManualTime();
BENCHMARK(isolated_unit)->Name("isolated/unit")->UseManualTime();

[[maybe_unused]] const bool lines = add_lines(
    {{.title = "eight units of 10 µs: two threads, times faster than one, in turns",
      .of = "threads/labour/2/manual_time",
      .goal = 1.8,
      .kind = Line::Kind::gain},
     {.title = "the same / two threads that need not agree, each with half of the units",
      .of = "threads/agreeing/manual_time",
      .goal = 1.1},
     {.title = "the same, threads auto / one thread", .of = "threads/labour/0/manual_time", .goal = 1.05},
     {.title = "two units of 20 ns, threads auto / one thread",
      .of = "threads/tiny/manual_time",
      .goal = 1.05},
     {.title = "an isolated unit's macro-step / a bare ping-pong of two processes, in turns",
      .of = "isolated/unit/manual_time",
      .goal = 3}});

}  // namespace
}  // namespace accordo::bench
