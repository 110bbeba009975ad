// Which signals to record, from patterns such as `left.*`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "model/scenario.hpp"
#include "model/wiring.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// One recorded signal: its column's name and where its values are.
struct RecordColumn {
  enum Kind { output, input, state, discrete_output, discrete_input, observed };

  std::string name;
  Kind kind = output;
  int index = 0;  ///< among those of its kind of the whole system

  bool held = false;   ///< of an observed one: its value stays between communication points
  bool error = false;  ///< by how much that signal is off

  /// It is exchanged at communication points only.
  bool discrete() const { return kind == discrete_output || kind == discrete_input; }
  /// It has a value at communication points only, held in between.
  bool stays() const { return discrete() || held; }
};

/// The columns that `patterns` ask for, each once, in the order of the patterns; without patterns every
/// output. Other variables of FMUs are recorded where their exact name is given. Texts and bytes cannot be
/// recorded. Of units in `unparsed` nothing is known. An output hides an input or a state of the same name,
/// which is then called `unit.input(x)`, `unit.state(x)`.
std::vector<RecordColumn> plan_record(std::span<const Text> patterns, std::span<const UnitInfo> units,
                                      const Layout& layout, Problems& problems,
                                      const Unparsed& unparsed = {});

/// One more column for each of real numbers: by how much it is off. Nothing where there are such columns.
void add_error_columns(std::vector<RecordColumn>& columns);

}  // namespace accordo
