#include <accordo/run.hpp>

#include "library/errors.hpp"
#include "library/open_system.hpp"
#include "library/result_body.hpp"
#include "session/run.hpp"

namespace accordo::v0 {

Result run(const System& system, const Settings& settings, const Watch& watch) {
  return translated([&] {
    const std::unique_ptr<Session> session = open_system(system, settings);
    RunOptions options;
    options.watch.interrupt = watch.interrupt;
    options.watch.progress = watch.progress;
    return Result(std::make_shared<const Result::Body>(accordo::run(*session, options)));
  });
}

const char* version() {
  return ACCORDO_VERSION;
}

}  // namespace accordo::v0
