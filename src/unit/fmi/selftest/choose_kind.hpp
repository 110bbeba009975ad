// Which of the two kinds an FMU is used as, where it offers both.
#pragma once

#include <memory>
#include <string>

#include "unit/fmi/unit/fmu_spec.hpp"

namespace accordo::fmi {

struct KindChoice {
  Kind kind = Kind::model_exchange;
  std::string why;         ///< for people
  std::string difference;  ///< what the other kind does otherwise; empty: nothing was seen
  bool only = false;       ///< the other kind was tried, and is no good
};

/// By trial, in child processes: a side that does nothing is not taken. Else model exchange, with which a
/// unit can do everything. The FMU must have both kinds.
KindChoice choose_kind(const std::shared_ptr<LoadedFmu>& fmu, const FmuSpec& spec);
/// By what a trial has shown before, else by what the FMU declares: nothing is run.
KindChoice remembered_kind(const LoadedFmu& fmu, const FmuSpec& spec);
/// By what the FMU declares alone.
KindChoice declared_kind(const LoadedFmu& fmu);

}  // namespace accordo::fmi
