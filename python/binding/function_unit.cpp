// A unit given by a Python function: x' and y of t, x and u. The library integrates it.

#include <algorithm>
#include <array>
#include <cstring>

#include "binding/units.hpp"

namespace accordo_python {
namespace {

std::vector<std::string> names_of(const std::vector<accordo::Variable>& variables) {
  std::vector<std::string> names;
  for (const accordo::Variable& v : variables) names.push_back(v.name);
  return names;
}

/// What all copies of a unit share.
struct Function {
  explicit Function(FunctionSpec spec)
      : description(std::move(spec.description)),
        callable(std::move(spec.function)),
        x_type(std::move(spec.x_type)),
        u_type(std::move(spec.u_type)),
        derivatives("derivatives", names_of(description.states)),
        outputs("outputs", description.outputs) {
    if (!spec.parameters.is_none()) parameters.set(std::move(spec.parameters));
    if (!spec.jac.is_none()) jac.set(std::move(spec.jac));
    for (const std::string& output : description.outputs) {
      const auto same = [&](const accordo::Variable& state) { return state.name == output; };
      const auto found = std::find_if(description.states.begin(), description.states.end(), same);
      if (found == description.states.end()) {
        state_of_output.clear();
        break;
      }
      state_of_output.push_back(static_cast<std::size_t>(found - description.states.begin()));
    }
  }

  accordo::Description description;
  Shared callable, x_type, u_type, parameters, jac;
  Answer derivatives, outputs;
  std::vector<std::size_t> state_of_output;  ///< where all outputs are states
};

/// Calls with t, x, u and parameters; null with an exception set where that fails.
py::object call(const Function& f, PyObject* callable, double t, std::span<const double> x,
                std::span<const double> u) {
  const auto time = py::reinterpret_steal<py::object>(PyFloat_FromDouble(t));
  const py::object states = make_values(f.x_type.get(), x), inputs = make_values(f.u_type.get(), u);
  if (!time || !states || !inputs) return {};
  const std::array arguments{time.ptr(), states.ptr(), inputs.ptr(), f.parameters.get()};
  const std::size_t count = f.parameters.get() != nullptr ? 4 : 3;
  return py::reinterpret_steal<py::object>(PyObject_Vectorcall(callable, arguments.data(), count, nullptr));
}

class FunctionUnit final : public accordo::Ode {
 public:
  FunctionUnit(std::shared_ptr<const Function> function, std::shared_ptr<Trouble> trouble)
      : function_(std::move(function)),
        trouble_(std::move(trouble)),
        x_(function_->description.states.size()),
        u_(function_->description.inputs.size()),
        dx_(x_.size()),
        y_(function_->description.outputs.size()) {}

  accordo::Description describe() const override { return function_->description; }
  std::shared_ptr<accordo::Unit> copy_for_run() override {
    return std::make_shared<FunctionUnit>(function_, trouble_);
  }
  void start(double) override { known_ = false; }
  void derivatives(double t, std::span<const double> x, std::span<const double> u,
                   std::span<double> dx) override {
    evaluate(t, x, u);
    std::copy(dx_.begin(), dx_.end(), dx.begin());
  }
  void outputs(double t, std::span<const double> x, std::span<const double> u, std::span<double> y) override {
    evaluate(t, x, u);
    std::copy(y_.begin(), y_.end(), y.begin());
  }
  bool jacobian(double t, std::span<const double> x, std::span<const double> u,
                const accordo::Jacobian& to) override;

 private:
  static bool same(std::span<const double> a, std::span<const double> b) {
    return a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
  }
  /// One call gives both: the latest point is kept.
  void evaluate(double t, std::span<const double> x, std::span<const double> u);
  bool read(PyObject* answer);
  bool read_one(PyObject* answer);

