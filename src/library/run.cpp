#include <accordo/run.hpp>

#include "library/errors.hpp"
#include "library/open_system.hpp"
#include "library/result_body.hpp"
#include "session/accuracy.hpp"
#include "session/run.hpp"

namespace accordo::v0 {

Result run(const System& system, const Settings& settings, const Watch& watch) {
  return translated([&] {
    std::unique_ptr<Session> session = open_system(system, settings);
    RunOptions options;
    options.watch.interrupt = watch.interrupt;
    options.watch.progress = watch.progress;
    options.errors = true;
    Trajectory dense;
    if (settings.dense) options.dense = &dense;
    accordo::Result result = accordo::run(*session, options);
    for (int again = 0; again < kMostRuns - 1; ++again) {
      const std::optional<double> sharper = sharper_tolerance(*session, result);
      if (!sharper) break;
      session = open_system(system, settings, sharper);
      result = accordo::run(*session, options);
    }
    return Result(std::make_shared<const Result::Body>(std::move(result), *session, std::move(dense)));
  });
}

const char* version() {
  return ACCORDO_VERSION;
}

}  // namespace accordo::v0
