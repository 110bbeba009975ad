#include "unit/fmi/fmu_builder.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <system_error>

#include "archive/entry_name.hpp"
#include "base/failure.hpp"
#include "unit/fmi/binding/gather_facts.hpp"
#include "unit/fmi/selftest/choose_kind.hpp"
#include "unit/fmi/selftest/verified_cache.hpp"
#include "unit/fmi/unit/co_simulation_unit.hpp"
#include "unit/fmi/unit/make_plan.hpp"
#include "unit/fmi/unit/model_exchange_unit.hpp"

namespace accordo::fmi {
namespace {

std::string file_name(const FmuSpec& spec) {
  return archive::printable(spec.file.filename().string());
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

[[noreturn]] void throw_only_described() {
  throw std::logic_error("an FMU that is only looked at cannot be run");
}

void warn(const FmuSpec& spec, const Verified& verified, std::vector<Problem>& warnings) {
  for (const Verified::Finding& f : verified.findings) {
    if (!f.declared || verified.slow) continue;  // what could not be tested in time is one warning
    warnings.push_back({"fmu-not-verified",
                        spec.place,
                        fmt::format("unit '{}': {} declares {}, but {}: it is used without", spec.name.text,
                                    file_name(spec), f.capability, f.what),
                        {}});
  }
  for (const std::string& lost : verified.not_kept) {
    warnings.push_back({"parameter-not-kept", spec.place,
                        fmt::format("unit '{}': {} does not keep a parameter: {}", spec.name.text,
                                    file_name(spec), archive::printable(lost)),
                        "the FMU may take it from elsewhere, or allow other values only"});
  }
  if (verified.clock > 0) {
    warnings.push_back({"fmu-ticks",
                        spec.place,
                        fmt::format("unit '{}': {} has internal steps of {:g}, whatever steps it "
                                    "is asked for: macro-steps are multiples of these",
                                    spec.name.text, file_name(spec), verified.clock),
                        {}});
  }
  constexpr double visible =
      1e-2;  // of the accuracy that the FMU was asked for: 100 times finer than the run's
  if (verified.noise > spec.tolerance / visible) {
    warnings.push_back(
        {"fmu-noise", spec.place,
         fmt::format("unit '{}': nearly equal inputs give results of {} that differ by {:.2g}: "
                     "macro-steps may become very short",
                     spec.name.text, file_name(spec), verified.noise),
         "a larger tolerance, a fixed step, or model exchange, if the FMU has it"});
  }
  if (verified.slow) {
    warnings.push_back({"fmu-slow", spec.place,
                        fmt::format("unit '{}': {} could not be tested in time: it is used as the simplest "
                                    "kind of unit, and may be slow or hang",
                                    spec.name.text, file_name(spec)),
                        "set ACCORDO_SELF_TEST_SECONDS to give it more time; --isolate with --unit-timeout "
                        "ends a run that hangs"});
  }
}

/// Whoever only looks at an FMU sees it also where its library is for other machines.
void describe(Kind kind, const FmuSpec& spec, LoadedFmu& fmu, std::vector<Problem>& warnings) {
  try {
    fmu.describe(kind);
  } catch (const Error& error) {
    if (!spec.facts) throw;
    for (Problem p : error.problems()) {
      p.what = fmt::format("unit '{}': {}", spec.name.text, p.what);
      warnings.push_back(std::move(p));
    }
    fmu.describe_without_library(kind);
  }
}

}  // namespace

BuiltUnit FmuBuilder::build(const FmuSpec& spec, Problems& problems) {
  BuiltUnit built;
  built.info = std::make_shared<const UnitInfo>(UnitInfo{.name = spec.name.text, .kind = "fmu"});
  try {
    build(spec, open(spec, built), built, problems);
  } catch (const Error& error) {
    for (Problem p : error.problems()) {
      p.what = fmt::format("unit '{}': {}", spec.name.text, p.what);
      problems.add(std::move(p));
    }
  }
  return built;
}

FmuBuilder::Opened& FmuBuilder::open(const FmuSpec& spec, BuiltUnit& to) {
  std::error_code ignored;
  std::string key = std::filesystem::weakly_canonical(spec.file, ignored).string();
  if (key.empty()) key = spec.file.string();
  Opened& opened = opened_[key];
  if (!opened.fmu) {
    opened.number = static_cast<int>(opened_.size()) - 1;
    opened.fmu = std::make_shared<LoadedFmu>(spec.file);
    const auto& found = opened.fmu->description().warnings;
    to.warnings.insert(to.warnings.end(), found.begin(), found.end());
  }
  return opened;
}

/// Null when the FMU cannot be used, which is reported.
const Verified* FmuBuilder::verify_as(Kind kind, const FmuSpec& spec, Opened& opened, BuiltUnit& to,
                                      Problems& problems) {
  auto& known = opened.verified[static_cast<std::size_t>(kind)];
  const std::string key = key_of("", spec);
  auto found = known.find(key);
  if (found == known.end() && spec.described && !spec.trust) {
    if (std::optional<Verified> before = remembered(*opened.fmu, kind, spec)) {
      found = known.emplace(key, *std::move(before)).first;
      warn(spec, found->second, to.warnings);
    }
  }
  if (found == known.end()) {
    const bool sensible =
        spec.stop > spec.start;  // else there is nothing to test with, and that has been reported
    if (spec.trust || spec.described || !sensible) {
      found = known.emplace(key, as_declared(*opened.fmu->interface_of(kind), spec.input_order)).first;
    } else {
      auto result = verify(opened.fmu, kind, spec);
      if (const Unusable* unusable = std::get_if<Unusable>(&result)) {
        problems.add(
            "fmu-unusable", spec.place,
            fmt::format("unit '{}': {} cannot be used: {}", spec.name.text, file_name(spec), unusable->what),
            "the fault is in the FMU; --trust skips the test");
        return nullptr;
      }
      found = known.emplace(key, std::get<Verified>(std::move(result))).first;
      warn(spec, found->second, to.warnings);
    }
  }
  to.capability_checks = capability_checks(*opened.fmu, kind, found->second);
  return &found->second;
}

/// What serves best, unless the user says what to take. Nothing where the FMU has neither kind.
std::optional<Kind> FmuBuilder::kind_of(const FmuSpec& spec, Opened& opened, BuiltUnit& to,
                                        std::string& why) {
  const bool steps = opened.fmu->interface_of(Kind::co_simulation) != nullptr;
  const bool exchanges = opened.fmu->interface_of(Kind::model_exchange) != nullptr;
  if (!steps && !exchanges) return spec.kind;
  const bool tried = steps && exchanges && !spec.trust && spec.stop > spec.start;
  const KindChoice choice = !tried           ? declared_kind(*opened.fmu)
                            : spec.described ? remembered_kind(*opened.fmu, spec)
                                             : choose_kind(opened.fmu, spec);
  if (steps && exchanges) why = spec.kind ? "as asked for" : choice.why;
  if (spec.kind && *spec.kind != choice.kind && choice.only) {
    to.warnings.push_back({"fmu-kind-idle", spec.place,
                           fmt::format("unit '{}': {} is used for {}, as asked for, but {}", spec.name.text,
                                       file_name(spec), name_of(*spec.kind), choice.why),
                           fmt::format("leave out the kind, or choose {}", name_of(choice.kind))});
  }
  if (!spec.kind && !choice.difference.empty()) {
    to.warnings.push_back(
        {"fmu-kinds-differ", spec.place,
         fmt::format("unit '{}': {}; {} is taken", spec.name.text, choice.difference, name_of(choice.kind)),
         "say which one is meant: kind: co-simulation or model-exchange, or --kind"});
  }
  return spec.kind ? *spec.kind : choice.kind;
}

void FmuBuilder::build(const FmuSpec& spec, Opened& opened, BuiltUnit& to, Problems& problems) {
  const std::size_t before = problems.list().size();
  std::string why;
  const std::optional<Kind> kind = kind_of(spec, opened, to, why);
  if (!kind || opened.fmu->interface_of(*kind) == nullptr) {
    problems.add("fmu-kind", spec.place,
                 fmt::format("unit '{}': the FMU is not for {}", spec.name.text,
                             kind ? name_of(*kind) : "co-simulation or model exchange"),
                 "export it again, or choose another kind");
    return;
  }
  if (spec.facts) to.facts = gather_facts(*opened.fmu, *kind);
  const Verified* const verified = verify_as(*kind, spec, opened, to, problems);
  if (verified == nullptr) return;
  if (spec.facts && verified->tested) to.facts.tested = verified->date;
  if (spec.described) {
    describe(*kind, spec, *opened.fmu, to.warnings);
  } else {
    opened.fmu->load(*kind);
  }
  Planned planned = make_plan(opened.fmu, *kind, spec, *verified, problems, to.warnings);
  planned.info.why_kind = why;
  to.sharing = {opened.number, opened.fmu->interface_of(*kind)->once_per_process};
  auto info = std::make_shared<const UnitInfo>(std::move(planned.info));
  to.info = info;
  if (problems.list().size() > before) return;
  if (spec.described) {
    to.make = []() -> std::unique_ptr<accordo::Unit> { throw_only_described(); };
    return;
  }
  IntegratorSettings settings =
      IntegratorSettings::with_tolerance(spec.integrator_tolerance.value_or(spec.tolerance));
  settings.micro_step = spec.micro_step.value_or(0);
  auto plan = std::make_shared<const FmuPlan>(std::move(planned.plan));
  to.make = [info, plan, settings] { return make_unit(info, plan, settings); };
}

}  // namespace accordo::fmi
