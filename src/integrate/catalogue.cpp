#include "integrate/catalogue.hpp"

#include <algorithm>
#include <array>

#include "integrate/auto_integrator.hpp"
#include "integrate/dopri5.hpp"
#include "integrate/rk4.hpp"
#include "integrate/rosenbrock.hpp"

namespace accordo {
namespace {

template <class Kind>
std::unique_ptr<Integrator> make(int size, const IntegratorSettings& settings) {
  return std::make_unique<Kind>(size, settings);
}

constexpr std::array kIntegratorKinds{
    IntegratorKind{
        "auto",
        "`exact` where the unit is linear with constant coefficients and free of `t`, else `dopri5`; "
        "changes to `rosenbrock` where stability limits the step",
        &make<AutoIntegrator>},
    IntegratorKind{"dopri5", "explicit, order 5, adaptive", &make<Dopri5Integrator>},
    IntegratorKind{"rosenbrock", "order 4, adaptive, for stiff equations", &make<RosenbrockIntegrator>},
    IntegratorKind{"exact", "linear units by their matrix exponential; not for FMUs", nullptr},
    IntegratorKind{"rk4", "order 4 with a fixed step, for comparisons", &make<Rk4Integrator>},
};

}  // namespace

std::span<const IntegratorKind> integrator_kinds() {
  return kIntegratorKinds;
}

bool is_integrator(std::string_view name) {
  return std::any_of(kIntegratorKinds.begin(), kIntegratorKinds.end(),
                     [&](const IntegratorKind& k) { return k.name == name && k.make != nullptr; });
}

std::string integrator_names() {
  std::string list;
  for (const IntegratorKind& kind : kIntegratorKinds) {
    if (kind.make == nullptr) continue;
    if (!list.empty()) list += &kind == &kIntegratorKinds.back() ? " or " : ", ";
    list += kind.name;
  }
  return list;
}

}  // namespace accordo
