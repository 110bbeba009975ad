#include <accordo/compare.hpp>

#include "compare/compare.hpp"
#include "compare/present.hpp"
#include "library/errors.hpp"
#include "library/open_system.hpp"
#include "report/report_page.hpp"

namespace accordo::v0 {
namespace {

CompareRequest request_of(const System& system, const Settings& settings, const Comparing& comparing,
                          const Watch& watch) {
  CompareRequest request;
  request.open = [&](const accordo::Settings& row, Problems& found) {
    return open_system(system, settings, found,
                       [&](Scenario& scenario) { accordo::apply(row, scenario, found); });
  };
  request.plan.methods = comparing.methods;
  request.plan.steps = comparing.steps;
  request.plan.tolerances = comparing.tolerances;
  request.plan.settings.compared = true;
  request.reference = comparing.reference;
  request.jobs = comparing.jobs;
  request.run_timeout = comparing.run_timeout;
  request.interrupt = watch.interrupt;
  if (watch.progress)
    request.progress = [&](std::size_t done, std::size_t, const std::string&) {
      watch.progress(static_cast<double>(done));
    };
  return request;
}

}  // namespace

Comparison compare(const System& system, const Settings& settings, const Comparing& comparing,
                   const Watch& watch) {
  return translated([&] {
    if (!settings.allow.processes)
      throw accordo::Error(Exit::usage, "not-permitted", "runs are compared in processes of their own",
                           "allow processes");
    const accordo::Comparison inside = accordo::compare(request_of(system, settings, comparing, watch));
    Comparison result{inside.reference,
                      inside.signals,
                      inside.notes,
                      {},
                      comparison_text(inside),
                      report_page(comparison_json(inside))};
    for (const ComparedRow& row : inside.rows)
      result.runs.push_back({row.method, row.step, row.tolerance, row.error_percent, row.statistics,
                             row.status, row.reason, row.best});
    return result;
  });
}

}  // namespace accordo::v0
