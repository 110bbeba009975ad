// From an FMU to a unit at work.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "unit/fmi/fmu_spec.hpp"
#include "unit/ode/build.hpp"

namespace accordo::fmi {

/// Builds the units of one scenario that are FMUs; those from one file share its package and library.
class FmuBuilder {
 public:
  /// Opens the FMU and loads its library (whose code runs from then on). What is wrong goes to problems; then
  /// there is no maker, and ports are known as far as possible. The maker throws Error(Exit::usage) when the
  /// FMU refuses to be instantiated and Error(Exit::unit_failed) when it cannot be started.
  BuiltUnit build(const FmuSpec& spec, Problems& problems);

  /// What a user should know, besides faults in the FMUs' descriptions that were tolerated.
  const std::vector<Problem>& warnings() const { return warnings_; }

 private:
  struct Opened {
    std::shared_ptr<LoadedFmu> fmu;
    std::array<int, 2> uses{};  ///< per kind
  };
  Opened& open(const FmuSpec& spec);
  BuiltUnit build(const FmuSpec& spec, Opened& opened, Problems& problems);

  std::map<std::string, Opened> opened_;
  std::vector<Problem> warnings_;
};

}  // namespace accordo::fmi