  std::shared_ptr<const Function> function_;
  std::shared_ptr<Trouble> trouble_;
  bool known_ = false;
  bool outputs_are_states_ = false;  ///< nothing else was said
  double t_ = 0;
  std::vector<double> x_, u_, dx_, y_;
};

void FunctionUnit::evaluate(double t, std::span<const double> x, std::span<const double> u) {
  if (known_ && t == t_ && same(x, x_) && same(u, u_)) return;
  known_ = false;
  const py::gil_scoped_acquire lock;
  const py::object answer = call(*function_, function_->callable.get(), t, x, u);
  if (!answer || !read(answer.ptr())) trouble_->raise();
  t_ = t;
  std::copy(x.begin(), x.end(), x_.begin());
  std::copy(u.begin(), u.end(), u_.begin());
  if (outputs_are_states_) {
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = x[function_->state_of_output[i]];
  }
  known_ = true;
}

bool FunctionUnit::read(PyObject* answer) {
  const bool pair = PyTuple_Check(answer) && PyTuple_GET_SIZE(answer) == 2 &&
                    !PyFloat_Check(PyTuple_GET_ITEM(answer, 0)) && !PyLong_Check(PyTuple_GET_ITEM(answer, 0));
  if (!pair) return read_one(answer);
  return function_->derivatives.read(PyTuple_GET_ITEM(answer, 0), dx_) &&
         function_->outputs.read(PyTuple_GET_ITEM(answer, 1), y_);
}

/// Derivatives alone, where outputs are states; outputs alone, where there are no states.
bool FunctionUnit::read_one(PyObject* answer) {
  if (x_.empty()) return function_->outputs.read(answer, y_);
  if (function_->state_of_output.empty() && !y_.empty()) {
    PyErr_Format(PyExc_TypeError, "it returned %R; expected are derivatives and outputs, as two dicts",
                 answer);
    return false;
  }
  if (!function_->derivatives.read(answer, dx_)) return false;
  outputs_are_states_ = true;
  return true;
}

/// Rows of one matrix.
bool read_matrix(PyObject* object, std::size_t columns, std::span<double> to) {
  const auto rows = py::reinterpret_steal<py::object>(PySequence_List(object));
  if (!rows) return false;
  std::vector<double> all;
  for (const py::handle row : rows) {
    const auto numbers = py::reinterpret_steal<py::object>(PySequence_List(row.ptr()));
    if (!numbers) return false;
    for (const py::handle number : numbers) {
      all.push_back(PyFloat_AsDouble(number.ptr()));
      if (PyErr_Occurred() != nullptr) return false;
    }
  }
  if (all.size() == to.size()) {
    std::copy(all.begin(), all.end(), to.begin());
    return true;
  }
  PyErr_Format(PyExc_ValueError, "jac: %R has %zu values; expected are %zu rows of %zu", object, all.size(),
               columns == 0 ? 0 : to.size() / columns, columns);
  return false;
}

bool FunctionUnit::jacobian(double t, std::span<const double> x, std::span<const double> u,
                            const accordo::Jacobian& to) {
  if (function_->jac.get() == nullptr) return false;
  const py::gil_scoped_acquire lock;
  const py::object answer = call(*function_, function_->jac.get(), t, x, u);
  if (!answer) trouble_->raise();
  if (!PyTuple_Check(answer.ptr()) || PyTuple_GET_SIZE(answer.ptr()) != 4) {
    PyErr_Format(PyExc_TypeError, "jac: it returned %R; expected are the four matrices A, B, C, D",
                 answer.ptr());
    trouble_->raise();
  }
  const std::array matrices{to.A, to.B, to.C, to.D};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t columns = i % 2 == 0 ? x.size() : u.size();
    if (!read_matrix(PyTuple_GET_ITEM(answer.ptr(), static_cast<Py_ssize_t>(i)), columns, matrices[i]))
      trouble_->raise();
  }
  return true;
}

class FunctionBlueprint final : public Blueprint {
 public:
  explicit FunctionBlueprint(FunctionSpec spec) : function_(std::make_shared<Function>(std::move(spec))) {}
  std::unique_ptr<accordo::Unit> make() const override {
    return std::make_unique<FunctionUnit>(function_, trouble_);
  }

 private:
  std::shared_ptr<const Function> function_;
};

}  // namespace

std::unique_ptr<Blueprint> function_blueprint(FunctionSpec spec) {
  return std::make_unique<FunctionBlueprint>(std::move(spec));
}

}  // namespace accordo_python
