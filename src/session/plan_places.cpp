// Where the units of a plan live: in this process, in one of their own, on a rank.

#include <fmt/format.h>

#include <map>
#include <set>

#include "execute/communicator.hpp"
#include "execute/ranks.hpp"
#include "session/planner.hpp"

namespace accordo {
namespace {

/// The number of a unit's FMU, if that allows one instance per process.
int only_once(const Sharing& sharing) {
  return sharing.once ? sharing.fmu : -1;
}

}  // namespace

void Planner::check_ranks() {
  if (!plan_.scenario_.execution.mpi) return;
  const int size = open_mpi().size();
  for (std::size_t k = 0; k < plan_.units_.size(); ++k) {
    const UnitSpec& unit = plan_.scenario_.units[k];
    if (unit.rank && *unit.rank >= size) {
      problems_.add("bad-rank", unit.rank_location,
                    fmt::format("unit '{}' is to run on rank {}, but mpirun has started {} ranks",
                                unit.name.text, *unit.rank, size),
                    fmt::format("rank 0 coordinates, 1 to {} host units", size - 1));
    }
    if (plan_.method_ != nullptr && plan_.method_->needs.evaluation)
      problems_.add("method-needs", unit.name.place,
                    fmt::format("method '{}' cannot take unit '{}': it runs on another rank",
                                plan_.method_->name, plan_.units_[k].name),
                    "run it without mpirun, or choose another method");
  }
  if (problems_.empty()) check_instances_on_ranks();
}

/// Units of one FMU that may not meet in a process move out of ours, unless they are alone in it. A rank
/// holds one of them anyway.
void Planner::separate_instances() {
  plan_.separated_.assign(plan_.units_.size(), false);
  if (plan_.scenario_.execution.mpi) return;
  std::map<int, std::vector<std::size_t>> here;
  for (std::size_t k = 0; k < plan_.units_.size(); ++k) {
    const Sharing& sharing = plan_.built_[k].sharing;
    if (sharing.once && !plan_.isolated(k)) here[sharing.fmu].push_back(k);
  }
  for (const auto& [fmu, users] : here) {
    for (const std::size_t k : users) plan_.separated_[k] = users.size() > 1;
  }
}

/// Who runs the session does not want child processes.
void Planner::check_processes() {
  for (std::size_t k = 0; k < plan_.units_.size(); ++k) {
    if (!plan_.isolated(k)) continue;
    problems_.add(
        "not-permitted", plan_.scenario_.units[k].name.place,
        fmt::format("unit '{}' needs a process of its own{}, which is not permitted", plan_.units_[k].name,
                    plan_.separated_[k] ? ", as its FMU allows one instance per process" : ""),
        "permit processes (Permissions::processes), or do not isolate it");
  }
}

void Planner::check_instances_on_ranks() {
  const std::vector<int> rank_of = plan_.ranks_of_units();
  std::set<std::pair<int, int>> taken;  // FMU, rank
  for (std::size_t k = 0; k < plan_.units_.size(); ++k) {
    const Sharing& sharing = plan_.built_[k].sharing;
    if (!sharing.once || taken.insert({sharing.fmu, rank_of[k]}).second) continue;
    problems_.add("fmu-only-once", plan_.scenario_.units[k].name.place,
                  fmt::format("unit '{}' would run on rank {} with another one of its FMU, which allows one "
                              "instance per process",
                              plan_.units_[k].name, rank_of[k]),
                  "start more ranks, place the units on different ones, or run without mpirun");
  }
}

std::vector<int> Plan::ranks_of_units() const {
  std::vector<std::optional<int>> wanted;
  std::vector<int> apart;
  for (const UnitSpec& unit : scenario_.units) wanted.push_back(unit.rank);
  for (const BuiltUnit& unit : built_) apart.push_back(only_once(unit.sharing));
  return deal_out(wanted, apart, open_mpi().size());
}

/// Per unit a number, the same for those that must not work at the same time: on one library, one of them
/// limited to one instance per process.
std::vector<int> Plan::kept_together() const {
  std::set<int> limited;
  for (const BuiltUnit& unit : built_) limited.insert(only_once(unit.sharing));
  std::vector<int> together;
  for (const BuiltUnit& unit : built_)
    together.push_back(limited.count(unit.sharing.fmu) > 0 ? unit.sharing.fmu : -1);
  return together;
}

}  // namespace accordo
