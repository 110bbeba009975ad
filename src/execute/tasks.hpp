// Units dealt out to threads.
#pragma once

#include <atomic>
#include <span>
#include <vector>

namespace accordo {

/// What a unit is seen to cost, in seconds.
class Cost {
 public:
  /// Threads that are interrupted measure far too much: one measurement at most doubles what is known.
  void measure(double took) {
    seconds_ = seconds_ < 0 ? took : 0.5 * (seconds_ + (took < 3 * seconds_ ? took : 3 * seconds_));
  }
  double seconds() const { return seconds_ < 0 ? 0 : seconds_; }

 private:
  double seconds_ = -1;  ///< negative: never measured
};

/// Every thread has tasks of its own, about as much as the others. A thread that is through with them goes on
/// with what others have not begun: threads are not equally fast while other programs run.
class Tasks {
 public:
  /// Units for one thread at a time.
  struct Load {
    std::vector<int> units;
    double seconds = 0;
  };
  /// For `threads` threads, two or more. A task lasts at least `smallest` seconds, where there is that much.
  void deal(std::vector<Load> loads, int threads, double smallest);
  void clear();

  int threads() const { return static_cast<int>(owners_.size()); }  ///< 0: nothing is dealt
  /// Before each request, while no thread takes.
  void begin();
  /// What `thread` does next; empty: everything is done or begun.
  std::span<const int> take(int thread);

 private:
  /// The tasks of a thread: those from `begin` to `end`.
  struct alignas(64) Owner {
    std::atomic<int> next{0};
    int begin = 0, end = 0;
  };
  std::vector<int> units_;   ///< task by task
  std::vector<int> starts_;  ///< of the tasks in units_, and their end
  std::vector<Owner> owners_;
};

}  // namespace accordo
