// Running scenarios from tests: the built-in cases and short texts, results in memory.
#pragma once

#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "record/row_sink.hpp"
#include "session/session.hpp"
#include "session/settings.hpp"

namespace accordo::testing {

/// How a case is run.
struct RunOf {
  std::string name;  ///< of a built-in case
  std::string method;
  double step = 0;
  std::vector<std::string> options = {};          ///< "order=1"
  std::map<std::string, double> parameters = {};  ///< of the case
  std::vector<std::string> record = {"*.state(*)"};

  friend std::ostream& operator<<(std::ostream& out, const RunOf& run) {
    return out << run.name << " by " << run.method << " at " << run.step;
  }
};

/// Opens a session from YAML text; a problem is an exception.
std::unique_ptr<Session> open_text(const std::string& yaml, const Settings& settings = {});
std::unique_ptr<Session> open_case(const RunOf& run);

/// Runs; a failure of the run is an exception.
MemorySink run_session(Session& session);
MemorySink run_case(const RunOf& run);

/// Mean over the columns of ‖a − b‖₂ / ‖b‖₂ over time, by the trapezoidal rule: the measure of the published
/// figures.
double relative_error(const MemorySink& a, const MemorySink& reference);

/// That error for a case at a step, against the monolithic solution.
double case_error(const RunOf& run);

/// log₂ of the ratio of the errors at two steps, one half of the other.
double observed_order(RunOf run);

}  // namespace accordo::testing
