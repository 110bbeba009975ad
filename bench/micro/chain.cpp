// Many units: start-up of a chain of 10,000, and its cost per unit and step against a chain of 100.

#include <benchmark/benchmark.h>

#include "bench/micro/bare_loop.hpp"
#include "bench/micro/in_turns.hpp"
#include "bench/micro/table.hpp"

namespace accordo::bench {
namespace {

constexpr double kStep = 1e-3;

constexpr int kUnitSteps = 200'000;

Repeatable chain_of(int units) {
  const int steps = kUnitSteps / units;
  return Repeatable(open_case("chain", kStep, kStep * steps, {{"N", static_cast<double>(units)}}));
}

void chain_steps(benchmark::State& state) {
  auto large = chain_of(10000), small = chain_of(100);
  in_turns(
      state, kUnitSteps, [&] { return large.seconds(); }, [&] { return small.seconds(); });
}

void chain_startup(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    const auto session = open_case("chain", kStep, kStep, {{"N", 10000}});
    session->ensemble().start(0);
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(chain_steps)->Name("chain/steps")->UseManualTime();
BENCHMARK(chain_startup)->Name("chain/startup-10000")->Unit(benchmark::kMillisecond);

[[maybe_unused]] const bool lines =
    add_lines({{.title = "chain of 10,000 / chain of 100, per unit and step, in turns",
                .of = "chain/steps/manual_time",
                .goal = 1.3},
               {.title = "start-up of a chain of 10,000 units",
                .of = "chain/startup-10000",
                .goal = 1,
                .kind = Line::Kind::seconds}});

}  // namespace
}  // namespace accordo::bench
