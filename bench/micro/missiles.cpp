// MISSILES on chains of masses: cost per unit and step as the chain grows, with the factors kept (linear
// units, one step length) and with new ones for every step (step lengths in turn). Only steps are timed:
// over a few steps of a long chain, making its estimators would count for more. And on random graphs, whose
// factors fill up: factors against iterations.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <map>
#include <memory>

#include "bench/micro/bare_loop.hpp"
#include "bench/micro/in_turns.hpp"
#include "bench/micro/table.hpp"
#include "cases/random_graph.hpp"
#include "io/scenario/scenario_reader.hpp"

namespace accordo::bench {
namespace {

constexpr double kStep = 1e-3;

/// A system whose steps are made one by one, as the driver makes them.
class March {
 public:
  explicit March(std::unique_ptr<Session> session)
      : session_(std::move(session)), initial_(states(*session_)) {}

  /// Back to the start.
  void begin() {
    reset(*session_, initial_);
    ensemble().start(0);
    coupling_ = session_->coupling().begin(ensemble());
    coupling_->restart(Instant::right_of(0));
    t_ = 0;
  }

  void step(double h) {
    Ensemble& e = ensemble();
    const Step step{.t = t_, .h = h, .end = t_ + h, .after_event = t_ == 0};
    e.open();
    const Proposal proposal = coupling_->propose({.step = step});
    e.commit(step, *proposal.inputs, e.all(), proposal.sample);
    e.close(step, *proposal.inputs);
    coupling_->accepted(step);
    t_ = step.end;
  }

  long long factorizations() const { return coupling_->work().factorizations; }

 private:
  Ensemble& ensemble() { return session_->ensemble(); }

  std::unique_ptr<Session> session_;
  std::vector<double> initial_;
  std::unique_ptr<CouplingRun> coupling_;
  double t_ = 0;
};

std::unique_ptr<Session> chain_of(int units) {
  return open_case("chain", kStep, 1, {{"N", static_cast<double>(units)}}, "missiles");
}

std::unique_ptr<Session> random_graph_of(int units, const std::string& solver) {
  Problems problems;
  auto scenario = read_scenario_text(
      cases::random_graph(units) +
          "experiment: {start: 0, stop: 1, step: 0.001, method: missiles, options: {linear_solver: " +
          solver + "}}\n",
      "random-graph.yaml", problems);
  problems.throw_if_any();
  auto session = Session::open(std::move(*scenario), problems);
  problems.throw_if_any();
  return session;
}

/// Kept between repetitions: reading a large system takes longer than many steps of it. Chains, or random
/// graphs where a solver is named.
March& march_of(int units, const std::string& solver = {}) {
  static std::map<std::pair<int, std::string>, std::unique_ptr<March>> known;
  std::unique_ptr<March>& march = known[{units, solver}];
  if (!march)
    march = std::make_unique<March>(solver.empty() ? chain_of(units) : random_graph_of(units, solver));
  march->begin();
  for (int n = 0; n < 4; ++n) march->step(kStep);  // over the start, which factorizes
  return *march;
}

/// A chain against one of 100. `step(march)` makes one step of either.
template <class Step>
void missiles_growth(benchmark::State& state, Step step) {
  const int units = static_cast<int>(state.range(0)), rounds = 20000 / units;
  March& large = march_of(units);
  March& small = march_of(100);
  const auto steps = [&](March& march, int count) {
    return seconds_of([&] {
      for (int n = 0; n < count; ++n) step(march, n);
    });
  };
  in_turns(
      state, units * rounds, [&] { return steps(large, rounds); },
      [&] { return steps(small, units / 100 * rounds); });
}

void missiles_kept(benchmark::State& state) {
  missiles_growth(state, [&](March& march, int) {
    const long long before = march.factorizations();
    march.step(kStep);
    if (march.factorizations() != before) state.SkipWithError("factorized again");
  });
}

void missiles_factorized(benchmark::State& state) {
  missiles_growth(state, [&](March& march, int n) {
    const long long before = march.factorizations();
    march.step(n % 2 == 0 ? kStep / 2 : kStep);
    if (march.factorizations() == before) state.SkipWithError("factors were kept");
  });
}

void random_kept(benchmark::State& state, const char* solver) {
  March& march = march_of(static_cast<int>(state.range(0)), solver);
  for ([[maybe_unused]] auto _ : state) march.step(kStep);
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void random_factorized(benchmark::State& state, const char* solver) {
  March& march = march_of(static_cast<int>(state.range(0)), solver);
  bool half = false;
  for ([[maybe_unused]] auto _ : state) march.step((half = !half) ? kStep / 2 : kStep);
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK_CAPTURE(random_kept, direct, "direct")->Name("graph/kept/direct")->Arg(1000);
BENCHMARK_CAPTURE(random_kept, gmres, "gmres")->Name("graph/kept/gmres")->Arg(1000);
BENCHMARK_CAPTURE(random_factorized, direct, "direct")->Name("graph/factorized/direct")->Arg(300);
BENCHMARK_CAPTURE(random_factorized, gmres, "gmres")->Name("graph/factorized/gmres")->Arg(300);
BENCHMARK(missiles_kept)->Name("missiles/kept")->Arg(1000)->Arg(10000)->UseManualTime();
BENCHMARK(missiles_factorized)->Name("missiles/factorized")->Arg(1000)->Arg(10000)->UseManualTime();

std::vector<Line> growth() {
  std::vector<Line> lines;
  for (const std::string length : {"1000", "10000"}) {
    for (const auto& [factors, goal] : {std::pair{"kept", 1.3}, std::pair{"factorized", 2.0}}) {
      lines.push_back(
          {.title = fmt::format("missiles, factors {}: chain of {} / of 100, per unit and step, in turns",
                                factors, length),
           .of = fmt::format("missiles/{}/{}/manual_time", factors, length),
           .goal = goal});
    }
  }
  const std::string random = "graph/";
  lines.push_back({"missiles, random graph of 1000, factors kept: gmres / direct", random + "kept/gmres/1000",
                   random + "kept/direct/1000", 1});
  lines.push_back({"missiles, random graph of 300, new factors: gmres / direct",
                   random + "factorized/gmres/300", random + "factorized/direct/300", 0.5});
  return lines;
}

[[maybe_unused]] const bool lines = add_lines(growth());

}  // namespace
}  // namespace accordo::bench
