// Runs units on the other ranks of an MPI job.
#pragma once

#include <vector>

#include "core/executor.hpp"
#include "execute/communicator.hpp"
#include "execute/packing.hpp"
#include "execute/rank_watch.hpp"
#include "execute/worker.hpp"

namespace accordo {

/// Rank 0's end: all units live elsewhere.
class RankExecutor final : public Executor {
 public:
  /// `rank_of`: per unit, from 1 on. Returns when all ranks are ready; throws what another one could not do.
  RankExecutor(Communicator& mpi, std::vector<int> rank_of, std::span<const UnitInfo> infos,
               const Layout& layout, const RankSettings& settings);
  /// Tells the others that the run is over.
  ~RankExecutor() override;

  void run(const Request& request, Reply& reply) override;
  Unit* local(int) override { return nullptr; }
  double unit_seconds(int unit) const override { return seconds_[static_cast<std::size_t>(unit)]; }

 private:
  Communicator& mpi_;
  std::vector<int> rank_of_;
  std::vector<UnitInfo> infos_;
  Packing packing_;
  std::vector<std::vector<int>> units_;  ///< per rank, of the present request
  std::vector<Parcel> parcels_;
  Parcel mine_;
  std::vector<double> seconds_;
  RankWatch watch_;
};

/// Another rank's end: makes its units and serves until rank 0 has ended the run.
void serve_rank(Communicator& mpi, std::span<const int> rank_of, const std::vector<Worker::Make>& makers,
                std::span<const UnitInfo> infos, const Layout& layout);

/// All ranks: whether each of them is ready. Rank 0 throws what another rank could not do, and else gets to
/// know the others; these return false where the run will not take place.
bool all_ready(Communicator& mpi, const std::string& failure, std::vector<Peer>* peers = nullptr);

/// Units for ranks 1 to size-1: those with a place of their own there, the others where there are fewest, but
/// units with the same number in `apart`, unless negative, on different ranks as far as there are enough.
std::vector<int> deal_out(std::span<const std::optional<int>> wanted, std::span<const int> apart, int size);

}  // namespace accordo
