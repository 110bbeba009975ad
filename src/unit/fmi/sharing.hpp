// Which units live on one library.
#pragma once

namespace accordo::fmi {

/// What a unit has in common with others.
struct Sharing {
  int fmu = -1;       ///< a number that units from one file have in common; -1: not an FMU
  bool once = false;  ///< a process may hold one such instance only
};

}  // namespace accordo::fmi
