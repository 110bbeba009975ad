// From errors of the library to exceptions of the package, and from exceptions of units to failures of
// theirs.
#pragma once

#include <accordo/error.hpp>
#include <string>

#include "binding/gil.hpp"

namespace accordo_python {

/// The exception that Python code has raised, taken from the interpreter, as words for the result: kind,
/// text, file and line.
std::string words_of(const py::object& exception);
/// Takes the pending exception, with its traceback.
py::object take_exception();

/// The class of an error is chosen in Python: factory(cause, problems, text, unit, time).
void set_error_factory(py::object factory);
void raise_in_python(const accordo::Error& error);

py::tuple to_python(const accordo::Problem& problem);
const char* name_of(accordo::Cause cause);

}  // namespace accordo_python
