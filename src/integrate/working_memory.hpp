// Working memory of integrators: what they fill again in every macro-step.
#pragma once

#include <array>
#include <memory>

#include "base/index.hpp"

namespace accordo {

/// Memory that holds nothing between macro-steps. Systems of few states share one per thread and number of
/// states: with thousands of units, each with its own, fetching it would cost more than the step. An
/// integrator must therefore not integrate anything else from within a right-hand side.
template <class Memory>
class WorkingMemory {
 public:
  explicit WorkingMemory(int states) : states_(states) {
    if (states > kFew) own_ = std::make_unique<Memory>(states);
  }

  /// For the calling thread; allocates when it has worked on no system of this size before.
  Memory& get() { return own_ ? *own_ : shared(states_); }

 private:
  static constexpr int kFew = 32;

  static Memory& shared(int states) {
    thread_local std::array<std::unique_ptr<Memory>, index(kFew) + 1> known;
    std::unique_ptr<Memory>& memory = known[index(states)];
    if (!memory) memory = std::make_unique<Memory>(states);
    return *memory;
  }

  int states_;
  std::unique_ptr<Memory> own_;
};

}  // namespace accordo
