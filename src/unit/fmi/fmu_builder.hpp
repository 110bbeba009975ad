// From an FMU to a unit at work.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "unit/built_unit.hpp"
#include "unit/fmi/selftest/verify.hpp"
#include "unit/fmi/unit/fmu_spec.hpp"

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

 private:
  struct Opened {
    std::shared_ptr<LoadedFmu> fmu;
    int number = -1;
    /// By kind, and by what else trials depend on.
    std::array<std::map<std::string, Verified>, 2> verified;
  };
  Opened& open(const FmuSpec& spec, BuiltUnit& to);
  std::optional<Kind> kind_of(const FmuSpec& spec, Opened& opened, BuiltUnit& to, std::string& why);
  const Verified* verify_as(Kind kind, const FmuSpec& spec, Opened& opened, BuiltUnit& to,
                            Problems& problems);
  void build(const FmuSpec& spec, Opened& opened, BuiltUnit& to, Problems& problems);

  std::map<std::string, Opened> opened_;
};

}  // namespace accordo::fmi
