// Where the units of a session run.

#include <fmt/format.h>

#include <algorithm>

#include "execute/communicator.hpp"
#include "execute/processes.hpp"
#include "execute/ranks.hpp"
#include "execute/serial.hpp"
#include "execute/threads.hpp"
#include "session/session.hpp"

namespace accordo {

void Session::check_ranks(Problems& problems) const {
  if (!scenario_.execution.mpi) return;
  const int size = open_mpi().size();
  for (std::size_t k = 0; k < units_.size(); ++k) {
    const UnitSpec& unit = scenario_.units[k];
    if (unit.rank && *unit.rank >= size) {
      problems.add("bad-rank", unit.rank_place,
                   fmt::format("unit '{}' is to live on rank {}, but mpirun has started {} ranks",
                               unit.name.text, *unit.rank, size),
                   fmt::format("rank 0 orchestrates, 1 to {} host units", size - 1));
    }
    if (method_ != nullptr && method_->needs.evaluation)
      problems.add("method-needs", unit.name.place,
                   fmt::format("method '{}' cannot take unit '{}': it lives on another rank", method_->name,
                               units_[k].name),
                   "run it without mpirun, or choose another method");
  }
}

std::vector<int> Session::ranks_of_units() const {
  std::vector<std::optional<int>> wanted;
  for (const UnitSpec& unit : scenario_.units) wanted.push_back(unit.rank);
  return deal_out(wanted, open_mpi().size());
}

void Session::host() {
  serve_rank(open_mpi(), ranks_of_units(), makers_, units_, wiring_.layout);
}

std::unique_ptr<Executor> Session::make_executor() {
  const ExecutionSpec& e = scenario_.execution;
  if (e.mpi) {
    makers_.clear();
    if (!all_ready(open_mpi(), {})) return nullptr;  // throws instead
    return std::make_unique<RankExecutor>(open_mpi(), ranks_of_units(), units_, wiring_.layout);
  }
  const auto makers = std::move(makers_);
  makers_.clear();
  std::vector<bool> apart(units_.size());
  for (std::size_t k = 0; k < apart.size(); ++k) apart[k] = isolated(k);
  if (std::find(apart.begin(), apart.end(), true) != apart.end()) {
    return std::make_unique<ProcessExecutor>(makers, apart, units_, wiring_.layout,
                                             WorkerSettings{.timeout_seconds = e.unit_timeout});
  }
  std::vector<std::unique_ptr<Unit>> built;
  for (const auto& make : makers) built.push_back(make());
  if (e.threads && *e.threads != 1) {
    ThreadSettings settings{.threads = *e.threads, .automatic = *e.threads == 0};
    if (settings.automatic) settings.threads = static_cast<int>(usable_processors().size());
    return std::make_unique<ThreadExecutor>(std::move(built), wiring_.layout, std::move(settings));
  }
  return std::make_unique<SerialExecutor>(std::move(built), wiring_.layout);
}

}  // namespace accordo
