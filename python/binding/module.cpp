// accordo._core: include/accordo as Python sees it. Names, defaults, checks and documentation are those of
// the package around it (accordo/*.py), which nobody else needs to use.

#include "binding/failures.hpp"
#include "binding/runs.hpp"

PYBIND11_MODULE(_core, m) {
  using namespace accordo_python;
  watch_forks();
  m.def("set_error_factory", &set_error_factory);
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const accordo::Error& error) {
      raise_in_python(error);
    }
  });
  add_systems(m);
  add_results(m);
  add_runs(m);
}
