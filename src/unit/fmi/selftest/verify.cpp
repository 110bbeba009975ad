#include "unit/fmi/selftest/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "unit/fmi/selftest/verified_cache.hpp"

namespace accordo::fmi {
namespace {

/// Steps as the FMU would like them, a few of which fit before the end.
double step_length(const LoadedFmu& fmu, Kind kind, const FmuSpec& spec) {
  constexpr double most_steps = 1000, least_steps = 50;
  const double span = spec.stop - spec.start;
  double h = span / most_steps;
  if (const auto step = fmu.description().experiment.step; step && *step > 0 && std::isfinite(*step))
    h = *step;
  if (const auto step = fmu.interface_of(kind)->fixed_internal_step; step && *step > 0) h = *step;
  if (!fmu.interface_of(kind)->variable_step && spec.step) return *spec.step;
  return std::min(h, span / least_steps);
}

std::string yes(bool value) {
  return value ? "yes" : "no";
}

constexpr double kVisibleInnerError = 1e-6;

std::string ticks_text(const Verified& v) {
  std::string text = fmt::format("in ticks of {:g}", v.clock);
  if (v.latency > 0) text += fmt::format(", inputs late by {:.3g} of one", v.latency);
  if (v.inner_step > 0 && v.inner_error > kVisibleInnerError)
    text += fmt::format(", which miss {:.2g} % of what its states change by", 100 * v.inner_error);
  return text;
}

}  // namespace

std::variant<Verified, Unusable> verify(const std::shared_ptr<LoadedFmu>& fmu, Kind kind,
                                        const FmuSpec& spec) {
  const VerifiedCache cache;
  const std::string key = key_of(fmu->package().content_hash(), spec);
  if (std::optional<Verified> known = cache.find(key, kind)) return *std::move(known);
  Subject subject{fmu, kind, spec, step_length(*fmu, kind, spec)};
  subject.spec.followed.clear();  // nobody knows how far a parameter may be moved
  subject.spec.observed.clear();
  subject.spec.capabilities.clear();  // what the user disables is not what the FMU cannot do
  try {
    Verified verified = self_test(subject, self_test_seconds());
    verified.date = today();
    if (!verified.slow) cache.keep(key, kind, verified);  // the machine may have been busy
    return verified;
  } catch (const Unusable& unusable) {
    return unusable;
  }
}

std::optional<Verified> remembered(const LoadedFmu& fmu, Kind kind, const FmuSpec& spec) {
  return VerifiedCache().find(key_of(fmu.package().content_hash(), spec), kind);
}

std::vector<CapabilityCheck> capability_checks(const LoadedFmu& fmu, Kind kind, const Verified& verified) {
  const Interface& declared = *fmu.interface_of(kind);
  const bool fmi2 = fmu.description().version == Version::fmi2;
  std::vector<CapabilityCheck> list;
  const auto add = [&](const char* name, std::string said, std::string found) {
    const Verified::Finding* const finding = verified.finding(name);
    list.push_back({name, std::move(said), verified.tested ? std::move(found) : "not tested",
                    finding == nullptr ? "" : finding->what});
  };
  add("rollback", yes(declared.rollback), yes(verified.rollback));
  add("directional_derivatives", yes(declared.directional_derivatives),
      yes(verified.directional_derivatives));
  if (kind == Kind::model_exchange) return list;
  add("variable_step", yes(declared.variable_step),
      verified.clock > 0 ? ticks_text(verified) : yes(verified.variable_step));
  const int order = declared.max_output_derivative_order;
  add("output_derivatives", order > 0 ? "order " + std::to_string(order) : "no",
      verified.output_derivatives ? "order 1" : "no");
  if (fmi2) {
    add("input_derivatives", declared.interpolates_inputs ? "yes, of no stated order" : "no",
        verified.input_order > 0 ? "order " + std::to_string(verified.input_order) : "no");
  } else {
    add("intermediate_update", yes(declared.intermediate_update), yes(verified.intermediate_update));
    add("event_mode", yes(declared.event_mode), yes(verified.event_mode));
  }
  return list;
}

}  // namespace accordo::fmi
