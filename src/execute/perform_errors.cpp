// The operations of errors that are carried along beside units.

#include "execute/perform.hpp"
#include "execute/unit_errors.hpp"

namespace accordo {

void UnitHost::perform_errors(const Request& r, std::span<const int> units, Reply& reply) {
  if (carriers_.empty()) carriers_.resize(units_.size());
  const auto run = [&](auto each) {
    for_each_noting(
        r, units, reply,
        [&](int k) {
          std::unique_ptr<ErrorCarrier>& carrier = carriers_[static_cast<std::size_t>(k)];
          const Slot& slot = slots_[static_cast<std::size_t>(k)];
          if (!carrier) carrier = std::make_unique<ErrorCarrier>(*slot.unit);
          each(k, slot, *carrier);
        },
        [&](int k) { fetch_unit(k); });
  };
  const auto point = [&](int k, const Slot& s) -> ErrorCarrier::Point {
    const std::size_t feed = feed_[static_cast<std::size_t>(k)];
    return {r.y + s.output, r.dy + s.output, r.D + feed, r.CB + feed, r.rounding + s.output};
  };
  switch (r.operation) {
    case Operation::start_errors:
      return run([&](int k, const Slot& s, ErrorCarrier& carrier) {
        carrier.start(r.at, r.u + s.input, point(k, s));
      });
    case Operation::event_shifts:
      return run([&](int k, const Slot& s, ErrorCarrier& carrier) {
        r.shifts[k] = carrier.shift(r.at, r.u + s.input, r.du + s.input);
      });
    case Operation::restart_errors:
      return run([&](int k, const Slot& s, ErrorCarrier& carrier) {
        r.shifts[k] = carrier.restart(r.at, r.u + s.input, r.shift, r.x + s.state, point(k, s)) ? 1 : 0;
      });
    case Operation::arrive_errors:
      return run([&](int k, const Slot& s, ErrorCarrier& carrier) {
        const SignalView used{r.inputs.component(s.input), s.inputs, r.inputs.degree};
        const ErrorCarrier::Ends ends{r.y + s.output, r.dy + s.output, r.y_low + s.output,
                                      r.dy_low + s.output};
        carrier.arrive(r.step, used, r.u + s.input, ends, r.D + feed_[static_cast<std::size_t>(k)]);
      });
    case Operation::carry_errors:
      return run([&](int k, const Slot& s, ErrorCarrier&) { carry_errors(r, s, k); });
    case Operation::finish_errors:
      return run([&](int k, const Slot& s, ErrorCarrier& carrier) {
        carrier.finish(r.u + s.input, r.du + s.input, r.x + s.state, point(k, s));
        r.shifts[k] = carrier.growth(r.step.h, r.shift);
      });
    default:
      return;  // no other comes here
  }
}

void UnitHost::carry_errors(const Request& r, const Slot& slot, int k) {
  std::vector<double>& b = scratch_[static_cast<std::size_t>(k)].b;
  const auto outputs = static_cast<std::ptrdiff_t>(layout_.output_count(k));
  b.resize(2 * static_cast<std::size_t>(outputs));
  carriers_[static_cast<std::size_t>(k)]->carry(
      r.step.h, r.u + slot.input, r.du + slot.input,
      r.defects + static_cast<std::ptrdiff_t>(kDefectCoefficients) * slot.input, b.data(),
      r.K + r.K_offsets[k]);
  std::copy_n(b.begin(), outputs, r.y + slot.output);
  std::copy_n(b.begin() + outputs, outputs, r.dy + slot.output);
}

}  // namespace accordo
