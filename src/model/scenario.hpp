// What a user wrote: units, connections, experiment. Plain data with the place of everything, not yet checked
// against what the units offer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace accordo {

/// A piece of text and where it stands.
struct Text {
  std::string text;
  SourceLocation place;
};

/// `name: value`, the value still as text (a number or an expression).
struct Definition {
  Text name;
  Text value;
};

/// `inputs: {f: {file: f.csv, column: f}}`: an input driven by a time series.
struct SeriesSpec {
  Text input;
  std::filesystem::path file;  ///< already resolved against the scenario's folder
  Text column;
};

/// What a unit is; each kind of units derives its own.
struct UnitBody {
  std::string_view kind_key;  ///< the kind, by its key in scenarios
  SourceLocation place;
  std::filesystem::path file;      ///< it is read from this one, already resolved; empty: none
  std::vector<Definition> inputs;  ///< with start values; empty value text: none given

  explicit UnitBody(std::string_view key) : kind_key(key) {}
  UnitBody(const UnitBody&) = default;
  UnitBody& operator=(const UnitBody&) = default;
  virtual ~UnitBody() = default;
};

/// One entry of `units:`. Units written as YAML aliases of each other share their body.
struct UnitSpec {
  Text name;
  std::shared_ptr<const UnitBody> body;  ///< null: it is built by whoever runs the scenario
  std::vector<Definition> parameters;    ///< overrides; from the unit's own `parameters:` or from --set
  std::vector<Definition> quantities;    ///< what ports are measured in, instead of what an FMU says
  std::vector<SeriesSpec> series;
  std::string integrator = "auto";  ///< auto, dopri5, rosenbrock, exact, rk4
  SourceLocation integrator_place;
  std::optional<double> integrator_tolerance;
  std::optional<double> micro_step;                 ///< for rk4
  std::vector<std::pair<Text, bool>> capabilities;  ///< disabled: {rollback: false}
  bool isolate = false;                             ///< in a process of its own
  std::optional<int> rank;                          ///< where it lives in a run by mpirun, from 1 on
  SourceLocation rank_location;

  /// What it is as a body of one kind, or null.
  template <class Body>
  const Body* as() const {
    return dynamic_cast<const Body*>(body.get());
  }
};

/// What becomes of whole numbers on their way: (source, target), each source once.
using ValueTable = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// Where gain and offset of a connection come from: nothing is said, so that units of measurement decide; the
/// user; somebody who has dealt with units (SSP); units of measurement.
enum class ScaleOrigin { open, given, settled, converted };

/// `a.y * gain + offset -> b.u`
struct ConnectionSpec {
  Text source;  ///< "unit.output"
  Text target;  ///< "unit.input"
  double gain = 1;
  double offset = 0;
  ValueTable map = {};  ///< not empty: stands instead of gain and offset
  ScaleOrigin scale = ScaleOrigin::open;
};

/// When and how to run; what is not given is absent.
struct ExperimentSpec {
  SourceLocation place;  ///< of the experiment, or of what lacks one
  std::optional<double> start, stop, step, tolerance;
  SourceLocation start_place, stop_place, step_place, tolerance_place;
  std::optional<Text> method, solver, estimate;
  std::string petsc;                ///< options for PETSc's solvers, as on its command line
  std::vector<Definition> options;  ///< the method's own knobs
  std::optional<double> output_interval;
  std::vector<double> output_points;  ///< rows at these instants only; empty: not given
  SourceLocation output_points_place;
  std::optional<double> max_steps, max_seconds;  ///< then the run ends; the first is a whole number
  std::optional<double>
      accuracy;  ///< of recorded signals along the run; the tolerance of steps follows from it
  SourceLocation accuracy_place;
  std::optional<bool> error_bars;  ///< errors are carried along; not given: where that is cheap
  bool record_errors = false;      ///< a column beside every recorded signal
};

/// Where units run; results do not depend on it.
struct ExecutionSpec {
  std::optional<int> threads;  ///< nothing: one; 0: as many as pay
  bool mpi = false;            ///< on the other ranks of the job
  bool isolate = false;        ///< every unit in a process of its own
  double unit_timeout = 300;   ///< seconds for one answer of such a unit
};

/// What a file says and could not be read. It was reported; where it is mentioned it is no problem again.
class Unparsed {
 public:
  bool connections = false;  ///< some
  bool structure = false;    ///< nobody knows which units there are

  void add(std::string_view unit) { units_.emplace(without_index(unit)); }
  /// Whether this unit may exist all the same, with variables that nobody knows.
  bool has(std::string_view unit) const { return structure || units_.contains(without_index(unit)); }
  bool any_unit() const { return !units_.empty(); }

 private:
  static std::string_view without_index(std::string_view unit) { return unit.substr(0, unit.find('[')); }

  std::set<std::string, std::less<>> units_;  ///< families by their name
};

struct Scenario {
  std::string name;  ///< file name without extension
  std::filesystem::path file;
  std::vector<UnitSpec> units;
  std::vector<ConnectionSpec> connections;
  std::vector<std::pair<double, SourceLocation>> events;
  bool finds_events = true;  ///< besides these, what equations and series tell of; not with `events: none`
  ExperimentSpec experiment;
  ExecutionSpec execution;
  std::vector<Text> record;   ///< patterns; empty: every output
  bool ignore_units = false;  ///< connections are neither converted nor checked by units of measurement
  Unparsed unparsed;
};

}  // namespace accordo
