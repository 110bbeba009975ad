#include "unit/fmi/binding/instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <unordered_map>

#include "archive/entry_name.hpp"
#include "base/failure.hpp"
#include "unit/fmi/binding/fmi2_instance.hpp"
#include "unit/fmi/binding/fmi3_instance.hpp"

namespace accordo::fmi {
namespace {

constexpr int kDiscard = 2, kError = 3, kFatal = 4;

std::string status_name(int status) {
  constexpr std::array<const char*, 6> names{"OK", "Warning", "Discard", "Error", "Fatal", "Pending"};
  const auto i = static_cast<std::size_t>(status);
  return status >= 0 && i < names.size() ? names[i] : fmt::format("an unknown status {}", status);
}

/// The instances that there are. Never destroyed: FMUs may have threads that outlive it.
struct Living {
  std::mutex mutex;
  std::unordered_map<const void*, Instance*> instances;
};
Living& living() {
  static auto* const all = new Living;
  return *all;
}

}  // namespace

Instance::Instance(std::shared_ptr<LoadedFmu> fmu, const InstanceSettings& settings)
    : fmu_(std::move(fmu)),
      settings_(settings),
      suspect_{archive::printable(settings.name),
               archive::printable(fmu_->package().source().filename().string()), 0, this} {
  const std::scoped_lock guard(living().mutex);
  living().instances.emplace(environment(), this);
}

Instance::~Instance() {
  const std::scoped_lock guard(living().mutex);
  living().instances.erase(environment());
  if (breadcrumb.suspect == &suspect_) breadcrumb.suspect = nullptr;
}

Instance* Instance::meant_by(const void* environment) noexcept {
  Instance* const here =
      breadcrumb.call != nullptr && breadcrumb.suspect != nullptr ? breadcrumb.suspect->instance : nullptr;
  if (here != nullptr && here->environment() == environment) return here;  // as a rule
  const std::scoped_lock guard(living().mutex);
  const auto found = living().instances.find(environment);
  return found == living().instances.end() ? here : found->second;
}

void Instance::note_message(const void* environment, int status, const char* category,
                            const char* text) noexcept {
  if (Instance* const instance = meant_by(environment)) instance->messages_.add(status, category, text);
}

void Instance::directional(const References& unknowns, const References& knowns, const double* seed,
                           double* result) {
  const bool scalars = knowns.values == knowns.list.size();
  if (!settings_.one_known || !scalars || knowns.list.size() < 2)
    return ask_directional(unknowns, knowns, seed, result);
  part_.resize(unknowns.values);
  std::fill_n(result, unknowns.values, 0.0);
  for (std::size_t j = 0; j < knowns.list.size(); ++j) {
    if (seed[j] == 0) continue;
    known_.list[0] = knowns.list[j];
    ask_directional(unknowns, known_, seed + j, part_.data());
    for (std::size_t i = 0; i < part_.size(); ++i) result[i] += part_[i];
  }
}

void Instance::fail(const char* call, int status, const std::string& more) {
  const std::string said = messages_.quote();
  const std::string what =
      fmt::format("{} of {} returned {}{}{}{}", call, fmu_->package().source().filename().string(),
                  status_name(status), more, said.empty() ? "" : "; the FMU says: ", said);
  if (status == kDiscard) throw Discarded(what);
  if (failure_.empty() || !broken_) failure_ = what;
  broken_ = broken_ || status != kFatal;
  if (status == kFatal) fmu_->set_dead(what);
  throw UnitFailure(what);
}

void Instance::end_simulation(const std::string& when) const {
  const std::string said = messages_.quote();
  throw EndOfSimulation(fmt::format("unit '{}' ended the simulation: {} asks for it {}{}{}", settings_.name,
                                    fmu_->package().source().filename().string(), when,
                                    said.empty() ? "" : "; the FMU says: ", said));
}

void Instance::fail_to_instantiate(const char* call) const {
  const std::string said = messages_.quote(true);
  Problem problem{.id = "fmu-not-instantiated", .place = {fmu_->package().source().string(), 0, 0}};
  problem.what = fmt::format("{} gave no instance for unit {}{}{}", call, archive::printable(settings_.name),
                             said.empty() ? "" : "; the FMU says: ", said);
  problem.remedy =
      "the FMU may miss a license, a resource or its tool, or its description may not be its own";
  throw Error(Exit::usage, std::vector<Problem>(1, problem));
}

void Instance::expect_alive() const {
  if (!fmu_->dead()) return;
  throw UnitFailure(fmt::format("{} cannot be called any more: {}",
                                fmu_->package().source().filename().string(), fmu_->cause_of_death()));
}

std::unique_ptr<Instance> make_instance(const std::shared_ptr<LoadedFmu>& fmu,
                                        const InstanceSettings& settings) {
  if (fmu->description().version == Version::fmi2) return std::make_unique<Fmi2Instance>(fmu, settings);
  return std::make_unique<Fmi3Instance>(fmu, settings);
}

}  // namespace accordo::fmi
