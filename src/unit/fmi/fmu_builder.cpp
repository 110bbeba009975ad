#include "unit/fmi/fmu_builder.hpp"

#include <fmt/format.h>

#include <system_error>

#include "unit/failure.hpp"
#include "unit/fmi/co_simulation_unit.hpp"
#include "unit/fmi/entry_name.hpp"
#include "unit/fmi/make_plan.hpp"
#include "unit/fmi/model_exchange_unit.hpp"

namespace accordo::fmi {
namespace {

/// What serves best: with model exchange a unit can do everything, but events are better left to the FMU.
std::optional<Kind> best_kind(const LoadedFmu& fmu) {
  const bool steps = fmu.interface_of(Kind::co_simulation) != nullptr;
  const bool exchanges = fmu.interface_of(Kind::model_exchange) != nullptr;
  if (exchanges && (!steps || fmu.description().event_indicators == 0)) return Kind::model_exchange;
  if (steps) return Kind::co_simulation;
  return std::nullopt;
}

std::string file_name(const FmuSpec& spec) {
  return printable(spec.file.filename().string());
}

BuiltUnit without_maker(UnitInfo info) {
  return {std::make_shared<const UnitInfo>(std::move(info)), {}};
}

std::unique_ptr<accordo::Unit> make_unit(const std::shared_ptr<const UnitInfo>& info,
                                         const std::shared_ptr<const FmuPlan>& plan,
                                         const IntegratorSettings& settings) {
  try {
    if (plan->settings.kind == Kind::co_simulation) return std::make_unique<CoSimulationUnit>(info, plan);
    return std::make_unique<ModelExchangeUnit>(info, plan, settings);
  } catch (const UnitFailure& e) {
    throw Error(Exit::unit_failed, "unit-failed",
                fmt::format("unit '{}' failed before its start: {}", info->name, e.what()));
  }
}

}  // namespace

BuiltUnit FmuBuilder::build(const FmuSpec& spec, Problems& problems) {
  try {
    return build(spec, open(spec), problems);
  } catch (const Error& error) {
    for (Problem p : error.problems()) {
      p.what = fmt::format("unit '{}': {}", spec.name.text, p.what);
      problems.add(std::move(p));
    }
    return without_maker({.name = spec.name.text, .kind = "fmu"});
  }
}

FmuBuilder::Opened& FmuBuilder::open(const FmuSpec& spec) {
  std::error_code ignored;
  std::string key = std::filesystem::weakly_canonical(spec.file, ignored).string();
  if (key.empty()) key = spec.file.string();
  Opened& opened = opened_[key];
  if (!opened.fmu) {
    opened.number = static_cast<int>(opened_.size()) - 1;
    opened.fmu = std::make_shared<LoadedFmu>(spec.file);
    const auto& found = opened.fmu->description().warnings;
    warnings_.insert(warnings_.end(), found.begin(), found.end());
  }
  return opened;
}

/// False when the FMU cannot be used, which is reported.
bool FmuBuilder::verify_as(Kind kind, const FmuSpec& spec, Opened& opened, Problems& problems) {
  std::optional<Verified>& verified = opened.verified[static_cast<std::size_t>(kind)];
  const bool sensible =
      spec.stop > spec.start;  // else there is nothing to test with, and that has been reported
  if (!verified && (spec.trust || !sensible)) {
    verified = as_declared(*opened.fmu->interface_of(kind), spec.input_order);
  }
  if (!verified) {
    auto found = verify(opened.fmu, kind, spec);
    if (const Unusable* unusable = std::get_if<Unusable>(&found)) {
      problems.add(
          "fmu-unusable", spec.place,
          fmt::format("unit '{}': {} cannot be used: {}", spec.name.text, file_name(spec), unusable->what),
          "the fault is in the FMU; if it only needs more time to start, set ACCORDO_SELF_TEST_SECONDS, or "
          "skip the test with --trust");
      return false;
    }
    verified = std::get<Verified>(std::move(found));
    warn(spec, *verified);
  }
  claims_[spec.name.text] = claims(*opened.fmu, kind, *verified);
  return true;
}

void FmuBuilder::warn(const FmuSpec& spec, const Verified& verified) {
  for (const Verified::Finding& f : verified.findings) {
    if (!f.declared) continue;
    warnings_.push_back({"fmu-not-verified",
                         spec.place,
                         fmt::format("unit '{}': {} declares {}, but {}: it is used without", spec.name.text,
                                     file_name(spec), f.capability, f.what),
                         {}});
  }
}

const std::vector<Claim>& FmuBuilder::claims_of(const std::string& unit) const {
  static const std::vector<Claim> none;
  const auto found = claims_.find(unit);
  return found == claims_.end() ? none : found->second;
}

Sharing FmuBuilder::sharing_of(const std::string& unit) const {
  const auto found = sharing_.find(unit);
  return found == sharing_.end() ? Sharing{} : found->second;
}

BuiltUnit FmuBuilder::build(const FmuSpec& spec, Opened& opened, Problems& problems) {
  const std::size_t before = problems.list().size();
  const std::optional<Kind> kind = spec.kind ? spec.kind : best_kind(*opened.fmu);
  if (!kind || opened.fmu->interface_of(*kind) == nullptr) {
    problems.add("fmu-kind", spec.place,
                 fmt::format("unit '{}': the FMU is not for {}", spec.name.text,
                             kind ? name_of(*kind) : "co-simulation or model exchange"),
                 "export it anew, or choose another kind");
    return without_maker({.name = spec.name.text, .kind = "fmu"});
  }
  if (!verify_as(*kind, spec, opened, problems))
    return without_maker({.name = spec.name.text, .kind = "fmu"});
  const Verified& verified = *opened.verified[static_cast<std::size_t>(*kind)];
  opened.fmu->load(*kind);
  Planned planned = make_plan(opened.fmu, *kind, spec, verified, problems, warnings_);
  sharing_[spec.name.text] = {opened.number, opened.fmu->interface_of(*kind)->once_per_process};
  if (problems.list().size() > before) return without_maker(std::move(planned.info));

  IntegratorSettings settings =
      IntegratorSettings::with_tolerance(spec.integrator_tolerance.value_or(spec.tolerance));
  settings.micro_step = spec.micro_step.value_or(0);
  auto info = std::make_shared<const UnitInfo>(std::move(planned.info));
  auto plan = std::make_shared<const FmuPlan>(std::move(planned.plan));
  return {info, [info, plan, settings] { return make_unit(info, plan, settings); }};
}

}  // namespace accordo::fmi
