// A few pinned threads that do small tasks together with the caller.
#pragma once

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace accordo {

/// The processors this process may use, ascending.
std::vector<int> usable_processors();

/// Threads wait by looking at a flag for some microseconds, for the next task mostly comes at once, then
/// sleep. One caller at a time.
class Pool {
 public:
  /// `count` threads in all, the caller included; each on a processor of its own as far as there are enough.
  /// The caller is pinned as well, until the pool ends.
  explicit Pool(int count);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int count() const { return static_cast<int>(workers_.size()) + 1; }

  /// job(i) for i = 0 … tasks-1, at most count(), each on its thread, 0 on the caller; returns when all are
  /// done. The job must not throw.
  template <class Job>
  void run(int tasks, Job& job) {
    run(
        tasks, [](void* context, int i) { (*static_cast<Job*>(context))(i); }, &job);
  }

 private:
  using Function = void (*)(void* context, int task);
  /// Apart from others, so that waiting threads do not disturb each other.
  struct alignas(64) Worker {
    std::atomic<unsigned> turn{0};  ///< raised for every task; the highest bit: end
    std::atomic<bool> asleep{false};
    std::thread thread;
  };
  void run(int tasks, Function function, void* context);
  void work(Worker& worker, int number, int processor);

  std::vector<std::unique_ptr<Worker>> workers_;
  Function function_ = nullptr;
  void* context_ = nullptr;
  alignas(64) std::atomic<int> unfinished_{0};
  std::vector<int> callers_processors_;
};

}  // namespace accordo
