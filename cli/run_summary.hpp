// What the command line says of a run when it is done.
#pragma once

#include <string>

#include "session/result.hpp"
#include "session/session.hpp"

namespace accordo::cli {

/// Lines of a label and what belongs to it; `results`: where the rows are.
void print_summary(const Session& session, const Result& result, const std::string& results);
/// One line per unit, before the run.
void print_units(const Session& session);
/// One line per solver that was at work.
void print_solvers(const Statistics& statistics);

}  // namespace accordo::cli
