// Sees to it that rank 0 does not wait forever for a rank that is gone or hangs.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace accordo {

/// What rank 0 does about ranks that do not answer.
struct RankSettings {
  double timeout_seconds = 300;  ///< for one answer
  void (*at_end)() = nullptr;    ///< called before the process is ended: rows to the disk, and the like
};

/// Another rank, as rank 0 knows it.
struct Peer {
  int rank = 0;
  pid_t process = 0;  ///< 0: on another machine, where only mpirun sees it end
  std::string units;  ///< for messages
};

/// A blocked MPI call cannot be interrupted. So a thread looks now and then whether the ranks asked are still
/// there; if not, or after the time limit, it says so and ends this process, and with it mpirun the whole
/// job.
class RankWatch {
 public:
  explicit RankWatch(const RankSettings& settings);
  ~RankWatch();
  RankWatch(const RankWatch&) = delete;
  RankWatch& operator=(const RankWatch&) = delete;

  /// Who is out there; before, only the time is watched.
  void set_peers(std::vector<Peer> peers);

  /// Around every wait. `doing`: a text that stays; what the ranks were asked for.
  void begin(const char* doing, double t);
  void end();

 private:
  enum State : int { kIdle, kWaiting, kGivenUp };

  void look();
  std::string problem(double waited) const;
  [[noreturn]] void give_up(const std::string& what);

  RankSettings settings_;
  std::vector<Peer> peers_;
  std::atomic<int> state_{kIdle};
  std::atomic<unsigned> turn_{0};
  const char* doing_ = "";
  double t_ = 0;
  bool over_ = false;
  mutable std::mutex mutex_;  ///< of peers_ and over_
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace accordo
