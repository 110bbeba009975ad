#include "coupling/catalogue.hpp"

#include <algorithm>

#include "coupling/busch.hpp"
#include "coupling/estimation.hpp"
#include "coupling/f3ornits.hpp"
#include "coupling/gauss_seidel.hpp"
#include "coupling/ifosmondi.hpp"
#include "coupling/ifosmondi_jfm.hpp"
#include "coupling/iterative_gauss_seidel.hpp"
#include "coupling/iterative_jacobi.hpp"
#include "coupling/jacobi.hpp"
#include "coupling/kubler_schiehlen.hpp"
#include "coupling/missiles.hpp"
#include "coupling/monolithic.hpp"

namespace accordo {

std::span<const Method> methods() {
  static const std::vector<Method> list{
      jacobi_method(),           gauss_seidel_method(),     busch_method(),
      f3ornits_method(),         iterative_jacobi_method(), iterative_gauss_seidel_method(),
      kubler_schiehlen_method(), ifosmondi_method(),        ifosmondi_jfm_method(),
      missiles_method(),         monolithic_method(),
  };
  return list;
}

const Method* find_method(const std::string& name) {
  const auto list = methods();
  const auto found = std::find_if(list.begin(), list.end(), [&](const Method& m) { return m.name == name; });
  return found == list.end() ? nullptr : &*found;
}

const Method& reference_method() {
  static const Method& found = *find_method(monolithic_method().name);
  return found;
}

std::string obstacle(const Method& method, const UnitInfo& unit, bool undriven, const std::string& estimate) {
  if (method.needs.rollback && !unit.can.rollback && !runs_ahead(unit, undriven)) {
    if (estimate == "none") return "it cannot roll back, and estimates are switched off";
    if (!estimable(unit)) return "it can neither roll back nor be estimated (no states or no linearization)";
  }
  if (method.needs.states && !unit.can.states) return "it does not give its states";
  if (method.needs.evaluation && !unit.can.evaluation) return "it does not expose its equations (f and g)";
  return {};
}

}  // namespace accordo
