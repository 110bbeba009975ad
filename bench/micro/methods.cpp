// Methods that iterate or predict, on two units of ten microseconds: what a run costs against the unit steps
// in it, made alone by the same calls.

#include <benchmark/benchmark.h>

#include "bench/micro/bare_loop.hpp"
#include "bench/micro/labour.hpp"
#include "bench/micro/table.hpp"

namespace accordo::bench {
namespace {

/// Seconds per unit step that the method asks for.
void method_steps(benchmark::State& state, const char* method) {
  const auto session = open_labour({.method = method});
  const auto initial = states(*session);
  long long steps = 0;
  for ([[maybe_unused]] auto _ : state) {
    const auto before = session->ensemble().integrations(0);
    reset(*session, initial);
    const Outcome outcome = session->record(nullptr);
    if (outcome.failure) state.SkipWithError("the run failed");
    steps += 2 * (session->ensemble().integrations(0) - before);
  }
  state.SetItemsProcessed(steps);
  state.counters["steps"] = static_cast<double>(steps) / static_cast<double>(state.iterations());
}

/// One unit step after the other, taken back as often as iterations do.
void bare_steps(benchmark::State& state) {
  const auto session = open_labour({});
  Unit& unit = *session->ensemble().executor().local(0);
  constexpr int count = 100;
  const double cubic[kCoefficients]{0.1, 1e-3, 1e-6, 1e-9};
  const Step step{.t = 0, .h = kLabourStep, .end = kLabourStep};
  double y = 0, dy = 0;
  for ([[maybe_unused]] auto _ : state) {
    unit.save();
    for (int n = 0; n < count; ++n) {
      unit.restore();
      unit.step(step, {cubic, 1, 3}, &y, &dy);
      benchmark::DoNotOptimize(y);
    }
  }
  state.SetItemsProcessed(state.iterations() * count);
}

BENCHMARK_CAPTURE(method_steps, jacobi, "jacobi")->Name("methods/jacobi");
BENCHMARK_CAPTURE(method_steps, jfm, "ifosmondi-jfm")->Name("methods/ifosmondi-jfm");
BENCHMARK_CAPTURE(method_steps, missiles, "missiles")->Name("methods/missiles");
BENCHMARK(bare_steps)->Name("methods/bare");

[[maybe_unused]] const bool lines = add_lines(
    {{"jacobi, units of 10 µs / its unit steps alone", "methods/jacobi", "methods/bare", 1.1},
     {"ifosmondi-jfm, units of 10 µs / its unit steps alone", "methods/ifosmondi-jfm", "methods/bare", 1.5},
     {"missiles, units of 10 µs / its unit steps alone", "methods/missiles", "methods/bare", 1.5}});

}  // namespace
}  // namespace accordo::bench
