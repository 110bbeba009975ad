#include "integrate/integrator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "integrate/catalogue.hpp"

namespace accordo {

void OdeSystem::jacobian(double, const double*, Matrix&, Vector&) {
  throw std::logic_error("a system without a Jacobian was asked for it");
}

void difference_in_time(OdeSystem& system, double t, double h, const double* x, double* scratch,
                        Vector& f_t) {
  // Short against the macro-step, long against the rounding of t.
  const double rounding = std::numeric_limits<double>::epsilon() * std::abs(t);
  const double later = t + std::max(1e-7 * h, 1e3 * rounding);
  system.rhs(t, x, scratch);
  system.rhs(later, x, f_t.data());
  for (int i = 0; i < system.size(); ++i) f_t[i] = (f_t[i] - scratch[i]) / (later - t);
}

std::unique_ptr<Integrator> make_integrator(std::string_view kind, int size,
                                            const IntegratorSettings& settings) {
  for (const IntegratorKind& known : integrator_kinds()) {
    if (known.name == kind && known.make != nullptr) return known.make(size, settings);
  }
  throw std::invalid_argument("unknown integrator '" + std::string(kind) + "'");
}

}  // namespace accordo
