// MISSILES on chains of masses: cost per unit and step as the chain grows, with the factors kept (linear
// units, one step length) and with new ones for every step (two step lengths in turn).

#include <benchmark/benchmark.h>

#include "bench/micro/bare_loop.hpp"

namespace accordo::bench {
namespace {

constexpr double kStep = 1e-3;

int steps_for(benchmark::State& state) {
  return static_cast<int>(200000 / state.range(0));  // as many unit-steps for every length
}

void missiles_kept(benchmark::State& state) {
  const int count = steps_for(state);
  const auto session =
      open_case("chain", kStep, kStep * count, {{"N", static_cast<double>(state.range(0))}}, "missiles");
  const auto initial = states(*session);
  for ([[maybe_unused]] auto _ : state) {
    reset(*session, initial);
    if (session->run(nullptr).work.factorizations > 2) state.SkipWithError("factorized again");
  }
  state.SetItemsProcessed(state.iterations() * count * state.range(0));
}

/// One macro-step as the driver makes it.
void make_step(Ensemble& e, const Coupling& coupling, CouplingState& state, const Step& step,
               Proposal& proposal) {
  e.open();
  coupling.propose(e, step, state, 0, proposal);
  e.commit(step, proposal.inputs, e.all(), proposal.sample);
  e.close(step, proposal.inputs);
  coupling.accepted(e, step, state);
}

void missiles_factorized(benchmark::State& state) {
  const int count = steps_for(state);
  const auto session =
      open_case("chain", kStep, kStep * count, {{"N", static_cast<double>(state.range(0))}}, "missiles");
  const auto initial = states(*session);
  Ensemble& e = session->ensemble();
  const Coupling& coupling = session->coupling();
  Proposal proposal;
  proposal.inputs = Signal(e.u().size());
  for ([[maybe_unused]] auto _ : state) {
    reset(*session, initial);
    e.start(0);
    const auto carried = coupling.begin(e);
    coupling.restart(e, 0, *carried);
    double t = 0;
    for (int n = 0; n < count; ++n) {
      const double h = n % 2 == 0 ? kStep : kStep / 2;
      make_step(e, coupling, *carried, {.t = t, .h = h, .end = t + h, .after_event = n == 0}, proposal);
      t += h;
    }
    if (coupling.work(*carried).factorizations != count) state.SkipWithError("factors were kept");
  }
  state.SetItemsProcessed(state.iterations() * count * state.range(0));
}

BENCHMARK(missiles_kept)->Name("missiles/kept")->Arg(100)->Arg(1000)->Arg(10000);
BENCHMARK(missiles_factorized)->Name("missiles/factorized")->Arg(100)->Arg(1000)->Arg(10000);

}  // namespace
}  // namespace accordo::bench
