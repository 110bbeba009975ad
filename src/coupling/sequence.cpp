#include "coupling/sequence.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/names.hpp"
#include "model/graph.hpp"

namespace accordo {

OptionInfo sequence_option() {
  return {.name = "sequence",
          .kind = OptionInfo::Kind::names,
          .default_value = "",
          .help = "order of the units, for instance S1,S2 (default: from the dependency graph)",
          .choices = {}};
}

std::vector<int> sequence_of(const MethodSetup& setup) {
  const std::vector<Text> names = setup.options.names("sequence");
  const Ensemble& e = setup.ensemble;
  Problems& problems = setup.problems;
  std::vector<int> automatic = unit_sequence(e.wiring(), e.units());
  if (names.empty()) return automatic;
  std::vector<std::string> known;
  for (const UnitInfo& unit : e.units()) known.push_back(unit.name);
  std::vector<int> sequence;
  for (const Text& name : names) {
    const auto found = std::find(known.begin(), known.end(), name.text);
    const int unit = static_cast<int>(found - known.begin());
    if (found == known.end()) {
      problems.add("unknown-unit", name.place,
                   fmt::format("option 'sequence' names the unknown unit '{}'", name.text),
                   did_you_mean(name.text, known));
    } else if (std::find(sequence.begin(), sequence.end(), unit) != sequence.end()) {
      problems.add("bad-option", name.place,
                   fmt::format("option 'sequence' names unit '{}' twice", name.text));
    } else {
      sequence.push_back(unit);
    }
  }
  std::vector<bool> named(known.size());
  for (const int unit : sequence) named[static_cast<std::size_t>(unit)] = true;
  std::copy_if(automatic.begin(), automatic.end(), std::back_inserter(sequence),
               [&](int unit) { return !named[static_cast<std::size_t>(unit)]; });
  return sequence;
}

}  // namespace accordo
