// Work done in a process of its own, so that whatever happens to it happens to nobody else.
#pragma once

#include <atomic>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "process/parcel.hpp"
#include "process/process.hpp"

namespace accordo {

/// A process with an answer. What it prints is kept apart.
class Child {
 public:
  /// `work` fills the answer; an Error that it throws is part of the answer.
  using Work = std::function<void(Parcel& answer)>;

  explicit Child(const Work& work);

  /// Whether its work is over; does not wait.
  bool ended();
  /// Waits for its end. It is told when an interrupt comes meanwhile.
  void wait(const std::atomic<bool>* interrupt = nullptr);
  /// Asks it to end, as Ctrl-C does; once only.
  void interrupt();
  /// Ends it at once.
  void stop();

  /// What became of the work: nothing, or why there is no answer.
  const std::optional<Error>& failure() const { return failure_; }
  /// The answer, from its start; can be asked for repeatedly.
  Parcel answer() const;

 private:
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  int run(const Work& work) const;
  void conclude();
  Error crash() const;

  File answer_, printed_;
  std::optional<Process> process_;
  bool ended_ = false, interrupted_ = false;
  std::optional<Error> failure_;
};

}  // namespace accordo
