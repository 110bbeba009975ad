#include "unit/unit.hpp"

#include <limits>

#include "base/failure.hpp"

namespace accordo {
namespace {

/// Couplings ask for capabilities first; getting here is a bug of ours, not of the user.
[[noreturn]] void unsupported(const UnitInfo& info, const char* what) {
  throw std::logic_error("unit '" + info.name + "' was asked for " + what + ", which it cannot do");
}

}  // namespace

void Unit::outputs(const Instant&, const double*, const double*, double*, double*) {
  unsupported(*info_, "outputs at a communication point");
}
void Unit::save() {
  unsupported(*info_, "a checkpoint");
}
void Unit::restore() {
  unsupported(*info_, "a rollback");
}
void Unit::states(double*) const {
  unsupported(*info_, "its states");
}
void Unit::set_states(const double*) {
  unsupported(*info_, "a change of its states");
}
void Unit::evaluate(const Instant&, const double*, const double*, double*, double*) {
  unsupported(*info_, "f and g");
}
void Unit::linearize(const Instant&, const double*, const double*, LinearModel&) {
  unsupported(*info_, "a linearization");
}
void Unit::discrete_outputs(const Instant&, const double*, Token*) {
  unsupported(*info_, "discrete outputs");
}
void Unit::set_discrete_inputs(const Instant&, const double*, const Token*) {
  unsupported(*info_, "discrete inputs");
}
void Unit::observe(const Instant&, const double*, double*) {
  unsupported(*info_, "other variables");
}

double Unit::event_shift(const Instant& /*at*/, const ErrorBefore& /*before*/) {
  return event_news().effect ? std::numeric_limits<double>::quiet_NaN() : 0;
}

}  // namespace accordo
