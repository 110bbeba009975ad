// What instances of FMI 2 and FMI 3 have in common: functions of the same meaning under names of their own.
#pragma once

#include "base/failure.hpp"
#include "unit/fmi/binding/instance.hpp"
#include "unit/fmi/binding/kept_states.hpp"

namespace accordo::fmi {

/// Functions: fmi2::Functions or fmi3::Functions.
template <class Functions>
class CommonInstance : public Instance {
 public:
  void save_state() override {
    expect_alive();
    call(f_.get_state, &state_);
  }
  void restore_state() override {
    expect_alive();
    call(f_.set_state, state_);
    set_usable();
  }
  KeptState keep_state() override {
    expect_alive();
    void* state = kept_->take();
    const bool is_new = state == nullptr;
    call(f_.get_state, &state);
    if (is_new) all_kept_.push_back(state);
    return {.state = kept_->hold(state)};
  }
  void go_to_state(const KeptState& kept) override {
    expect_alive();
    call(f_.set_state, kept.state.get());
    set_usable();
  }

  void move(double t, const double* x, std::size_t states, const References& inputs,
            const double* u) override {
    expect_alive();
    note_time(t);
    call(f_.set_time, t);
    if (states > 0) call(f_.set_continuous_states, x, states);
    set(inputs, u);
  }
  bool derivatives(double t, const double* x, std::size_t states, const References& inputs, const double* u,
                   double* f) override {
    expect_alive();
    note_time(t);
    call(f_.set_time, t);
    if (!call_unless_discarded(f_.set_continuous_states, x, states)) return false;
    set(inputs, u);
    return call_unless_discarded(f_.get_derivatives, f, states);
  }
  void get_states(double* x, std::size_t states) override {
    if (states > 0) call(f_.get_continuous_states, x, states);
  }
  void get_indicators(double* z, std::size_t count) override { call(f_.get_event_indicators, z, count); }
  void enter_event_mode() override {
    expect_alive();
    call(f_.enter_event_mode);
  }
  void enter_continuous_time_mode() override { call(f_.enter_continuous_time_mode); }

 protected:
  CommonInstance(std::shared_ptr<LoadedFmu> fmu, const InstanceSettings& settings, const Functions& functions)
      : Instance(std::move(fmu), settings), f_(functions) {}

  /// The functions, with us to blame for what a call does.
  const Functions& calls() const {
    blame();
    return f_;
  }
  /// Calls a function of this instance and checks its answer.
  template <class Function, class... Arguments>
  void call(const Function& function, Arguments... arguments) {
    blame();
    check(function.name(), function(instance_, arguments...));
  }
  /// The same; false where the FMU has no value.
  template <class Function, class... Arguments>
  bool call_unless_discarded(const Function& function, Arguments... arguments) {
    constexpr int discard = 2;
    blame();
    const int status = function(instance_, arguments...);
    if (status != discard) check(function.name(), status);
    return status != discard;
  }
  /// To be called by destructors: as long as everything that the FMU may call is there.
  void free() {
    if (fmu_->dead()) return;
    try {
      if (phase_ == Phase::running && usable()) calls().terminate(instance_);
      if (state_ != nullptr && calls().free_state) calls().free_state(instance_, &state_);
      for (void*& state : all_kept_) {
        if (calls().free_state) calls().free_state(instance_, &state);
      }
      calls().free_instance(instance_);
    } catch (const UnitFailure& e) {  // the FMU threw something; there is nobody left to tell
      fmu_->set_dead(e.what());
    }
  }

  const Functions& f_;
  void* instance_ = nullptr;
  void* state_ = nullptr;
  std::shared_ptr<KeptStates> kept_ = std::make_shared<KeptStates>();
  std::vector<void*> all_kept_;     ///< also those that others hold
  std::vector<std::int32_t> ones_;  ///< orders of output derivatives
};

}  // namespace accordo::fmi
