// What a result of the library is made of.
#pragma once

#include <accordo/result.hpp>

#include "session/result.hpp"
#include "session/session.hpp"

namespace accordo::v0 {

struct Result::Body {
  Body(accordo::Result result, const Session& session, Trajectory dense = {});

  /// Position of a recorded signal; throws an Error where there is none.
  std::size_t find(std::string_view signal) const;
  /// Position of its errors; nothing where they are not known.
  std::optional<std::size_t> find_errors(std::string_view signal) const;
  std::span<const double> column(std::size_t position) const;

  accordo::Result inside;
  std::string name;  ///< of the system
  std::string metadata;
  std::vector<std::string> names;  ///< of all columns: signals, then errors that nobody asked for
  std::vector<std::string> signals;
  std::vector<double> columns;  ///< values, column by column
  Trajectory dense;             ///< every communication point with slopes; empty: not kept
  Verdict verdict;
  std::optional<Failure> failure;
  std::vector<StepSummary> steps;
  std::vector<Problem> warnings;
};

}  // namespace accordo::v0
