#include "unit/fmi/instance.hpp"

#include <fmt/format.h>

#include <array>

#include "unit/failure.hpp"
#include "unit/fmi/entry_name.hpp"
#include "unit/fmi/fmi2_instance.hpp"
#include "unit/fmi/fmi3_instance.hpp"

namespace accordo::fmi {
namespace {

constexpr int kDiscard = 2, kError = 3, kFatal = 4;

std::string status_name(int status) {
  constexpr std::array<const char*, 6> names{"OK", "Warning", "Discard", "Error", "Fatal", "Pending"};
  const auto i = static_cast<std::size_t>(status);
  return status >= 0 && i < names.size() ? names[i] : fmt::format("an unknown status {}", status);
}

}  // namespace

Instance::Instance(std::shared_ptr<LoadedFmu> fmu, const InstanceSettings& settings)
    : fmu_(std::move(fmu)),
      settings_(settings),
      suspect_{printable(settings.name), printable(fmu_->package().source().filename().string())} {}

void Instance::fail(const char* call, int status, const std::string& more) {
  if (status == kFatal) {
    fmu_->set_dead();
  } else if (status >= kError) {
    broken_ = true;
  }
  const std::string said = messages_.latest();
  const std::string what =
      fmt::format("{} of {} returned {}{}{}{}", call, fmu_->package().source().filename().string(),
                  status_name(status), more, said.empty() ? "" : "; the FMU says: ", said);
  if (status == kDiscard) throw Discarded(what);
  throw UnitFailure(what);
}

void Instance::fail_to_instantiate(const char* call) const {
  const std::string said = messages_.latest();
  Problem problem{.id = "fmu-not-instantiated", .place = {fmu_->package().source().string(), 0, 0}};
  problem.what = fmt::format("{} gave no instance for unit {}{}{}", call, printable(settings_.name),
                             said.empty() ? "" : "; the FMU says: ", said);
  problem.remedy =
      "the FMU may miss a license, a resource or its tool, or its description may not be its own";
  throw Error(Exit::usage, std::vector<Problem>(1, problem));
}

void Instance::expect_alive() const {
  if (!fmu_->dead()) return;
  throw UnitFailure(fmt::format("{} cannot be called any more: a call returned Fatal",
                                fmu_->package().source().filename().string()));
}

std::unique_ptr<Instance> make_instance(const std::shared_ptr<LoadedFmu>& fmu,
                                        const InstanceSettings& settings) {
  if (fmu->description().version == Version::fmi2) return std::make_unique<Fmi2Instance>(fmu, settings);
  return std::make_unique<Fmi3Instance>(fmu, settings);
}

}  // namespace accordo::fmi
