// From an FMU to a unit at work.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "unit/fmi/binding/fmu_facts.hpp"
#include "unit/fmi/selftest/verify.hpp"
#include "unit/fmi/sharing.hpp"
#include "unit/fmi/unit/fmu_spec.hpp"
#include "unit/ode/build.hpp"

namespace accordo::fmi {

/// Builds the units of one scenario that are FMUs; those from one file share its package and library.
class FmuBuilder {
 public:
  /// Opens the FMU, tests what it declares unless it is trusted, and loads its library (whose code runs from
  /// then on). One that is only to be described is read, and none of its code is run: its maker throws. What
  /// is wrong goes to problems; then there is no maker, and ports are known as far as possible. The maker
  /// throws Error(Exit::usage) when the FMU refuses to be instantiated and Error(Exit::unit_failed) when it
  /// cannot be started.
  BuiltUnit build(const FmuSpec& spec, Problems& problems);

  /// What a user should know, besides faults in the FMUs' descriptions that were tolerated.
  const std::vector<Problem>& warnings() const { return warnings_; }
  /// What the FMU of this unit declares and what was verified of it; empty where there is no such FMU.
  const std::vector<Claim>& claims_of(const std::string& unit) const;
  Sharing sharing_of(const std::string& unit) const;
  /// What can be told of the FMU of this unit, where that was asked for.
  FmuFacts facts_of(const std::string& unit) const;

 private:
  struct Opened {
    std::shared_ptr<LoadedFmu> fmu;
    int number = -1;
    /// By kind, and by what else trials depend on.
    std::array<std::map<std::string, Verified>, 2> verified;
  };
  Opened& open(const FmuSpec& spec);
  std::optional<Kind> kind_of(const FmuSpec& spec, Opened& opened);
  const Verified* verify_as(Kind kind, const FmuSpec& spec, Opened& opened, Problems& problems);
  void warn(const FmuSpec& spec, const Verified& verified);
  void describe(Kind kind, const FmuSpec& spec, Opened& opened);
  BuiltUnit build(const FmuSpec& spec, Opened& opened, Problems& problems);

  std::map<std::string, Opened> opened_;
  std::vector<Problem> warnings_;
  std::map<std::string, std::vector<Claim>> claims_;  ///< by unit
  std::map<std::string, Sharing> sharing_;            ///< by unit
  std::map<std::string, std::string> why_kind_;       ///< by unit
  std::map<std::string, FmuFacts> facts_;             ///< by unit
};

}  // namespace accordo::fmi
