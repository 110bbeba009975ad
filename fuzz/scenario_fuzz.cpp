// Scenarios: any text is read to a scenario or to problems with ids and places; native units are built, and
// all is wired.
#include "fuzz/fuzz.hpp"
#include "io/scenario/scenario_reader.hpp"
#include "kinds/fmu/fmu_body.hpp"
#include "model/record_plan.hpp"
#include "unit/ode/build.hpp"

using namespace accordo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t longest = 16'384;
  if (size > longest) return 0;
  Problems problems;
  std::optional<Scenario> scenario =
      read_scenario_text(fuzz::text_of(data, size), "fuzz.yaml", problems, {.repetitions = 2000});
  fuzz::require(scenario || !problems.empty(), "no scenario without a problem");
  if (scenario) {
    UnitBuilder builder(1e-8);
    std::vector<UnitInfo> units;
    for (const UnitSpec& unit : scenario->units) {
      const bool fmu = unit.as<FmuBody>() != nullptr;
      if (fmu) scenario->unparsed.add(unit.name.text);
      units.push_back(fmu ? UnitInfo{.name = unit.name.text} : *builder.build(unit, problems).info);
    }
    if (!scenario->unparsed.structure) {
      const Wiring wiring = wire(*scenario, units, problems);
      plan_record(scenario->record, units, wiring.layout, problems, scenario->unparsed);
    }
  }
  for (const Problem& p : problems.list()) {
    fuzz::require(!p.id.empty() && !p.what.empty(), "every problem has an id and says what is wrong");
    fuzz::require(p.place.file.empty() || p.place.line >= 0, "lines are not negative");
  }
  return 0;
}
