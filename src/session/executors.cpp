// Where the units of a session run.

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "archive/private_folder.hpp"
#include "execute/communicator.hpp"
#include "execute/processes.hpp"
#include "execute/ranks.hpp"
#include "execute/serial.hpp"
#include "execute/threads.hpp"
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

/// For a session that is only looked at.
class NoExecutor final : public Executor {
 public:
  void run(const Request&, Reply&) override { throw std::logic_error("this session cannot be run"); }
  Unit* local(int) override { return nullptr; }
  double unit_seconds(int) const override { return 0; }
};

}  // namespace

void Session::host() {
  serve_rank(open_mpi(), ranks_of_units(), makers_, units_, wiring_.layout);
}

std::unique_ptr<Executor> Session::make_executor() {
  if (described_) return std::make_unique<NoExecutor>();
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
