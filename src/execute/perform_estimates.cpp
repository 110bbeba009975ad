// The operations of the estimators beside units.

#include <algorithm>

#include "execute/perform.hpp"
#include "execute/unit_errors.hpp"

namespace accordo {

void UnitHost::perform_estimates(const Request& r, std::span<const int> units, Reply& reply) {
  const auto run = [&](auto each) {
    for_each_noting(
        r, units, reply, [&](int k) { each(k, slots_[static_cast<std::size_t>(k)]); },
        [&](int k) {
          if (r.operation == Operation::observe_point) fetch_unit(k);
          if (r.operation == Operation::observe_point || r.operation == Operation::estimate)
            fetch_estimator(k);
        });
  };
  switch (r.operation) {
    case Operation::attach:
      return run(
          [&](int k, const Slot& s) { estimators_.emplace(static_cast<std::size_t>(k), *s.unit, *r.knobs); });
    case Operation::observe_point:
      return run(
          [&](int k, const Slot& s) { estimator(k).observe_point(r.at, r.u + s.input, r.du + s.input); });
    case Operation::reset:
      return run([&](int k, const Slot&) { estimator(k).reset(); });
    case Operation::affine:
      return run([&](int k, const Slot& s) { affine(r, s, k); });
    case Operation::correct:
      return run([&](int k, const Slot& s) {
        const SignalView u{r.inputs.component(s.input), s.inputs, r.inputs.degree};
        estimator(k).correct(r.step, u, r.u + s.input, r.du + s.input,
                             scratch_[static_cast<std::size_t>(k)].b.data());
      });
    case Operation::estimate:
      return run([&](int k, const Slot& s) {
        const SignalView u{r.inputs.component(s.input), s.inputs, r.inputs.degree};
        estimator(k).estimate(r.step.h, u, r.y + s.output, r.dy + s.output);
      });
    case Operation::estimator_counts:
      return run([&](int k, const Slot&) {
        long long* const counts = r.versions + std::ptrdiff_t{2} * k;
        counts[0] = estimator(k).linearizations();
        counts[1] = estimator(k).operator_updates();
      });
    default:
      return perform_errors(r, units, reply);
  }
}

void UnitHost::fetch_estimator(int k) const {
  fetch_memory(estimators_.memory(static_cast<std::size_t>(k)), sizeof(Estimator));
}

void UnitHost::affine(const Request& r, const Slot& slot, int k) {
  Scratch& scratch = scratch_[static_cast<std::size_t>(k)];
  const auto outputs = static_cast<std::ptrdiff_t>(layout_.output_count(k));
  scratch.b.resize(2 * static_cast<std::size_t>(outputs));
  scratch.b_low.resize(scratch.b.size());
  double* low = r.y_low == nullptr ? nullptr : scratch.b_low.data();
  const auto ask = [&](double* K) {
    estimator(k).affine(r.step.h, r.u + slot.input, r.du + slot.input, K, scratch.b.data(), low);
  };
  ask(nullptr);
  const long long version = estimator(k).version();  // known only now: it depends on how the inputs start
  const bool known = r.versions[k] == version;
  if (!known) ask(r.K + r.K_offsets[k]);
  const auto scatter = [&](const std::vector<double>& b, double* y, double* dy) {
    std::copy_n(b.begin(), outputs, y + slot.output);
    std::copy_n(b.begin() + outputs, outputs, dy + slot.output);
  };
  scatter(scratch.b, r.y, r.dy);
  if (low != nullptr) scatter(scratch.b_low, r.y_low, r.dy_low);
  if (known) return;
  r.versions[k] = version;
  *r.changed = true;
}

}  // namespace accordo
