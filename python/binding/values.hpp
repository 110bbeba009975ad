// Numbers with names, on their way to Python code and back.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "binding/gil.hpp"

namespace accordo_python {

/// A tuple with names, of a type that Python has made of these (accordo/_values.py).
py::object make_values(PyObject* type, std::span<const double> values);

/// What a function has answered, as numbers in the order of the names: a mapping with exactly these, a
/// sequence of as many, or a number where there is one.
class Answer {
 public:
  /// `what`: for messages, such as "the derivatives".
  Answer(std::string what, const std::vector<std::string>& names);
  /// False, with an exception set, where it cannot be understood.
  bool read(PyObject* object, std::span<double> to) const;
  std::size_t size() const { return size_; }

 private:
  bool read_mapping(PyObject* mapping, std::span<double> to) const;
  bool read_sequence(PyObject* sequence, std::span<double> to) const;
  bool number(PyObject* object, std::size_t which, double& to) const;
  std::string listed() const;

  std::string what_;
  std::size_t size_;
  Shared names_;  ///< a tuple of interned strings
};

}  // namespace accordo_python
