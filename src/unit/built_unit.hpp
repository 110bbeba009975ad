// What comes of a unit's specification: what is known of the unit, and how to make it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "unit/time_events.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// What a unit declares beside what was verified of it, for people.
struct CapabilityCheck {
  std::string capability, declared, verified;
  std::string note;  ///< why they differ; may be empty
};

/// What can be told of an FMU without running it.
struct FmuFacts {
  std::string file;         ///< as the user names it; empty: no FMU
  std::string hash;         ///< SHA-256 of the contents that are used
  std::string fmi_version;  ///< as written
  std::string tool;         ///< that made it
  std::vector<std::string> kinds;
  std::vector<std::string> platforms;  ///< that it has libraries for
  bool sources = false;
  std::string library;                 ///< for this machine, within the FMU; empty: none that can be read
  std::vector<std::string> functions;  ///< of FMI that the library exports
  std::vector<std::string> needs;      ///< libraries that it asks for
  std::string tested;                  ///< on which day; empty: never, here
};

/// Which units live on one library.
struct Sharing {
  int fmu = -1;       ///< a number that units from one file have in common; -1: not an FMU
  bool once = false;  ///< a process may hold one such instance only
};

/// Its ports are known even when its equations have problems, so that connections can be checked in the same
/// run.
struct BuiltUnit {
  std::shared_ptr<const UnitInfo> info;
  /// Makes the unit; empty after problems. Units are made together, after everything else: so that what a
  /// step touches lies together in memory, which 10,000 units feel.
  std::function<std::unique_ptr<Unit>()> make = {};
  Sharing sharing = {};
  std::vector<CapabilityCheck> capability_checks = {};  ///< empty: it claims nothing that could be tested
  FmuFacts facts = {};                                  ///< where they were asked for
  /// Where it switches by time alone; null: nowhere, or nobody knows. Units may share it.
  std::shared_ptr<TimeEvents> time_events = {};
  std::vector<Problem> warnings = {};  ///< what the user should know though the unit can be used
};

}  // namespace accordo
