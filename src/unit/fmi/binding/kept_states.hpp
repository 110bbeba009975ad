// States of an instance that others hold. They may outlive it, and are no more than a number then.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace accordo::fmi {

class KeptStates : public std::enable_shared_from_this<KeptStates> {
 public:
  /// One that nobody holds any more, to be overwritten; null: there is none.
  void* take() {
    const std::lock_guard lock(mutex_);
    if (unused_.empty()) return nullptr;
    void* const state = unused_.back();
    unused_.pop_back();
    return state;
  }
  /// Whoever lets go of it gives it back.
  std::shared_ptr<void> hold(void* state) {
    return {state, [states = weak_from_this()](void* returned) {
              if (const auto alive = states.lock()) alive->give_back(returned);
            }};
  }
  void give_back(void* state) {
    const std::lock_guard lock(mutex_);
    unused_.push_back(state);
  }

 private:
  std::mutex mutex_;  // snapshots may go in any thread
  std::vector<void*> unused_;
};

}  // namespace accordo::fmi
