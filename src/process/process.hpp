// A process that is a fork of this one.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace accordo {

/// A fork of this process, which leads a group of its own: a Ctrl-C at the terminal does not reach it. It
/// ends with its object at the latest, and when this process ends, however that happens; what it has started
/// in its group ends with it. It leaves no core files.
///
/// Running until the system says that it has ended or `end` is called; the reason of its end is known from
/// then on.
class Process {
 public:
  static constexpr int nowhere = -1;

  /// Does `work` in the new process, which ends with what it returns as its exit code. What it prints goes to
  /// this descriptor; nowhere: it can read nothing either. Throws std::system_error when there can be no
  /// process.
  Process(int output, const std::function<int()>& work);
  ~Process() { end(); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Whether its end has been noticed; asks nobody.
  bool over() const { return ended_; }
  /// Whether it is over; does not wait.
  bool ended();
  /// Whether it is over by then; waits no longer than that.
  bool ends_within(double seconds);
  /// Nothing, when it is over.
  void send(int signal) const;
  /// Ends it at once, if it has not ended.
  void end();

  /// The signal that ended it; 0: it exited.
  int signal() const;
  /// "was ended by signal 9 (Killed)" or "exited with code 7".
  std::string exit_reason() const;
  bool succeeded() const { return ended_ && status_ == 0; }

 private:
  void reap();

  pid_t id_;
  int status_ = 0;  ///< as waitpid gives it, once it has ended
  bool ended_ = false;
};

}  // namespace accordo
