// Python for FMUs that are written in it: their libraries call Python's own, and expect a host to have it.
#pragma once

#include <string>

namespace accordo::fmi {

/// Whether the loader's message says that a library misses Python's.
bool misses_python(const std::string& loader_message);

/// Loads Python's library for everybody: that of the python3 in PATH, else the newest that the loader finds.
/// ACCORDO_LIBPYTHON may name it. False when there is none.
bool load_python();

/// How to get it.
std::string python_remedy(const std::string& loader_message);

/// Where a loaded library brought Python's with it, makes that one visible to Python's own extension modules,
/// which rely on it.
void share_python(void* library);

}  // namespace accordo::fmi
