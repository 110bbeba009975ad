#include <stdexcept>

#include "binding/failures.hpp"
#include "binding/units.hpp"

namespace accordo_python {
namespace {

thread_local std::atomic<bool>* interrupt = nullptr;  // of the run that this thread works for

}  // namespace

Interruptible::Interruptible(std::atomic<bool>& flag) : outer_(interrupt) {
  interrupt = &flag;
}

Interruptible::~Interruptible() {
  interrupt = outer_;
}

void Trouble::raise() {
  if (interrupt != nullptr && PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0) interrupt->store(true);
  py::object exception = take_exception();
  words_ = words_of(exception);
  exception_.set(std::move(exception));
  throw std::runtime_error(words_);
}

py::object Trouble::find(const std::string& words) const {
  if (exception_.get() == nullptr || words.find(words_) == std::string::npos) return py::none();
  return py::reinterpret_borrow<py::object>(exception_.get());
}

}  // namespace accordo_python
