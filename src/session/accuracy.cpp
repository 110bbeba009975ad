#include "session/accuracy.hpp"

#include <algorithm>

namespace accordo {

bool keeps(double error, double accuracy) {
  constexpr double certain = 0.9;  // errors of errors are of the second order
  return error <= certain * accuracy;
}

std::optional<double> sharper_tolerance(const Session& session, const Result& result) {
  const ExperimentSpec& e = session.scenario().experiment;
  const SignalError* worst = result.errors.worst();
  if (!e.accuracy || !result.done() || worst == nullptr || keeps(worst->relative(), *e.accuracy))
    return std::nullopt;
  constexpr double aim = 0.5, least = 1e-4, most = 0.5;
  const double change = std::clamp(aim * *e.accuracy / worst->relative(), least, most);
  constexpr double smallest = 1e-13;  // what integrators can be asked for
  const double sharper = e.tolerance.value_or(*e.accuracy) * change;
  return sharper < smallest ? std::nullopt : std::optional(sharper);
}

}  // namespace accordo
