// Where the units of a session run.

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "archive/private_folder.hpp"
#include "execute/communicator.hpp"
#include "execute/processes.hpp"
#include "execute/ranks.hpp"
#include "execute/serial.hpp"
#include "execute/threads.hpp"
#include "kinds/registry.hpp"
#include "record/output_file.hpp"
#include "session/session.hpp"
#include "unit/fmi/binding/crash_watch.hpp"

namespace accordo {
namespace {

[[noreturn]] void end_by(int number) noexcept {
  signal(number, SIG_DFL);
  sigset_t this_one{};
  sigemptyset(&this_one);
  sigaddset(&this_one, number);
  sigprocmask(SIG_UNBLOCK, &this_one, nullptr);
  raise(number);
  _exit(static_cast<int>(Exit::unit_failed));
}

void write_current_call() noexcept {
  if (fmi::breadcrumb.call == nullptr) return;
  const bool known = fmi::breadcrumb.suspect != nullptr;
  write_post_mortem({fmi::breadcrumb.call, known ? " of " : "",
                     known ? fmi::breadcrumb.suspect->file : std::string_view()});
}

/// In a worker process: the FMI call that ended it, or in which it was ended, goes to the orchestrator, who
/// tells it once for all.
void name_calls_of_fmus() {
  fmi::replace_crash_reaction([](const fmi::Crash& crash) noexcept {
    write_current_call();
    if (crash.signal == 0) _exit(static_cast<int>(Exit::unit_failed));
    end_by(crash.signal);
  });
  signal(SIGTERM, [](int number) {
    write_current_call();
    end_by(number);
  });
}

/// What a process that ends at once does before.
void leave_in_order() {
  OutputFile::rescue_all();
  archive::remove_private_folders();
}

/// The number of a unit's FMU, if that allows one instance per process.
int only_once(const Sharing& sharing) {
  return sharing.once ? sharing.fmu : -1;
}

/// For a session that is only looked at.
class NoExecutor final : public Executor {
 public:
  void run(const Request&, Reply&) override { throw std::logic_error("this session cannot be run"); }
  Unit* local(int) override { return nullptr; }
  double unit_seconds(int) const override { return 0; }
};

}  // namespace

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
  if (problems.empty()) check_instances_on_ranks(problems);
}

std::vector<int> Session::ranks_of_units() const {
  std::vector<std::optional<int>> wanted;
  std::vector<int> apart;
  for (const UnitSpec& unit : scenario_.units) wanted.push_back(unit.rank);
  for (const BuiltUnit& unit : built_) apart.push_back(only_once(unit.sharing));
  return deal_out(wanted, apart, open_mpi().size());
}

/// Units of one FMU that may not meet in a process move out of ours, unless they are alone in it. A rank
/// holds one of them anyway.
void Session::separate_instances() {
  separated_.assign(units_.size(), false);
  if (scenario_.execution.mpi) return;
  std::map<int, std::vector<std::size_t>> here;
  for (std::size_t k = 0; k < units_.size(); ++k) {
    const Sharing& sharing = built_[k].sharing;
    if (sharing.once && !isolated(k)) here[sharing.fmu].push_back(k);
  }
  for (const auto& [fmu, users] : here) {
    for (const std::size_t k : users) separated_[k] = users.size() > 1;
  }
}

/// Who runs the session does not want child processes.
void Session::check_processes(Problems& problems) const {
  for (std::size_t k = 0; k < units_.size(); ++k) {
    if (!isolated(k)) continue;
    problems.add("not-permitted", scenario_.units[k].name.place,
                 fmt::format("unit '{}' needs a process of its own{}, which is not permitted", units_[k].name,
                             separated_[k] ? ", as its FMU allows one instance per process" : ""),
                 "permit processes (Permissions::processes), or do not isolate it");
  }
}

void Session::check_instances_on_ranks(Problems& problems) const {
  const std::vector<int> rank_of = ranks_of_units();
  std::set<std::pair<int, int>> taken;  // FMU, rank
  for (std::size_t k = 0; k < units_.size(); ++k) {
    const Sharing& sharing = built_[k].sharing;
    if (!sharing.once || taken.insert({sharing.fmu, rank_of[k]}).second) continue;
    problems.add("fmu-only-once", scenario_.units[k].name.place,
                 fmt::format("unit '{}' would live on rank {} with another one of its FMU, which allows one "
                             "instance per process",
                             units_[k].name, rank_of[k]),
                 "start more ranks, place the units on different ones, or run without mpirun");
  }
}

/// Per unit a number, the same for those that must not work at the same time: on one library, one of them
/// limited to one instance per process.
std::vector<int> Session::kept_together() const {
  std::set<int> limited;
  for (const BuiltUnit& unit : built_) limited.insert(only_once(unit.sharing));
  std::vector<int> together;
  for (const BuiltUnit& unit : built_)
    together.push_back(limited.count(unit.sharing.fmu) > 0 ? unit.sharing.fmu : -1);
  return together;
}

void Session::host() {
  serve_rank(open_mpi(), ranks_of_units(), makers_, units_, wiring_.layout);
}

std::unique_ptr<Executor> Session::make_executor() {
  const auto is_foreign = [](const UnitSpec& unit) { return unit.body != nullptr && kind_of(unit).foreign; };
  const bool described = fmus_ == Fmus::described || (fmus_ == Fmus::trusted && purpose_ == Purpose::look);
  if (described && std::any_of(scenario_.units.begin(), scenario_.units.end(), is_foreign))
    return std::make_unique<NoExecutor>();
  const ExecutionSpec& e = scenario_.execution;
  if (e.mpi) {
    makers_.clear();
    return std::make_unique<RankExecutor>(
        open_mpi(), ranks_of_units(), units_, wiring_.layout,
        RankSettings{.timeout_seconds = e.unit_timeout, .at_end = &leave_in_order});
  }
  auto makers = std::move(makers_);
  makers_.clear();
  std::vector<bool> apart(units_.size());
  for (std::size_t k = 0; k < apart.size(); ++k) apart[k] = isolated(k);
  if (std::find(apart.begin(), apart.end(), true) != apart.end()) {
    return std::make_unique<ProcessExecutor>(
        std::move(makers), apart, units_, wiring_.layout,
        WorkerSettings{.timeout_seconds = e.unit_timeout, .prepare = &name_calls_of_fmus});
  }
  std::vector<std::unique_ptr<Unit>> built;
  for (const auto& make : makers) built.push_back(make());
  if (e.threads && *e.threads != 1) {
    ThreadSettings settings{.threads = *e.threads, .automatic = *e.threads == 0, .together = kept_together()};
    if (settings.automatic) settings.threads = static_cast<int>(usable_processors().size());
    return std::make_unique<ThreadExecutor>(std::move(built), wiring_.layout, std::move(settings));
  }
  return std::make_unique<SerialExecutor>(std::move(built), wiring_.layout);
}

}  // namespace accordo
