// What solvers of z = ψ(z) cost beside the evaluations of ψ: a mildly nonlinear chain whose right-hand side
// drifts from solve to solve, as it does from step to step of a simulation; each solve starts at the solution
// before.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/error.hpp"
#include "bench/micro/table.hpp"
#include "solve/solver.hpp"

namespace accordo::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class DriftingChain final : public FixedPoint {
 public:
  explicit DriftingChain(std::size_t size) : b_(size) { drift(); }

  void drift() {
    phase_ += 0.01;
    for (std::size_t i = 0; i < b_.size(); ++i) b_[i] = std::sin(phase_ + static_cast<double>(i));
  }

  bool evaluate(const double* z, double* psi) override {
    const std::size_t n = b_.size();
    for (std::size_t i = 0; i < n; ++i) {
      const double left = i > 0 ? z[i - 1] : 0, right = i + 1 < n ? z[i + 1] : 0;
      psi[i] = b_[i] + 0.4 * (left - right) + 0.1 * z[i] * z[i] / (1 + z[i] * z[i]);
    }
    return true;
  }

  /// Seconds for one evaluation: the best of several trials.
  double cost() {
    constexpr int kTrials = 20, kEvaluations = 1000;
    std::vector<double> z(b_.size(), 0.5), psi(b_.size());
    double best = 1;
    for (int trial = 0; trial < kTrials; ++trial) {
      const auto start = Clock::now();
      for (int k = 0; k < kEvaluations; ++k) {
        evaluate(z.data(), psi.data());
        benchmark::DoNotOptimize(psi.data());
        benchmark::ClobberMemory();
      }
      best = std::min(best, seconds_since(start) / kEvaluations);
    }
    return best;
  }

 private:
  std::vector<double> b_;
  double phase_ = 0;
};

void overhead(benchmark::State& state, const char* name) {
  if (*ACCORDO_PETSC_FOLDER) setenv("ACCORDO_MODULES", ACCORDO_PETSC_FOLDER, 0);
  const auto n = static_cast<std::size_t>(state.range(0));
  std::unique_ptr<Solver> solver;
  try {
    solver = find_solver(name)->make(static_cast<int>(n), {.memory = 5});
  } catch (const Error& error) {
    state.SkipWithError(error.problems().at(0).id.c_str());
    return;
  }
  DriftingChain chain(n);
  const double cost = chain.cost();
  std::vector<double> z(n);
  long long evaluations = 0;
  for ([[maybe_unused]] auto _ : state) {
    chain.drift();
    const auto start = Clock::now();
    const Solution solution = solver->solve(chain, {.tolerance = 1e-8}, z);
    state.SetIterationTime(std::max(seconds_since(start) - solution.evaluations * cost, 0.0));
    evaluations += solution.evaluations;
    if (!solution.converged()) {
      state.SkipWithError("not converged");
      return;
    }
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["evaluations"] = static_cast<double>(evaluations) / static_cast<double>(state.iterations());
}

#define SOLVER(name) \
  BENCHMARK_CAPTURE(overhead, name, name)->Name("solve/" name)->Arg(6)->Arg(60)->UseManualTime()

SOLVER("broyden");
SOLVER("newton");
SOLVER("anderson");
SOLVER("petsc-newtonls");
SOLVER("petsc-anderson");

std::vector<Line> against_petsc() {
  std::vector<Line> lines;
  for (const std::string own : {"broyden", "newton", "anderson"}) {
    for (const auto& [unknowns, goal] : {std::pair{"6", 0.2}, std::pair{"60", 1.0}}) {
      lines.push_back({"a solve beside ψ, n = " + std::string(unknowns) + ": " + own + " / petsc-newtonls",
                       "solve/" + own + "/" + unknowns + "/manual_time",
                       std::string("solve/petsc-newtonls/") + unknowns + "/manual_time", goal});
    }
  }
  return lines;
}

[[maybe_unused]] const bool lines = add_lines(against_petsc());

}  // namespace
}  // namespace accordo::bench
