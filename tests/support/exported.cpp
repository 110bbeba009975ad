#include "tests/support/exported.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "archive/private_folder.hpp"
#include "export/export_fmu.hpp"
#include "kinds/fmu/fmu_body.hpp"

namespace accordo::testing {
namespace {

/// Tells FMUs with different features apart.
std::string mark(const AsFmus& how) {
  const exporter::Features& f = how.features;
  return fmt::format("{}{:d}{:d}{:d}{:d}{:d}{:d}{:d}{:d}{}", static_cast<int>(how.version), f.model_exchange,
                     f.co_simulation, f.rollback, f.serialization, f.derivatives, f.output_derivatives,
                     f.variable_step, f.states, f.input_order);
}

}  // namespace

std::string AsFmus::name() const {
  return fmt::format("{}{}", version == fmi::Version::fmi2 ? "fmi2" : "fmi3",
                     kind == FmuBody::Kind::co_simulation    ? " co-simulation"
                     : kind == FmuBody::Kind::model_exchange ? " model-exchange"
                                                             : "");
}

void export_units(const AsFmus& how, const std::string& name, Scenario& scenario) {
  static const archive::PrivateFolder folder;
  for (UnitSpec& unit : scenario.units) {
    const auto file = folder.path() / fmt::format("{}-{}-{}.fmu", name, unit.name.text, mark(how));
    if (!std::filesystem::exists(file)) {
      exporter::export_fmu(unit, scenario.experiment, {.version = how.version, .features = how.features},
                           file);
    }
    auto body = std::make_shared<FmuBody>();
    body->file = file;
    body->kind = how.kind;
    unit.body = std::move(body);
    unit.parameters.clear();  // they are in the FMU
    unit.integrator = "auto";
  }
}

}  // namespace accordo::testing
