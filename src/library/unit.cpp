#include <accordo/unit.hpp>
#include <stdexcept>

#include "signal/signal.hpp"

namespace accordo::v0 {
namespace {

/// The unit says that it can, and does not.
[[noreturn]] void missing(const char* function) {
  throw std::logic_error(std::string("its description asks for ") + function + ", which it does not have");
}

}  // namespace

double InputSignals::value(std::size_t input, double s) const {
  return SignalView{coefficients_, static_cast<int>(size_), degree_}.value(static_cast<int>(input), s);
}

double InputSignals::slope(std::size_t input, double s) const {
  return SignalView{coefficients_, static_cast<int>(size_), degree_}.slope(static_cast<int>(input), s);
}

Unit::~Unit() = default;
std::shared_ptr<Unit> Unit::copy_for_run() {
  return nullptr;
}
void Unit::start(double) {}
void Unit::output_slopes(double, std::span<const double>, std::span<const double>, std::span<double>) {
  missing("output_slopes()");
}
void Unit::save() {}
void Unit::restore() {}
void Unit::states(std::span<double>) const {
  missing("states()");
}
void Unit::set_states(std::span<const double>) {
  missing("set_states()");
}

Ode::~Ode() = default;
bool Ode::jacobian(double, std::span<const double>, std::span<const double>, const Jacobian&) {
  return false;
}
void Ode::step(double, double, const InputSignals&) {
  throw std::logic_error("the library integrates it");
}
void Ode::outputs(double, std::span<const double>, std::span<double>) {
  throw std::logic_error("the library integrates it");
}

}  // namespace accordo::v0
