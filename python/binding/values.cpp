#include "binding/values.hpp"

namespace accordo_python {
namespace {

/// A new reference, or null with an exception set.
PyObject* named_values(PyObject* type, std::span<const double> values) {
  auto* const kind = reinterpret_cast<PyTypeObject*>(type);
  PyObject* const tuple = kind->tp_alloc(kind, static_cast<Py_ssize_t>(values.size()));
  if (tuple == nullptr) return nullptr;
  for (std::size_t i = 0; i < values.size(); ++i)
    PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), PyFloat_FromDouble(values[i]));
  return tuple;
}

}  // namespace

py::object make_values(PyObject* type, std::span<const double> values) {
  return py::reinterpret_steal<py::object>(named_values(type, values));
}

Answer::Answer(std::string what, const std::vector<std::string>& names)
    : what_(std::move(what)), size_(names.size()) {
  py::tuple tuple(names.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    tuple[i] = py::reinterpret_steal<py::object>(PyUnicode_InternFromString(names[i].c_str()));
  names_.set(std::move(tuple));
}

std::string Answer::listed() const {
  std::string text;
  for (std::size_t i = 0; i < size_; ++i) {
    const char* const name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names_.get(), static_cast<Py_ssize_t>(i)));
    text += (text.empty() ? "'" : ", '") + std::string(name) + "'";
  }
  return text.empty() ? "nothing" : text;
}

bool Answer::number(PyObject* object, std::size_t which, double& to) const {
  to = PyFloat_CheckExact(object) ? PyFloat_AS_DOUBLE(object) : PyFloat_AsDouble(object);
  if (to != -1.0 || PyErr_Occurred() == nullptr) return true;
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError, "%s: %R is %R; it must be a number", what_.c_str(),
               PyTuple_GET_ITEM(names_.get(), static_cast<Py_ssize_t>(which)), object);
  return false;
}

bool Answer::read_mapping(PyObject* mapping, std::span<double> to) const {
  for (std::size_t i = 0; i < size_; ++i) {
    PyObject* const name = PyTuple_GET_ITEM(names_.get(), static_cast<Py_ssize_t>(i));
    PyObject* const value = PyDict_GetItemWithError(mapping, name);
    if (value == nullptr) {
      if (PyErr_Occurred() == nullptr)
        PyErr_Format(PyExc_KeyError, "%s: %R is missing; expected are %s", what_.c_str(), name,
                     listed().c_str());
      return false;
    }
    if (!number(value, i, to[i])) return false;
  }
  if (static_cast<std::size_t>(PyDict_Size(mapping)) == size_) return true;
  PyErr_Format(PyExc_KeyError, "%s: there is more in %R than %s", what_.c_str(), mapping, listed().c_str());
  return false;
}

bool Answer::read_sequence(PyObject* sequence, std::span<double> to) const {
  const py::object fast = py::reinterpret_steal<py::object>(PySequence_Fast(sequence, "not a sequence"));
  if (!fast) return false;
  if (static_cast<std::size_t>(PySequence_Fast_GET_SIZE(fast.ptr())) != size_) {
    PyErr_Format(PyExc_ValueError, "%s: %R has %zd values; expected are %s", what_.c_str(), sequence,
                 PySequence_Fast_GET_SIZE(fast.ptr()), listed().c_str());
    return false;
  }
  for (std::size_t i = 0; i < size_; ++i) {
    if (!number(PySequence_Fast_GET_ITEM(fast.ptr(), static_cast<Py_ssize_t>(i)), i, to[i])) return false;
  }
  return true;
}

bool Answer::read(PyObject* object, std::span<double> to) const {
  if (PyDict_Check(object)) return read_mapping(object, to);
  if (size_ == 1 && PyFloat_Check(object)) return number(object, 0, to[0]);
  if (PySequence_Check(object) && !PyUnicode_Check(object)) return read_sequence(object, to);
  if (size_ == 1 && PyNumber_Check(object)) return number(object, 0, to[0]);
  PyErr_Format(PyExc_TypeError, "%s: %R is neither a dict nor a sequence of %s", what_.c_str(), object,
               listed().c_str());
  return false;
}

}  // namespace accordo_python
