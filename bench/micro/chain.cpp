// Many units: start-up of a chain of 10,000, and its cost per unit and step against a chain of 100.

#include <benchmark/benchmark.h>

#include "bench/micro/bare_loop.hpp"
#include "bench/micro/table.hpp"

namespace accordo::bench {
namespace {

constexpr double kStep = 1e-3;

void chain_steps(benchmark::State& state) {
  const auto n = static_cast<double>(state.range(0));
  const int count = static_cast<int>(1000000 / n);  // as many unit-steps for every length
  const auto session = open_case("chain", kStep, kStep * count, {{"N", n}});
  const auto initial = states(*session);
  for ([[maybe_unused]] auto _ : state) {
    reset(*session, initial);
    session->run(nullptr);
  }
  state.SetItemsProcessed(state.iterations() * count * state.range(0));
}

void chain_startup(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    const auto session = open_case("chain", kStep, kStep, {{"N", 10000}});
    session->ensemble().start(0);
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(chain_steps)->Name("chain/steps")->Arg(100)->Arg(10000);
BENCHMARK(chain_startup)->Name("chain/startup-10000")->Unit(benchmark::kMillisecond);

[[maybe_unused]] const bool lines = add_lines(
    {{"chain of 10,000 / chain of 100, per unit and step", "chain/steps/10000", "chain/steps/100", 1.3},
     {"start-up of a chain of 10,000 units", "chain/startup-10000", "", 1, Line::Kind::seconds}});

}  // namespace
}  // namespace accordo::bench
