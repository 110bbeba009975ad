// Two co-simulation FMUs (two-mass, exported as FMI 2) under Jacobi coupling, with recording off and as CSV:
// the loop over time against the same FMI calls made by hand. And the start of many instances against theirs.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdarg>
#include <cstdlib>
#include <filesystem>

#include "archive/private_folder.hpp"
#include "bench/micro/bare_csv.hpp"
#include "bench/micro/bare_loop.hpp"
#include "bench/micro/table.hpp"
#include "cases/cases.hpp"
#include "export/export_fmu.hpp"
#include "io/scenario/scenario_reader.hpp"
#include "kinds/fmu/fmu_body.hpp"
#include "record/csv.hpp"
#include "record/recording.hpp"
#include "unit/fmi/binding/loaded_fmu.hpp"

namespace accordo::bench {
namespace {

constexpr double kStep = 1e-4;
constexpr int kCount = 2000;
constexpr int kInstances = 1000;

/// two-mass as FMUs that step, save their state and nothing else: exactly the calls of the bare loop.
Scenario two_mass_fmus() {
  static const archive::PrivateFolder folder;
  Problems problems;
  auto scenario = read_scenario_text(cases::write(cases::get("two-mass")), "two-mass.yaml", problems);
  problems.throw_if_any();
  for (UnitSpec& unit : scenario->units) {
    const auto file = folder.path() / (unit.name.text + ".fmu");
    exporter::Features features;
    features.derivatives = features.output_derivatives = features.model_exchange = false;
    features.input_order = 0;
    if (!std::filesystem::exists(file))
      exporter::export_fmu(unit, scenario->experiment, {.features = features}, file);
    auto body = std::make_shared<FmuBody>();
    body->file = file;
    unit.body = std::move(body);
  }
  scenario->experiment.step = kStep;
  scenario->experiment.stop = kStep * kCount;
  scenario->experiment.tolerance.reset();
  scenario->experiment.method = Text{"jacobi", {}};
  return std::move(*scenario);
}

std::unique_ptr<Session> open(Scenario scenario) {
  Problems problems;
  auto session = Session::open(std::move(scenario), problems);
  problems.throw_if_any();
  return session;
}

void ignore(fmi2::ComponentEnvironment, fmi2::String, fmi2::Status, fmi2::String, fmi2::String, ...) {}
const fmi2::CallbackFunctions kCallbacks{&ignore, &std::calloc, &std::free, nullptr, nullptr};

/// An FMU used without any of our units.
struct Bare {
  explicit Bare(const Scenario& scenario, std::size_t unit) : fmu(scenario.units[unit].body->file) {
    fmu.load(fmi::Kind::co_simulation);
    for (const fmi::Variable& v : fmu.description().variables) {
      if (v.causality == fmi::Causality::input) inputs.push_back(v.reference);
    }
    for (const fmi::Unknown& output : fmu.description().structure.outputs)
      outputs.push_back(fmu.description().variables[output.variable].reference);
  }
  const fmi2::Functions& f() const { return fmu.fmi2(fmi::Kind::co_simulation); }
  fmi2::Component start() {
    const fmi2::Component c =
        f().instantiate("bare", fmi2::co_simulation, fmu.description().token.c_str(),
                        fmu.package().resource_uri().c_str(), &kCallbacks, fmi2::kFalse, fmi2::kFalse);
    f().setup_experiment(c, fmi2::kTrue, 1e-8, 0, fmi2::kTrue, 10);
    f().enter_initialization_mode(c);
    f().exit_initialization_mode(c);
    return c;
  }
  fmi::LoadedFmu fmu;
  std::vector<unsigned> inputs, outputs;
};

/// Runs the session over and over, each time from the same states; `sink` makes where rows go.
template <class MakeSink>
void run_repeatedly(benchmark::State& state, MakeSink make_sink) {
  const auto session = open(two_mass_fmus());
  Executor& units = session->ensemble().executor();
  session->ensemble().start(0);
  for (int k = 0; k < 2; ++k) units.local(k)->save();
  for ([[maybe_unused]] auto _ : state) {
    for (int k = 0; k < 2; ++k) units.local(k)->restore();
    const auto sink = make_sink();
    std::optional<Recording> recording;
    if (sink) recording.emplace(session->columns(), *sink);
    const Outcome outcome = session->record(recording ? &*recording : nullptr);
    if (outcome.macro_steps != kCount) state.SkipWithError("wrong number of steps");
  }
  state.SetItemsProcessed(state.iterations() * kCount);
}

void fmus_accordo(benchmark::State& state) {
  run_repeatedly(state, [] { return std::unique_ptr<RowSink>(); });
}

void fmus_csv_accordo(benchmark::State& state) {
  const ScratchFile file;
  run_repeatedly(state, [&] { return std::make_unique<CsvSink>(file.path); });
}

/// The same calls by hand; `row` sees the values at every communication point.
template <class Begin, class Row>
void call_repeatedly(benchmark::State& state, Begin begin, Row row) {
  const Scenario scenario = two_mass_fmus();
  Bare left(scenario, 0), right(scenario, 1);
  const std::array<Bare*, 2> both{&left, &right};
  std::array<fmi2::Component, 2> c{left.start(), right.start()};
  std::array<fmi2::State, 2> saved{};
  for (std::size_t k = 0; k < 2; ++k) both[k]->f().get_state(c[k], &saved[k]);
  for ([[maybe_unused]] auto _ : state) {
    for (std::size_t k = 0; k < 2; ++k) both[k]->f().set_state(c[k], saved[k]);
    std::array<double, 2> xv{-1, 0};
    double F = -20000;
    int status = 0;
    [[maybe_unused]] const auto kept = begin();
    row(0.0, xv.data(), F);
    for (int n = 0; n < kCount; ++n) {
      status |= left.f().set_real(c[0], left.inputs.data(), 1, &F);
      status |= right.f().set_real(c[1], right.inputs.data(), 2, xv.data());
      status |= left.f().do_step(c[0], n * kStep, kStep, fmi2::kFalse);
      status |= right.f().do_step(c[1], n * kStep, kStep, fmi2::kFalse);
      status |= left.f().get_real(c[0], left.outputs.data(), 2, xv.data());
      status |= right.f().get_real(c[1], right.outputs.data(), 1, &F);
      row((n + 1) * kStep, xv.data(), F);
    }
    if (status > 1) state.SkipWithError("a call failed");
  }
  state.SetItemsProcessed(state.iterations() * kCount);
  for (std::size_t k = 0; k < 2; ++k) both[k]->f().free_instance(c[k]);
}

void fmus_bare(benchmark::State& state) {
  call_repeatedly(
      state, [] { return 0; }, [](double, const double*, double) {});
}

void fmus_csv_bare(benchmark::State& state) {
  const ScratchFile file;
  BareCsv* csv = nullptr;
  call_repeatedly(
      state,
      [&] {
        auto opened = std::make_unique<BareCsv>(file.path);
        csv = opened.get();
        return opened;
      },
      [&](double t, const double* xv, double F) { csv->row(t, xv, F); });
}

/// A thousand units from one FMU, ready to run.
void instances_accordo(benchmark::State& state) {
  Scenario scenario = two_mass_fmus();
  const UnitSpec unit = scenario.units[0];
  scenario.units.clear();
  scenario.connections.clear();
  for (int k = 0; k < kInstances; ++k) {
    scenario.units.push_back(unit);
    scenario.units.back().name.text = "u" + std::to_string(k);
  }
  for ([[maybe_unused]] auto _ : state) {
    const auto session = open(scenario);
    session->ensemble().start(0);
  }
  state.SetItemsProcessed(state.iterations());
}

void instances_bare(benchmark::State& state) {
  const Scenario scenario = two_mass_fmus();
  for ([[maybe_unused]] auto _ : state) {
    Bare fmu(scenario, 0);
    std::vector<fmi2::Component> all;
    for (int k = 0; k < kInstances; ++k) all.push_back(fmu.start());
    for (const fmi2::Component c : all) fmu.f().free_instance(c);
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(fmus_accordo)->Name("fmus/accordo");
BENCHMARK(fmus_bare)->Name("fmus/bare");
BENCHMARK(fmus_csv_accordo)->Name("fmus/csv-accordo");
BENCHMARK(fmus_csv_bare)->Name("fmus/csv-bare");
BENCHMARK(instances_accordo)->Name("fmus/start-1000");
BENCHMARK(instances_bare)->Name("fmus/start-1000-bare");

[[maybe_unused]] const bool lines =
    add_lines({{"jacobi on two FMI 2 FMUs / bare loop over the same calls", "fmus/accordo", "fmus/bare", 1.5},
               {"jacobi on two FMI 2 FMUs, CSV / bare loop writing the same CSV", "fmus/csv-accordo",
                "fmus/csv-bare", 1.5},
               {"start-up of 1000 FMU instances beyond the FMUs' own", "fmus/start-1000",
                "fmus/start-1000-bare", 0.5, Line::Kind::seconds}});

}  // namespace
}  // namespace accordo::bench
