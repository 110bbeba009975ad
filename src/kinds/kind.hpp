// What the program knows of a kind of units: its keys, and functions that read, build, export and describe a
// unit of it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include "io/keys.hpp"
#include "io/reading.hpp"
#include "kinds/code_model.hpp"
#include "model/scenario.hpp"
#include "unit/built_unit.hpp"
#include "unit/ode/build.hpp"

namespace accordo {

/// What a unit is, and the time series given with its inputs. A null body: it had problems.
struct ReadBody {
  std::shared_ptr<const UnitBody> body;
  std::vector<SeriesSpec> series;
};
/// Those that were read, by their node and by the kind with the names that mean something in it: written
/// once, read once.
using ReadBodies = std::map<std::pair<const YamlNode*, std::string>, ReadBody>;

/// One entry of `units:`.
struct UnitText {
  Reading& reading;
  const YamlNode& node;
  const Fields& fields;                  ///< of the node
  std::span<const std::string> indices;  ///< of the family that it belongs to
  ReadBodies& bodies;
};

/// What the units of a scenario are built for.
struct BuildContext {
  double start = 0, stop = 0;
  std::optional<double> step;      ///< of the macro-steps, where it is known
  double tolerance = 1e-8;         ///< of integrators, where a unit does not state its own
  std::optional<double> accuracy;  ///< the run's tolerance, where it has one
  std::span<const Text> record;    ///< patterns of what is recorded
  bool trust = false;              ///< what others' code declares is believed, not tested
  bool described = false;          ///< none of others' code is run
  bool facts = false;              ///< what can be told of a unit is gathered
  UnitBuilder* native = nullptr;   ///< for what our integrators step; equal ones share what they can
};
using BuildUnit = std::function<BuiltUnit(const UnitSpec&, Problems&)>;

/// A unit that was built, to be shown.
struct UnitView {
  const UnitSpec& spec;
  const UnitInfo& info;
  const BuiltUnit& built;
  bool all_variables = false;
};

struct UnitKind {
  Key key;  ///< by which a scenario gives such a unit; its name is the kind's
  /// Further keys of a unit: those that say what it is, and those that may also be said of a unit that is
  /// known from elsewhere (SSP).
  Keys own_keys = {}, own_settings = {};
  std::string_view owners = {};   ///< units of this kind, for the message that another one has such a key
  const char* only_id = nullptr;  ///< the id of that message
  Keys features = {};             ///< what may be disabled besides Capabilities
  std::string_view features_text = {};
  std::span<const KeyTable> tables = {};  ///< further ones of the reference
  /// It is others' code: its ports are not known before it is opened, and looking at it runs none of it.
  bool foreign = false;
  /// The indices of a family are parameters: all units of it have one body.
  bool indices_are_parameters = false;

  /// Body, parameters and inputs. False after reporting what is wrong.
  bool (*read)(const UnitText&, UnitSpec&) = nullptr;
  /// What `own_settings` and `inputs` say of a unit that is known from elsewhere; null: there are no such
  /// units.
  void (*read_settings)(Reading&, const Fields&, UnitSpec&) = nullptr;
  /// One builder serves all units of a scenario. The context outlives it.
  BuildUnit (*builder)(const BuildContext&) = nullptr;
  /// Names and quantities of inputs and outputs, as far as they are known without building.
  void (*add_ports)(const UnitSpec&, Ports&) = nullptr;
  /// For the export as an FMU; null: it cannot be exported. Problems are those of the unit.
  exporter::Model (*model)(const UnitSpec&, Problems&) = nullptr;
  /// What `accordo info` shows besides ports and capabilities: lines of text, and members of a JSON object;
  /// null: nothing.
  std::string (*describe)(const UnitView&) = nullptr;
  void (*write)(JsonWriter&, const UnitView&) = nullptr;
};

}  // namespace accordo
