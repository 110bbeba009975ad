// MISSILES on chains of masses: cost per unit and step as the chain grows, with the factors kept (linear
// units, one step length) and with new ones for every step (step lengths in turn). Only steps are timed:
// over a few steps of a long chain, making its estimators would count for more.

#include <benchmark/benchmark.h>

#include <map>
#include <memory>

#include "bench/micro/bare_loop.hpp"
#include "bench/micro/table.hpp"

namespace accordo::bench {
namespace {

constexpr double kStep = 1e-3;

/// A chain whose steps are made one by one, as the driver makes them.
class March {
 public:
  explicit March(int units)
      : session_(open_case("chain", kStep, 1, {{"N", static_cast<double>(units)}}, "missiles")),
        initial_(states(*session_)) {
    proposal_.inputs = Signal(ensemble().u().size());
  }

  /// Back to the start.
  void begin() {
    reset(*session_, initial_);
    ensemble().start(0);
    carried_ = coupling().begin(ensemble());
    coupling().restart(ensemble(), 0, *carried_);
    t_ = 0;
  }

  void step(double h) {
    Ensemble& e = ensemble();
    const Step step{.t = t_, .h = h, .end = t_ + h, .after_event = t_ == 0};
    e.open();
    coupling().propose(e, step, *carried_, 0, proposal_);
    e.commit(step, proposal_.inputs, e.all(), proposal_.sample);
    e.close(step, proposal_.inputs);
    coupling().accepted(e, step, *carried_);
    t_ = step.end;
  }

  long long factorizations() const { return session_->coupling().work(*carried_).factorizations; }

 private:
  Ensemble& ensemble() { return session_->ensemble(); }
  const Coupling& coupling() { return session_->coupling(); }

  std::unique_ptr<Session> session_;
  std::vector<double> initial_;
  std::unique_ptr<CouplingState> carried_;
  Proposal proposal_;
  double t_ = 0;
};

/// Kept between repetitions: reading a long chain takes longer than many steps of it.
March& march_of(int units) {
  static std::map<int, std::unique_ptr<March>> known;
  std::unique_ptr<March>& march = known[units];
  if (!march) march = std::make_unique<March>(units);
  march->begin();
  for (int n = 0; n < 4; ++n) march->step(kStep);  // over the start, which factorizes
  return *march;
}

void missiles_kept(benchmark::State& state) {
  March& march = march_of(static_cast<int>(state.range(0)));
  const long long before = march.factorizations();
  for ([[maybe_unused]] auto _ : state) march.step(kStep);
  if (march.factorizations() != before) state.SkipWithError("factorized again");
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void missiles_factorized(benchmark::State& state) {
  March& march = march_of(static_cast<int>(state.range(0)));
  const long long before = march.factorizations();
  bool half = false;
  for ([[maybe_unused]] auto _ : state) march.step((half = !half) ? kStep / 2 : kStep);
  if (march.factorizations() != before + state.iterations()) state.SkipWithError("factors were kept");
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(missiles_kept)->Name("missiles/kept")->Arg(100)->Arg(1000)->Arg(10000);
BENCHMARK(missiles_factorized)->Name("missiles/factorized")->Arg(100)->Arg(1000)->Arg(10000);

std::vector<Line> growth() {
  std::vector<Line> lines;
  for (const std::string length : {"1000", "10000"}) {
    for (const auto& [factors, goal] : {std::pair{"kept", 1.3}, std::pair{"factorized", 2.0}}) {
      const std::string name = std::string("missiles/") + factors + "/";
      lines.push_back({std::string("missiles, factors ") + factors + ": chain of " + length +
                           " / of 100, per unit and step",
                       name + length, name + "100", goal});
    }
  }
  return lines;
}

[[maybe_unused]] const bool lines = add_lines(growth());

}  // namespace
}  // namespace accordo::bench
