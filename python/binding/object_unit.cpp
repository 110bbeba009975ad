// A unit that is a Python object with a step of its own. What it does besides is in accordo/_steps.py.

#include <pybind11/stl.h>

#include "binding/units.hpp"

namespace accordo_python {
namespace {

/// What runs share: the object is one.
struct Object {
  explicit Object(ObjectSpec spec)
      : description(std::move(spec.description)),
        object(std::move(spec.object)),
        u_type(std::move(spec.u_type)),
        computes_outputs(spec.computes_outputs),
        outputs("outputs", description.outputs) {
    std::vector<std::string> names;
    for (const accordo::Variable& state : description.states) names.push_back(state.name);
    states.emplace("states", names);
  }

  accordo::Description description;
  Shared object, u_type;
  bool computes_outputs;
  Answer outputs;
  std::optional<Answer> states;
};

class ObjectUnit final : public accordo::Unit {
 public:
  ObjectUnit(std::shared_ptr<const Object> object, std::shared_ptr<Trouble> trouble)
      : object_(std::move(object)),
        trouble_(std::move(trouble)),
        u_(object_->description.inputs.size()),
        y_(object_->description.outputs.size()) {}

  accordo::Description describe() const override { return object_->description; }
  void start(double t) override;
  void step(double t, double h, const accordo::InputSignals& u) override;
  void outputs(double t, std::span<const double> u, std::span<double> y) override;
  void save() override {
    saved_outputs_ = y_, with_object("save", [](py::object&) {});
  }
  void restore() override {
    y_ = saved_outputs_, with_object("restore", [](py::object&) {});
  }
  void states(std::span<double> x) const override;
  void set_states(std::span<const double> x) override;

 private:
  /// Calls a method of the object; what Python raises becomes the unit's failure.
  template <class... Arguments, class Use>
  void with_object(const char* method, Use use, Arguments... arguments) const {
    const py::gil_scoped_acquire lock;
    try {
      py::object answer = py::handle(object_->object.get()).attr(method)(arguments...);
      use(answer);
    } catch (py::error_already_set& error) {
      error.restore();
      trouble_->raise();
    }
  }
  void read(const Answer& names, py::object& answer, std::span<double> to) const {
    if (!names.read(answer.ptr(), to)) throw py::error_already_set();
  }
  py::object inputs(const accordo::InputSignals& u);

  std::shared_ptr<const Object> object_;
  std::shared_ptr<Trouble> trouble_;
  std::vector<double> u_, y_, saved_outputs_;
};

void ObjectUnit::start(double t) {
  with_object(
      "start", [&](py::object& first) { read(object_->outputs, first, y_); }, t);
}

/// Values at the start of the step; where the unit follows polynomials also these.
py::object ObjectUnit::inputs(const accordo::InputSignals& u) {
  const int degree = object_->description.input_degree;
  if (degree == 0) {
    for (std::size_t j = 0; j < u_.size(); ++j) u_[j] = u.value(j, 0);
    return make_values(object_->u_type.get(), u_);
  }
  py::list nodes;  // at as many points of the step as polynomials of this degree have coefficients
  for (int k = 0; k <= degree; ++k) {
    for (std::size_t j = 0; j < u_.size(); ++j) u_[j] = u.value(j, static_cast<double>(k) / degree);
    nodes.append(make_values(object_->u_type.get(), u_));
  }
  return nodes;
}

void ObjectUnit::step(double t, double h, const accordo::InputSignals& u) {
  const py::gil_scoped_acquire lock;
  const py::object now = inputs(u);
  if (!now) trouble_->raise();
  const auto keep = [&](py::object& answer) {
    if (!object_->computes_outputs) read(object_->outputs, answer, y_);
  };
  with_object("step", keep, t, h, now);
}

void ObjectUnit::outputs(double t, std::span<const double> u, std::span<double> y) {
  if (object_->computes_outputs) {
    const py::gil_scoped_acquire lock;
    const py::object now = make_values(object_->u_type.get(), u);
    if (!now) trouble_->raise();
    with_object(
        "output", [&](py::object& answer) { read(object_->outputs, answer, y_); }, t, now);
  }
  std::copy(y_.begin(), y_.end(), y.begin());
}

void ObjectUnit::states(std::span<double> x) const {
  with_object("states", [&](py::object& answer) { read(*object_->states, answer, x); });
}

void ObjectUnit::set_states(std::span<const double> x) {
  const py::gil_scoped_acquire lock;
  with_object(
      "set_states", [](py::object&) {}, std::vector<double>(x.begin(), x.end()));
}

class ObjectBlueprint final : public Blueprint {
 public:
  explicit ObjectBlueprint(ObjectSpec spec) : object_(std::make_shared<Object>(std::move(spec))) {}
  std::unique_ptr<accordo::Unit> make() const override {
    return std::make_unique<ObjectUnit>(object_, trouble_);
  }

 private:
  std::shared_ptr<const Object> object_;
};

}  // namespace

std::unique_ptr<Blueprint> object_blueprint(ObjectSpec spec) {
  return std::make_unique<ObjectBlueprint>(std::move(spec));
}

}  // namespace accordo_python
