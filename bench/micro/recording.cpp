// Recording all outputs of two-mass as CSV, against a bare loop that formats the same rows into a buffered
// file.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <filesystem>

#include "bench/micro/bare_loop.hpp"
#include "record/csv.hpp"

namespace accordo::bench {
namespace {

constexpr double kStep = 1e-4;
constexpr int kCount = 20000;

std::filesystem::path scratch(const char* name) {
  return std::filesystem::temp_directory_path() / ("accordo-bench-" + std::to_string(getpid()) + name);
}

void csv_accordo(benchmark::State& state) {
  const auto session = open_case("two-mass", kStep, kStep * kCount);
  const auto initial = states(*session);
  const auto file = scratch("-a.csv");
  for ([[maybe_unused]] auto _ : state) {
    reset(*session, initial);
    CsvSink sink(file);
    session->run(&sink);
  }
  state.SetItemsProcessed(state.iterations() * kCount);
  std::filesystem::remove(file);
}

void csv_bare(benchmark::State& state) {
  const auto session = open_case("two-mass", kStep, kStep * kCount);
  const auto initial = states(*session);
  Executor& units = session->ensemble().executor();
  const auto file = scratch("-b.csv");
  for ([[maybe_unused]] auto _ : state) {
    reset(*session, initial);
    std::FILE* out = std::fopen(file.c_str(), "w");
    std::setvbuf(out, nullptr, _IOFBF, 1 << 18);
    std::fputs("time,S1.x,S1.v,S2.F\n", out);
    char line[160];
    bare_two_mass(*units.local(0), *units.local(1), kStep, kCount, [&](double t, const double* xv, double F) {
      char* p = line;
      for (const double v : {t, xv[0], xv[1], F}) {
        p = std::to_chars(p, line + sizeof line, v).ptr;
        *p++ = ',';
      }
      p[-1] = '\n';
      std::fwrite(line, 1, static_cast<std::size_t>(p - line), out);
    });
    std::fclose(out);
  }
  state.SetItemsProcessed(state.iterations() * kCount);
  std::filesystem::remove(file);
}

BENCHMARK(csv_accordo)->Name("csv/accordo");
BENCHMARK(csv_bare)->Name("csv/bare");

}  // namespace
}  // namespace accordo::bench
