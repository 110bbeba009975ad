// What others may ask of the ensemble at a communication point, and whether it is finite.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/failure.hpp"
#include "base/index.hpp"
#include "core/ensemble.hpp"
#include "core/failures.hpp"

namespace accordo {

void Ensemble::states(std::span<double> x) {
  Request request{.operation = Operation::states, .units = all_, .at = now_};
  request.x = x.data();
  run(request);
  wants_states_ = true;
  if (!forerunners_.empty()) recall(Recalled::states, x);
}

std::vector<UnitMessages> Ensemble::messages() {
  std::vector<UnitMessages> list(units_.size());
  Request request{.operation = Operation::messages, .units = all_, .at = now_};
  request.messages = list.data();
  executor_.run(request, reply_);  // whoever cannot answer any more has nothing to say
  return list;
}

/// What a unit is asked for directly fails as what it is asked for by the executor.
template <class Call>
auto Ensemble::asked(int unit, Call call) {
  try {
    return call();
  } catch (const UnitFailure& failure) {
    throw unit_failed_error(units_[index(unit)].name, failure.what(), now_.t);
  }
}

std::vector<std::shared_ptr<const void>> Ensemble::keep() {
  std::vector<std::shared_ptr<const void>> kept(units_.size());
  for (const int k : all_) {
    if (Unit* const unit = executor_.local(k)) kept[index(k)] = asked(k, [&] { return unit->keep(); });
  }
  return kept;
}

void Ensemble::set(std::span<const double> x, std::span<const double> u,
                   std::span<const std::shared_ptr<const void>> kept) {
  std::vector<int> by_states;
  for (const int k : all_) {
    if (kept[index(k)] == nullptr) {
      by_states.push_back(k);
    } else {
      asked(k, [&] { executor_.local(k)->come_back(kept[index(k)]); });
    }
  }
  Request request{.operation = Operation::set_states, .units = by_states, .at = now_};
  request.x = const_cast<double*>(x.data());  // NOLINT: set_states only reads
  run(request);
  std::copy(u.begin(), u.end(), u_.begin());
  for (Forerunner& f : forerunners_.all()) f.forget();
}

Counters Ensemble::counts() {
  Counters total = estimators_.counts();
  for (std::size_t k = 0; k < units_.size(); ++k) total.integrations += integrations(static_cast<int>(k));
  total.linear_solves += agreement_.loop_solves();
  if (own_steps_.empty()) return total;
  Request request{.operation = Operation::step_news, .units = own_steps_, .at = now_};
  request.step_news = step_news_.data();
  executor_.run(request, reply_);  // of whoever cannot answer any more, as was heard last
  for (const int k : own_steps_) total.do_steps += step_news_[index(k)].do_steps;
  return total;
}

double Ensemble::held_error() {
  if (held_.empty()) return 0;
  Request request{.operation = Operation::step_news, .units = held_, .at = now_};
  request.step_news = step_news_.data();
  run(request);
  double worst = 0;
  for (const int k : held_) worst = std::max(worst, step_news_[index(k)].held_error);
  return worst;
}

void Ensemble::observe(const Instant& at, std::span<double> values) {
  Request request{.operation = Operation::observe, .units = observed_, .at = at, .u = u_.data()};
  request.x = values.data();
  if (!request.units.empty()) run(request);
  wants_observed_ = true;
  if (!forerunners_.empty()) recall(Recalled::observed, values);
}

void Ensemble::derivatives(const Instant& at, std::span<double> dx) {
  Request request{.operation = Operation::derivatives, .units = all_, .at = at, .u = u_.data()};
  request.x = dx.data();
  run(request);
  if (!forerunners_.empty()) recall(Recalled::derivatives, dx);
}

void Ensemble::slopes(const Instant& at, std::span<double> du, std::span<double> dy) {
  std::fill(du.begin(), du.end(), 0.0);
  driven_.slopes(at, du);
  std::copy(y_.begin(), y_.end(), y_end_.begin());  // free between steps; y_ itself must not change
  agreement_.slopes(*this, at, u_.data(), du.data(), y_end_.data(), dy.data());
}

double Ensemble::max_residual() const {
  double worst = 0;
  for (std::size_t i = 0; i < residual_.size(); ++i) {
    if (residual_[i] > 0) worst = std::max(worst, amplitude_[i] > 0 ? residual_[i] / amplitude_[i] : 1.0);
  }
  return worst;
}

/// As small a part as lets a step control of any order grow a little: where truth outweighs noise, steps are
/// rejected as ever.
double Ensemble::above_noise(std::size_t input, double error, double size, const NoiseShare& of) const {
  constexpr double small = 0.01;
  const double relative = error / size, tolerance = tolerance_ / sharper_;
  if (tolerance <= 0 || !(of.counted * relative > small * tolerance)) return relative;
  if (!(error <= of.amplification * noise_floor_.of(input, amplitude_[input]))) return relative;
  if (of.counted * relative > tolerance) noise_floor_.note(input, of.counted * relative);
  return small * tolerance / of.counted;
}

void Ensemble::check_finite(const Instant& at) const {
  double sum = 0;
  for (const double v : y_) sum += v * 0;  // 0 unless a value is infinite or NaN
  if (sum != 0) report_non_finite(at);
}

void Ensemble::report_non_finite(const Instant& at) const {
  const auto found = std::find_if(y_.begin(), y_.end(), [](double v) { return !std::isfinite(v); });
  const auto output = static_cast<int>(found - y_.begin());
  const int unit = wiring_.unit_of_output[index(output)];
  const auto port = index(output - wiring_.layout.first_output(unit));
  const UnitInfo& info = units_[index(unit)];
  throw non_finite_error(info.name, fmt::format("output '{}'", info.ports.outputs[port]), at.t);
}

}  // namespace accordo
