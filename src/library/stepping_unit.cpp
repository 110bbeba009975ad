// A unit of a user's that steps by itself.

#include "library/stepping_unit.hpp"

#include "base/failure.hpp"

namespace accordo {
namespace {

/// What user code throws ends the run, in its own words.
template <class Call>
auto guarded(Call call) {
  try {
    return call();
  } catch (const UnitFailure&) {
    throw;
  } catch (const std::exception& error) {
    throw UnitFailure(error.what());
  } catch (...) {
    throw UnitFailure("it threw something that is not a std::exception");
  }
}

}  // namespace

SteppingUnit::SteppingUnit(std::shared_ptr<const UnitInfo> info, std::shared_ptr<v0::Unit> unit)
    : Unit(std::move(info)),
      unit_(std::move(unit)),
      u_(this->info().ports.inputs.size()),
      du_(u_.size()),
      saved_(this->info().ports.states.size()) {}

void SteppingUnit::step(const Step& step, SignalView u, double* y, double* dy) {
  const double h = step.end - step.t;
  guarded([&] { unit_->step(step.t, h, {u.a, u_.size(), u.degree}); });
  if (y == nullptr) return;
  u.values(1, u_.data());
  if (dy == nullptr) return outputs(step.end_instant(), u_.data(), nullptr, y, nullptr);
  for (std::size_t j = 0; j < du_.size(); ++j) du_[j] = u.slope(static_cast<int>(j), 1) / step.h;
  outputs(step.end_instant(), u_.data(), du_.data(), y, dy);
  for (std::size_t i = 0; i < info().ports.outputs.size(); ++i) dy[i] *= step.h;
}

void SteppingUnit::outputs(const Instant& at, const double* u, const double* du, double* y, double* dy) {
  const std::size_t count = info().ports.outputs.size();
  guarded([&] {
    unit_->outputs(at.t, {u, u_.size()}, {y, count});
    if (dy != nullptr && info().can.slopes)
      unit_->output_slopes(at.t, {u, u_.size()}, {du, u_.size()}, {dy, count});
  });
}

void SteppingUnit::save() {
  guarded([&] {
    if (saved_.empty()) return unit_->save();
    unit_->states(saved_);
  });
}

void SteppingUnit::restore() {
  guarded([&] {
    if (saved_.empty()) return unit_->restore();
    unit_->set_states(saved_);
  });
}

void SteppingUnit::states(double* x) const {
  guarded([&] { unit_->states({x, saved_.size()}); });
}

void SteppingUnit::set_states(const double* x) {
  guarded([&] { unit_->set_states({x, saved_.size()}); });
}

}  // namespace accordo
