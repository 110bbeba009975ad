// Two ways to do the same, measured in turns: what a machine has to give changes from second to second.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <limits>

namespace accordo::bench {

using Stopwatch = std::chrono::steady_clock;

inline double seconds_since(Stopwatch::time_point begin) {
  return std::chrono::duration<double>(Stopwatch::now() - begin).count();
}

template <class Work>
double seconds_of(Work work) {
  const auto begin = Stopwatch::now();
  work();
  return seconds_since(begin);
}

/// What `against` tells where a repetition is not to count. Not by SkipWithError: the library crashes when it
/// sums up repetitions of which only some have failed.
constexpr double kDoesNotCount = std::numeric_limits<double>::infinity();

/// Both do `items` things and tell how many seconds they took. The benchmark has to use manual time; its
/// counter "ratio" is of / against.
template <class Of, class Against>
void in_turns(benchmark::State& state, int items, Of of, Against against) {
  of();  // what is made in the beginning is not measured
  against();
  double first = 0, second = 0;
  for ([[maybe_unused]] auto _ : state) {
    const double took = of();
    state.SetIterationTime(took);
    first += took;
    second += against();
  }
  state.SetItemsProcessed(state.iterations() * items);
  state.counters["ratio"] = first / second;
}

}  // namespace accordo::bench
