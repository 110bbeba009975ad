#include "session/single_fmu.hpp"

#include "kinds/fmu/fmu_body.hpp"
#include "unit/fmi/binding/loaded_fmu.hpp"

namespace accordo {
namespace {

/// Letters that a unit's name cannot have become underscores.
std::string unit_name(const std::filesystem::path& file) {
  std::string name = file.stem().string();
  for (char& c : name) {
    if (c == '.' || c == '*' || c == '>' || static_cast<unsigned char>(c) <= ' ') c = '_';
  }
  return name.empty() ? "fmu" : name;
}

/// The length of steps that the FMU asks for, or one that gives a smooth curve.
double communication_step(const fmi::LoadedFmu& fmu, double span) {
  const fmi::Interface* stepping = fmu.interface_of(fmi::Kind::co_simulation);
  if (stepping != nullptr && stepping->fixed_internal_step) return *stepping->fixed_internal_step;
  if (const auto step = fmu.description().experiment.step; step && *step > 0 && *step < span) return *step;
  constexpr double points = 500;
  return span / points;
}

}  // namespace

std::optional<Scenario> scenario_of_fmu(const std::filesystem::path& file, Problems& problems) {
  try {
    const fmi::LoadedFmu fmu(file);
    const fmi::DefaultExperiment& wanted = fmu.description().experiment;
    const SourceLocation place{file.string(), 0, 0};
    Scenario scenario;
    scenario.name = unit_name(file);
    scenario.file = file;
    auto body = std::make_shared<FmuBody>();
    body->file = file;
    body->place = place;
    UnitSpec& unit = scenario.units.emplace_back();
    unit.name = {scenario.name, place};
    unit.body = std::move(body);
    ExperimentSpec& e = scenario.experiment;
    e.place = place;
    e.start = wanted.start;
    e.stop = wanted.stop;
    if (e.stop) e.step = communication_step(fmu, *e.stop - e.start.value_or(0));
    return scenario;
  } catch (const Error& error) {
    for (const Problem& p : error.problems()) problems.add(p);
    return std::nullopt;
  }
}

}  // namespace accordo
