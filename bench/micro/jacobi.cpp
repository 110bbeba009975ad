// Jacobi on two linear units, recording off: the loop over time against a bare one.

#include <benchmark/benchmark.h>

#include "bench/micro/bare_loop.hpp"
#include "bench/micro/in_turns.hpp"
#include "bench/micro/table.hpp"

namespace accordo::bench {
namespace {

constexpr double kStep = 1e-3;
constexpr int kCount = 2000;

void jacobi(benchmark::State& state) {
  const auto session = open_case("two-mass", kStep, kStep * kCount);
  const auto initial = states(*session);
  Executor& units = session->ensemble().executor();
  in_turns(
      state, kCount,
      [&] {
        reset(*session, initial);
        return seconds_of([&] {
          const Outcome outcome = session->record(nullptr);
          if (outcome.macro_steps != kCount) state.SkipWithError("wrong number of steps");
        });
      },
      [&] {
        reset(*session, initial);
        return seconds_of([&] {
          double sum = 0;
          bare_two_mass(*units.local(0), *units.local(1), kStep, kCount,
                        [&](double, const double* xv, double F) { sum += xv[0] + F; });
          benchmark::DoNotOptimize(sum);
        });
      });
}

BENCHMARK(jacobi)->Name("jacobi/two-mass")->UseManualTime();

[[maybe_unused]] const bool lines =
    add_lines({{.title = "jacobi on two linear units / bare loop over the same units, in turns",
                .of = "jacobi/two-mass/manual_time",
                .goal = 1.5}});

}  // namespace
}  // namespace accordo::bench
