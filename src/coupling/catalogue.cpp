#include "coupling/catalogue.hpp"

#include <algorithm>

#include "coupling/gauss_seidel.hpp"
#include "coupling/jacobi.hpp"
#include "coupling/monolithic.hpp"

namespace accordo {

std::span<const Method> methods() {
  static const std::vector<Method> list{jacobi_method(), gauss_seidel_method(), monolithic_method()};
  return list;
}

const Method* find_method(const std::string& name) {
  const auto list = methods();
  const auto found = std::find_if(list.begin(), list.end(), [&](const Method& m) { return m.name == name; });
  return found == list.end() ? nullptr : &*found;
}

std::string obstacle(const Method& method, const UnitInfo& unit) {
  if (method.needs.rollback && !unit.can.rollback) return "it cannot roll back";
  if (method.needs.states && !unit.can.states) return "it does not give its states";
  if (method.needs.evaluation && !unit.can.evaluation) return "it does not expose its equations (f and g)";
  return {};
}

}  // namespace accordo
