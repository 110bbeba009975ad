// Recording all outputs of two-mass as CSV, against a bare loop that formats the same rows into a buffered
// file.

#include <benchmark/benchmark.h>

#include "bench/micro/bare_csv.hpp"
#include "bench/micro/bare_loop.hpp"
#include "bench/micro/table.hpp"
#include "record/csv.hpp"
#include "record/recording.hpp"

namespace accordo::bench {
namespace {

constexpr double kStep = 1e-4;
constexpr int kCount = 20000;

void csv_accordo(benchmark::State& state) {
  const auto session = open_case("two-mass", kStep, kStep * kCount);
  const auto initial = states(*session);
  const ScratchFile file;
  for ([[maybe_unused]] auto _ : state) {
    reset(*session, initial);
    CsvSink sink(file.path);
    Recording recording(session->columns(), sink);
    session->record(&recording);
  }
  state.SetItemsProcessed(state.iterations() * kCount);
}

void csv_bare(benchmark::State& state) {
  const auto session = open_case("two-mass", kStep, kStep * kCount);
  const auto initial = states(*session);
  Executor& units = session->ensemble().executor();
  const ScratchFile file;
  for ([[maybe_unused]] auto _ : state) {
    reset(*session, initial);
    BareCsv csv(file.path);
    bare_two_mass(*units.local(0), *units.local(1), kStep, kCount,
                  [&](double t, const double* xv, double F) { csv.row(t, xv, F); });
  }
  state.SetItemsProcessed(state.iterations() * kCount);
}

BENCHMARK(csv_accordo)->Name("csv/accordo");
BENCHMARK(csv_bare)->Name("csv/bare");

[[maybe_unused]] const bool lines = add_lines(
    {{"jacobi on two linear units, CSV / bare loop writing the same CSV", "csv/accordo", "csv/bare", 1.3}});

}  // namespace
}  // namespace accordo::bench
