#include <accordo/linear.hpp>

#include "library/errors.hpp"
#include "library/open_system.hpp"
#include "linearize/linearize.hpp"

namespace accordo::v0 {

std::vector<Linearization> linearize(const System& system, const LinearSettings& what,
                                     const Settings& settings, const Watch& watch) {
  return translated([&] {
    const std::unique_ptr<Session> session = open_system(system, settings);
    Problems problems;
    const LinearPlan plan = plan_linear(*session, what, problems);
    problems.throw_if_any();
    return accordo::linearize(*session, plan, {.interrupt = watch.interrupt, .progress = watch.progress});
  });
}

}  // namespace accordo::v0
