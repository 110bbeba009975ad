// The interpreter's lock, around the library's work and around calls from it.
#pragma once

#include <pybind11/pybind11.h>

namespace accordo_python {

namespace py = pybind11;

/// Gives the lock away while the library works, also over a fork that the library makes (isolated units): the
/// child then has an interpreter that works.
class Released {
 public:
  Released();
  ~Released();
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;

 private:
  PyThreadState* state_;
  bool outer_;
};

/// To be called once.
void watch_forks();

/// Whether Python code can still be called, and objects given back.
bool alive();

/// An object that any thread may drop, with or without the lock.
class Shared {
 public:
  Shared() = default;
  explicit Shared(py::object object) : object_(std::move(object)) {}
  ~Shared() {
    if (!object_) return;
    if (!alive()) {
      object_.release();
      return;
    }
    const py::gil_scoped_acquire lock;
    object_ = py::object();
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  PyObject* get() const { return object_.ptr(); }
  void set(py::object object) { object_ = std::move(object); }
  py::object take() { return std::move(object_); }

 private:
  py::object object_;
};

}  // namespace accordo_python
