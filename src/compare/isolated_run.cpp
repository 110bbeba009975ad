#include "compare/isolated_run.hpp"

#include "compare/result_parcel.hpp"

namespace accordo {

void make_run(const Opener& open, const IsolatedRun& how, const std::atomic<bool>* interrupt,
              Parcel& answer) {
  Problems problems;
  const std::unique_ptr<Session> session = open(how.settings, problems);
  problems.throw_if_any();
  RunOptions options;
  options.keep = how.keep;
  options.watch.interrupt = interrupt;
  options.ends = {.points = how.points, .longest = how.longest};
  put_result(run(*session, options), answer);
}

std::unique_ptr<Child> start_isolated(const Opener& open, const IsolatedRun& run,
                                      const std::atomic<bool>* interrupt) {
  return std::make_unique<Child>([&](Parcel& answer) { make_run(open, run, interrupt, answer); });
}

std::optional<Result> figures_of(const Child& child) {
  if (child.failure()) return std::nullopt;
  Parcel answer = child.answer();
  return get_figures(answer);
}

Trajectory trajectory_of(const Child& child) {
  Parcel answer = child.answer();
  return get_result(answer).rows;
}

}  // namespace accordo
