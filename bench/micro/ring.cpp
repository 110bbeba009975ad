// Many units from one text: a ring with `repeat`, its cost per unit and step against a ring of 10, and its
// start-up.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench/micro/bare_loop.hpp"
#include "bench/micro/in_turns.hpp"
#include "bench/micro/table.hpp"
#include "io/scenario/scenario_reader.hpp"

namespace accordo::bench {
namespace {

constexpr double kStep = 1e-3;

/// `force`: what acts in a cell, beside its neighbors.
std::string ring(std::int64_t n, const char* force) {
  return fmt::format(R"(
constants: {{n: {}}}
units:
  cell[i]:
    repeat: n
    equations:
      parameters: {{k: 1 + i/n}}
      states: {{x: sin(2*pi*i/n), v: 0}}
      inputs: {{left: 0, right: 0}}
      der: {{x: v, v: left + right - {}}}
      outputs: {{x: x}}
connections:
  - cell[i].x -> cell[(i+1) % n].left
  - cell[(i+1) % n].x -> cell[i].right
experiment: {{stop: {}, step: {}, method: jacobi}}
)",
                     n, force, kStep, kStep);
}

std::unique_ptr<Session> open_ring(std::int64_t n, const char* force, int steps) {
  Problems problems;
  auto scenario = read_scenario_text(ring(n, force), "ring.yaml", problems);
  problems.throw_if_any();
  scenario->experiment.stop = kStep * steps;
  auto session = Session::open(std::move(*scenario), problems);
  problems.throw_if_any();
  return session;
}

constexpr int kUnitSteps = 200'000;

/// The first argument is the number of cells, against ten.
void ring_steps(benchmark::State& state, const char* force) {
  const auto ring_of = [&](std::int64_t n) {
    return Repeatable(open_ring(n, force, kUnitSteps / static_cast<int>(n)));
  };
  auto large = ring_of(state.range(0)), small = ring_of(10);
  in_turns(
      state, kUnitSteps, [&] { return large.seconds(); }, [&] { return small.seconds(); });
}

void ring_startup(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    const auto session = open_ring(state.range(0), "2*k*x", 1);
    session->ensemble().start(0);
  }
  state.SetItemsProcessed(state.iterations());
}

// All cells alike: they share their matrices.
BENCHMARK_CAPTURE(ring_steps, alike, "2*x")->Name("ring/alike")->Arg(1000)->Arg(10000)->UseManualTime();
// Each cell with matrices of its own.
BENCHMARK_CAPTURE(ring_steps, own, "2*k*x")->Name("ring/own")->Arg(1000)->Arg(10000)->UseManualTime();
// Integrated by Runge and Kutta's method.
BENCHMARK_CAPTURE(ring_steps, nonlinear, "2*k*x - x^3")
    ->Name("ring/nonlinear")
    ->Arg(1000)
    ->Arg(10000)
    ->UseManualTime();
BENCHMARK(ring_startup)->Name("ring/startup")->Arg(10000)->Unit(benchmark::kMillisecond);

std::vector<Line> table_lines() {
  std::vector<Line> lines;
  for (const char* kind : {"alike", "own", "nonlinear"}) {
    for (const char* length : {"1000", "10000"}) {
      lines.push_back(
          {.title = fmt::format("ring of {} / 10, cells {}, per unit and step, in turns", length, kind),
           .of = fmt::format("ring/{}/{}/manual_time", kind, length),
           .goal = 1.3});
    }
  }
  lines.push_back(
      {"start-up of a ring of 10,000 units by `repeat`", "ring/startup/10000", "", 1, Line::Kind::seconds});
  return lines;
}

[[maybe_unused]] const bool lines = add_lines(table_lines());

}  // namespace
}  // namespace accordo::bench
