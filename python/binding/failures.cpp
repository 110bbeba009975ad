#include "binding/failures.hpp"

namespace accordo_python {
namespace {

PyObject* factory = nullptr;  // kept for as long as the module, which is never unloaded

std::string text_of(const py::handle& object) {
  py::object text = py::reinterpret_steal<py::object>(PyObject_Str(object.ptr()));
  if (text) return py::cast<std::string>(text);
  PyErr_Clear();
  return "?";
}

/// Where the innermost call stood: " (control.py:12, in step)".
std::string place_of(const py::object& exception) {
  py::object traceback = exception.attr("__traceback__");
  if (traceback.is_none()) return {};
  while (!traceback.attr("tb_next").is_none()) traceback = traceback.attr("tb_next");
  const py::object code = traceback.attr("tb_frame").attr("f_code");
  const auto file = py::cast<std::string>(code.attr("co_filename"));
  return " (" + file.substr(file.rfind('/') + 1) + ":" + text_of(traceback.attr("tb_lineno")) + ", in " +
         text_of(code.attr("co_name")) + ")";
}

}  // namespace

py::object take_exception() {
#if PY_VERSION_HEX >= 0x030c0000
  return py::reinterpret_steal<py::object>(PyErr_GetRaisedException());
#else
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (traceback != nullptr) PyException_SetTraceback(value, traceback);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  return py::reinterpret_steal<py::object>(value);
#endif
}

std::string words_of(const py::object& exception) {
  std::string words = Py_TYPE(exception.ptr())->tp_name;
  if (const std::string text = text_of(exception); !text.empty()) words += ": " + text;
  return words + place_of(exception);
}

void set_error_factory(py::object object) {
  Py_XDECREF(factory);
  factory = object.release().ptr();
}

const char* name_of(accordo::Cause cause) {
  switch (cause) {
    case accordo::Cause::usage:
      return "usage";
    case accordo::Cause::unit:
      return "unit";
    case accordo::Cause::no_agreement:
      return "no-agreement";
    case accordo::Cause::output:
      return "output";
    default:
      return "bug";
  }
}

py::tuple to_python(const accordo::Problem& p) {
  return py::make_tuple(p.id, p.message, p.remedy, p.file, p.line, p.column);
}

void raise_in_python(const accordo::Error& error) {
  py::list problems;
  for (const accordo::Problem& p : error.problems()) problems.append(to_python(p));
  const py::object exception = py::handle(factory)(name_of(error.cause()), py::tuple(problems), error.what(),
                                                   error.unit(), error.time());
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
}

}  // namespace accordo_python
