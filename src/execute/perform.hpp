// Carries out requests on units that live here: what every executor does where its units are.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/row.hpp"
#include "core/request.hpp"
#include "model/wiring.hpp"
#include "unit/estimated/error_carrier.hpp"
#include "unit/estimated/estimator.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// Units of one process, with what is needed to work on them.
class UnitHost {
 public:
  UnitHost(std::vector<std::unique_ptr<Unit>> units, const Layout& layout);

  Unit* unit(int k) { return units_[static_cast<std::size_t>(k)].get(); }
  std::size_t size() const { return units_.size(); }

  /// The request on some of its units, in this order; what units throw becomes an error of the reply.
  void perform(const Request& request, std::span<const int> units, Reply& reply) {
    const bool only_outputs = request.operation == Operation::outputs && request.dy == nullptr;
    if (request.operation == Operation::step) return perform_steps(request, units, reply);
    if (only_outputs) return perform_outputs(request, units, reply);
    perform_others(request, units, reply);
  }

 private:
  /// Working memory, one per unit: their sizes differ, and nothing may be allocated in a run.
  struct Scratch {
    std::vector<double> x;
    std::vector<double> b, b_low;  ///< of an estimator: values, then slopes
    LinearModel linear;
  };
  /// A unit and where its slices start: all that a step needs, in half a cache line.
  struct Slot {
    Unit* unit;
    int input, inputs, output, state;
    bool slopes;
  };
  // The two that every macro-step needs are short ways of their own. Not inlined: each would then save the
  // registers that the other one needs.
  [[gnu::noinline]] void perform_steps(const Request& request, std::span<const int> units, Reply& reply);
  [[gnu::noinline]] void perform_outputs(const Request& request, std::span<const int> units, Reply& reply);
  void perform_others(const Request& request, std::span<const int> units, Reply& reply);
  template <class Each>
  void for_each(const Request& request, std::span<const int> units, Reply& reply, Each each);
  void fetch_unit(int k) const;
  void output_slopes(const Request& request, const Slot& slot, int k);
  void fetch_estimator(int k) const;
  void states(const Request& request, const Slot& slot, int k);
  void shapes(const Request& request, const Slot& slot, int k);
  void course(const Request& request, const Slot& slot, int k);
  void derivatives(const Request& request, int k);
  void feed_through(const Request& request, int k);
  void exchange(const Request& request, const Slot& slot, int k);
  void perform_estimates(const Request& request, std::span<const int> units, Reply& reply);
  void affine(const Request& request, const Slot& slot, int k);
  void perform_errors(const Request& request, std::span<const int> units, Reply& reply);
  void carry_errors(const Request& request, const Slot& slot, int k);
  Estimator& estimator(int k) { return estimators_[static_cast<std::size_t>(k)]; }

  std::vector<std::unique_ptr<Unit>> units_;
  std::vector<Slot> slots_;
  const Layout& layout_;
  std::vector<std::size_t> feed_;
  std::vector<Scratch> scratch_;
  std::vector<std::unique_ptr<ErrorCarrier>> carriers_;  ///< empty where errors are not carried
  Row<Estimator> estimators_;                            ///< one after the other in memory, as they are asked
};

}  // namespace accordo
