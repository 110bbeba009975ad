// Runs, as the module offers them.
#pragma once

#include <accordo/run.hpp>

#include "binding/gil.hpp"

namespace accordo_python {

void add_systems(py::module_& module);
void add_results(py::module_& module);
void add_runs(py::module_& module);

}  // namespace accordo_python
