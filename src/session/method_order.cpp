#include "session/method_order.hpp"

#include <algorithm>
#include <string>

#include "coupling/estimation.hpp"

namespace accordo {
namespace {

/// The value of an option of the method; empty where it has none of this name.
std::string option(const Session& session, const std::string& name) {
  for (const Definition& d : session.scenario().experiment.options) {
    if (d.name.text == name) return d.value.text;
  }
  for (const OptionInfo& known : session.method().options) {
    if (known.name == name) return known.standard;
  }
  return {};
}

/// Whether missiles has a linear model of every unit; else it extrapolates some outputs.
bool predicts_all(const Session& session) {
  return std::all_of(session.units().begin(), session.units().end(),
                     [](const UnitInfo& u) { return estimable(u); });
}

}  // namespace

int order_of(const Session& session) {
  if (session.method().name == "missiles") return predicts_all(session) ? 4 : 3;
  const std::string order = option(session, "order");
  if (!order.empty()) return std::stoi(order) + 1;
  const std::string extrapolate = option(session, "extrapolate");
  if (!extrapolate.empty()) return extrapolate == "true" ? 2 : 1;
  return session.method().name == "kubler-schiehlen" ? 2 : 4;
}

int extrapolation_of(const Session& session) {
  const Method& method = session.method();
  const bool foresees = method.name == "monolithic" || (method.name == "missiles" && predicts_all(session));
  return !method.solver.empty() || foresees ? 0 : order_of(session);
}

}  // namespace accordo
