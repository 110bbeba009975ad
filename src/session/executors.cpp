// Where the units of a session run.

#include <algorithm>

#include "execute/processes.hpp"
#include "execute/serial.hpp"
#include "execute/threads.hpp"
#include "session/session.hpp"

namespace accordo {

std::unique_ptr<Executor> Session::make_executor() {
  const ExecutionSpec& e = scenario_.execution;
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
