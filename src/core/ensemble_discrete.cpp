// The ensemble and discrete values: read, passed on and given to units at communication points.

#include "core/ensemble.hpp"

namespace accordo {

void Ensemble::follow(std::vector<DrivenToken> driven) {
  if (exchange_ != nullptr) exchange_->follow(std::move(driven));
}

bool Ensemble::follow(const Instant& at) {
  if (exchange_ == nullptr || !exchange_->follow(at)) return false;
  set_discrete_inputs(at);
  return true;
}

void Ensemble::set_discrete_inputs(const Instant& at) {
  Request request{.operation = Operation::set_discrete_inputs,
                  .units = exchange_->changed_units(),
                  .at = at,
                  .u = u_.data()};
  request.tokens = exchange_->input_table();
  if (!request.units.empty()) run(request);
}

bool Ensemble::exchange(const Instant& at, bool settling) {
  follow(at);
  Request request{
      .operation = Operation::discrete_outputs, .units = exchange_->readers(), .at = at, .u = u_.data()};
  if (!forerunners_.empty()) request.units = forerunners_.present(request.units, at.t);
  request.tokens = exchange_->table();
  if (!request.units.empty()) run(request);
  const bool changed = exchange_->route(y_, at.t, settling);
  set_discrete_inputs(at);
  return changed;
}

}  // namespace accordo
