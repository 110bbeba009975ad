// A unit in a process of its own.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/request.hpp"
#include "execute/packing.hpp"
#include "process/mailbox.hpp"
#include "process/process.hpp"

namespace accordo {

/// What worker processes have in common.
struct WorkerSettings {
  double timeout_seconds = 300;  ///< for one answer
  void (*prepare)() = nullptr;   ///< called in the worker process before anything else
};

/// In a worker process that is about to end: what it was doing, for the message about its end. Does nothing
/// elsewhere. Async-signal-safe.
void write_post_mortem(std::initializer_list<std::string_view> parts) noexcept;

/// The process makes the unit itself: nothing of the unit ever runs here. What it prints goes to a pipe.
class Worker {
 public:
  using Make = std::function<std::unique_ptr<Unit>()>;

  Worker(int unit, std::span<const UnitInfo> units, const Layout& layout, const Make& make,
         const WorkerSettings& settings);

  /// Waits until the unit is made; throws what its maker threw, or Error(Exit::unit_failed).
  void expect_ready();

  /// Sends a parcel with a request; does not wait for the answer.
  void ask(const Request& request, const Parcel& parcel);
  /// The answer to what was asked; nothing: an error, when the process is not there any more.
  std::optional<UnitError> answer(Parcel& parcel);

  int unit() const { return unit_; }
  /// The end of the pipe with what it prints; the reader closes it.
  int output() const { return output_; }

 private:
  int run_child(std::span<const UnitInfo> units, const Layout& layout, const Make& make);
  void serve(std::span<const UnitInfo> units, const Layout& layout, const Make& make);
  bool still_there(double waited);
  std::string exit_reason();
  UnitError unit_error();

  int unit_;
  std::string name_;
  WorkerSettings settings_;
  MailboxPair boxes_;
  std::optional<Process> process_;
  int output_ = -1;
  bool hung_ = false;
  const char* doing_ = nullptr;  ///< what it was last asked for, for people; null: to start
  double t_ = 0;
};

}  // namespace accordo
