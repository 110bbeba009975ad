// System, Fmu, Equations, and units in Python.

#include <pybind11/stl.h>
#include <accordo/system.hpp>

#include "binding/runs.hpp"
#include "binding/units.hpp"

namespace accordo_python {
namespace {

using Named = std::vector<std::pair<std::string, double>>;
using Texts = std::vector<std::pair<std::string, std::string>>;

accordo::Equations equations(const Named& states, const Named& inputs, const Named& parameters,
                             const Texts& der, const Texts& outputs) {
  accordo::Equations e;
  for (const auto& [name, value] : parameters) e.parameter(name, value);
  for (const auto& [name, value] : states) e.state(name, value);
  for (const auto& [name, value] : inputs) e.input(name, value);
  for (const auto& [name, text] : der) e.der(name, text);
  for (const auto& [name, text] : outputs) e.output(name, text);
  return e;
}

accordo::Description description(const Named& states, const Named& inputs, std::vector<std::string> outputs,
                                 Texts feed_through) {
  accordo::Description d;
  for (const auto& [name, value] : states) d.states.push_back({name, value});
  for (const auto& [name, value] : inputs) d.inputs.push_back({name, value});
  d.outputs = std::move(outputs);
  d.feed_through = std::move(feed_through);
  return d;
}

}  // namespace

void add_systems(py::module_& m) {
  py::class_<Blueprint>(m, "Blueprint")
      .def("exception", &Blueprint::exception)
      .def("forget", &Blueprint::forget);
  m.def("function_unit", [](py::object function, py::object x_type, py::object u_type, py::object parameters,
                            py::object jac, const Named& states, const Named& inputs,
                            std::vector<std::string> outputs, Texts feed_through) {
    return function_blueprint({std::move(function), std::move(x_type), std::move(u_type),
                               std::move(parameters), std::move(jac),
                               description(states, inputs, std::move(outputs), std::move(feed_through))});
  });
  m.def("object_unit", [](py::object object, py::object u_type, bool computes_outputs, bool rollback,
                          int input_degree, double step_size, const Named& states, const Named& inputs,
                          std::vector<std::string> outputs, Texts feed_through) {
    ObjectSpec spec{std::move(object), std::move(u_type),
                    description(states, inputs, std::move(outputs), std::move(feed_through)),
                    computes_outputs};
    spec.description.rollback = rollback;
    spec.description.input_degree = input_degree;
    spec.description.step_size = step_size;
    return object_blueprint(std::move(spec));
  });

  using accordo::System;
  py::class_<System>(m, "System")
      .def(py::init<>())
      .def_static("read",
                  [](const std::string& file) {
                    const Released released;
                    return System::read(file);
                  })
      .def("copy", [](const System& system) { return System(system); })
      .def("add_fmu",
           [](System& system, const std::string& name, const std::string& file, const std::string& kind,
              const Texts& values) {
             system.add(name, accordo::Fmu{file, kind, values});
           })
      .def("add_equations",
           [](System& system, const std::string& name, const Named& states, const Named& inputs,
              const Named& parameters, const Texts& der, const Texts& outputs) {
             system.add(name, equations(states, inputs, parameters, der, outputs));
           })
      .def("add_unit", [](System& system, const std::string& name,
                          const Blueprint& unit) { system.add(name, unit.make()); })
      .def("connect", [](System& system, const std::string& text) { system.connect(text); })
      .def("event", [](System& system, double t) { system.event(t); })
      .def("set", [](System& system, const std::string& name, double value) { system.set(name, value); })
      .def("units", &System::units);
}

}  // namespace accordo_python
