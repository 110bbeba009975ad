// Jacobi on two linear units, recording off: the loop over time against a bare one.

#include <benchmark/benchmark.h>

#include "bench/micro/bare_loop.hpp"
#include "bench/micro/table.hpp"

namespace accordo::bench {
namespace {

constexpr double kStep = 1e-3;
constexpr int kCount = 2000;

void jacobi_accordo(benchmark::State& state) {
  const auto session = open_case("two-mass", kStep, kStep * kCount);
  const auto initial = states(*session);
  for ([[maybe_unused]] auto _ : state) {
    reset(*session, initial);
    const Outcome outcome = session->run(nullptr);
    if (outcome.macro_steps != kCount) state.SkipWithError("wrong number of steps");
  }
  state.SetItemsProcessed(state.iterations() * kCount);
}

void jacobi_bare(benchmark::State& state) {
  const auto session = open_case("two-mass", kStep, kStep * kCount);
  const auto initial = states(*session);
  Executor& units = session->ensemble().executor();
  for ([[maybe_unused]] auto _ : state) {
    reset(*session, initial);
    double sum = 0;
    bare_two_mass(*units.local(0), *units.local(1), kStep, kCount,
                  [&](double, const double* xv, double F) { sum += xv[0] + F; });
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * kCount);
}

BENCHMARK(jacobi_accordo)->Name("jacobi/accordo");
BENCHMARK(jacobi_bare)->Name("jacobi/bare");

[[maybe_unused]] const bool lines = add_lines(
    {{"jacobi on two linear units / bare loop over the same units", "jacobi/accordo", "jacobi/bare", 1.5}});

}  // namespace
}  // namespace accordo::bench
