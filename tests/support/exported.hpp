// The units of a scenario as FMUs of ours.
#pragma once

#include <string>

#include "export/options.hpp"
#include "kinds/fmu/fmu_body.hpp"
#include "model/scenario.hpp"

namespace accordo::testing {

/// How units are exported and used.
struct AsFmus {
  fmi::Version version = fmi::Version::fmi2;
  FmuBody::Kind kind = FmuBody::Kind::best;
  exporter::Features features = {};

  /// "fmi2 co-simulation"
  std::string name() const;
};

/// Puts FMUs in place of the native units. Those of one `name` are made once per test program and removed at
/// its end: scenarios that differ need different names.
void export_units(const AsFmus& how, const std::string& name, Scenario& scenario);

}  // namespace accordo::testing
