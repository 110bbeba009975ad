#include "core/estimators.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace accordo {

Estimators::Estimators(const Wiring& wiring, std::span<const UnitInfo> units, Executor& executor)
    : wiring_(wiring), infos_(units), executor_(executor), is_attached_(units.size()) {}

void Estimators::attach(std::span<const int> units, const EstimatorKnobs& knobs) {
  const Layout& layout = wiring_.layout;
  attached_.assign(units.begin(), units.end());
  correctable_.clear();
  std::fill(is_attached_.begin(), is_attached_.end(), 0);
  for (const int k : attached_) {
    is_attached_[index(k)] = 1;
    if (infos_[index(k)].can.evaluation) correctable_.push_back(k);
  }
  linear_ = std::all_of(attached_.begin(), attached_.end(), [&](int k) { return infos_[index(k)].linear; });
  response_.offsets.assign(1, 0);
  for (int k = 0; k < layout.units(); ++k) {
    const std::size_t size = 4 * index(layout.output_count(k)) * index(layout.input_count(k));
    response_.offsets.push_back(response_.offsets.back() + (has(k) ? size : 0));
  }
  response_.K.assign(response_.offsets.back(), 0);
  response_.change_low = Sample(index(layout.outputs()));
  b_ = low_ = response_.change_low;
  versions_.assign(index(layout.units()), -1);
  Request request{.operation = Operation::attach, .units = attached_};
  request.knobs = &knobs;
  run(request);
}

void Estimators::observe_point(const Instant& at, std::span<const double> u, std::span<const double> du) {
  latest_ = at;
  observed_ = true;
  run({.operation = Operation::observe_point, .units = attached_, .at = at, .u = u.data(), .du = du.data()});
}

void Estimators::reset() {
  run({.operation = Operation::reset, .units = attached_, .at = latest_});
}

const AffineResponse& Estimators::affine(double h, std::span<const double> v1, std::span<const double> hw1,
                                         bool low) {
  if (h != h_) std::fill(versions_.begin(), versions_.end(), -1);
  h_ = h;
  Request request{
      .operation = Operation::affine, .units = attached_, .at = latest_, .u = v1.data(), .du = hw1.data()};
  request.step.h = h;
  request.y = b_.value.data();
  request.dy = b_.slope.data();
  request.K = response_.K.data();
  request.K_offsets = response_.offsets.data();
  request.versions = versions_.data();
  if (low) {
    request.y_low = low_.value.data();
    request.dy_low = low_.slope.data();
  }
  bool changed = false;
  request.changed = &changed;
  run(request);
  response_.changed = changed;
  for (std::size_t i = 0; low && i < b_.size(); ++i) {
    response_.change_low.value[i] = low_.value[i] - b_.value[i];
    response_.change_low.slope[i] = low_.slope[i] - b_.slope[i];
  }
  return response_;
}

void Estimators::correct(const Step& step, const Signal& inputs, std::span<const double> v1,
                         std::span<const double> hw1) {
  Request request{
      .operation = Operation::correct, .units = correctable_, .step = step, .inputs = inputs.view()};
  request.u = v1.data();
  request.du = hw1.data();
  request.y = b_.value.data();
  request.dy = b_.slope.data();
  run(request);
}

void Estimators::estimate(const Step& step, const Signal& inputs, std::span<const int> units, Sample& out) {
  estimates_ += static_cast<long long>(units.size());
  run({.operation = Operation::estimate,
       .units = units,
       .step = step,
       .inputs = inputs.view(),
       .y = out.value.data(),
       .dy = out.slope.data()});
}

Counters Estimators::counts() {
  Counters total;
  total.estimates = estimates_;
  if (attached_.empty()) return total;
  std::vector<long long> counts(2 * infos_.size());
  Request request{.operation = Operation::estimator_counts, .units = attached_};
  request.versions = counts.data();
  executor_.run(request, reply_);  // whoever cannot answer any more has been reported
  for (std::size_t k = 0; k < infos_.size(); ++k) {
    total.linearizations += counts[2 * k];
    total.operator_updates += counts[2 * k + 1];
  }
  return total;
}

void Estimators::run(const Request& request) {
  if (request.units.empty()) return;
  executor_.run(request, reply_);
  throw_unit_error(reply_, infos_);
}

}  // namespace accordo
