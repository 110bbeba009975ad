// Runs units on several threads of this process. Every unit does the same as on one thread, so results are
// the same, bit for bit.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/executor.hpp"
#include "execute/perform.hpp"
#include "execute/pool.hpp"
#include "execute/tasks.hpp"

namespace accordo {

struct ThreadSettings {
  int threads = 1;        ///< at most
  bool automatic = true;  ///< fewer where that is faster, by what units are seen to cost
  /// Per unit: units with the same number, unless negative, must not work at the same time.
  std::vector<int> together = {};
};

/// Units are dealt out by what they cost, as it was measured in one request of many. What is too
/// cheap to be worth the hand-over stays with the caller. Of a group of units:
///
///   alone (cooldown samples) → shared, where it costs enough → shared, while samples are faster
///     → alone again after some slower samples in a row, each time for twice as many (backoff)
///     → alone for one sample after many faster ones, to compare with the present cost
///
/// Requests between samples go the way that the latest sample has found.
class ThreadExecutor final : public Executor {
 public:
  ThreadExecutor(std::vector<std::unique_ptr<Unit>> units, const Layout& layout, ThreadSettings settings);

  void run(const Request& request, Reply& reply) override;
  Unit* local(int unit) override { return host_.unit(unit); }
  double unit_seconds(int unit) const override;

 private:
  /// What is worth sharing: steps, and the work of estimators. The rest is small.
  enum Kind { kSteps, kEstimates, kRest, kKinds };
  static Kind kind_of(Operation operation);

  /// The tasks that a group of units is dealt out in.
  struct Plan {
    std::vector<int> units;  ///< the group
    Kind kind = kSteps;
    Tasks tasks;  ///< none: the caller does it all
    int until_sample = 0;
    int samples = 0;           ///< up to a few
    int alone_samples = 0;     ///< in a row that the caller did alone
    double alone_seconds = 0;  ///< of a request that the caller does alone
    int slower_samples = 0;    ///< samples in a row where sharing was no faster
    int faster_samples = 0;    ///< samples where it was
    int cooldown = 1;          ///< samples to go before it is dealt out: first requests say little
    int backoff = 1;
  };
  /// Of one thread during a request.
  struct alignas(64) ThreadSlot {
    Reply reply;
    bool changed = false;
  };

  Plan& plan_for(const Request& request, Kind kind);
  void make_tasks(Plan& plan);
  /// `stands_for`: the requests that this one is measured for; 0: it is not.
  void share(const Request& request, Plan& plan, int stands_for, Reply& reply);
  void perform(const Request& request, std::span<const int> units, Kind kind, int stands_for, Reply& reply);
  void sample(const Request& request, Plan& plan, Reply& reply);
  static void assess(Plan& plan, double took);
  double cost(const Plan& plan) const;

  UnitHost host_;
  ThreadSettings settings_;
  std::unique_ptr<Pool> pool_;  ///< once there is something to share
  std::vector<ThreadSlot> slots_;
  std::vector<std::unique_ptr<Plan>> plans_;
  Plan* latest_ = nullptr;
  int idle_ = 0;                                ///< requests to go that nobody plans for
  int passed_ = 0;                              ///< steps among them since the latest sample
  std::array<std::vector<Cost>, kKinds> cost_;  ///< per unit
  std::array<std::vector<long long>, kKinds> requests_;
};

}  // namespace accordo
