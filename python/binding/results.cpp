// Result, Statistics, Verdict. Columns reach numpy as they are: the array keeps the result alive.

#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <accordo/result.hpp>

#include "binding/failures.hpp"
#include "binding/runs.hpp"

namespace accordo_python {
namespace {

using accordo::Result;

/// Read-only: other arrays show the same numbers.
py::array shown(std::span<const double> values, const py::object& owner) {
  py::array_t<double> array(static_cast<py::ssize_t>(values.size()), values.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

py::dict counters(const accordo::Statistics& s) {
  py::dict counts;
  for (const accordo::Counter& c : accordo::counters) counts[c.name] = s.*c.member;
  return counts;
}

py::object failure(const Result& result) {
  const accordo::Failure* const f = result.failure();
  if (f == nullptr) return py::none();
  return py::make_tuple(name_of(f->cause), f->id, f->message, f->remedy, f->time, f->unit, f->words);
}

py::tuple verdict(const Result& result) {
  py::list reasons;
  for (const accordo::Verdict::Reason& r : result.verdict().reasons)
    reasons.append(py::make_tuple(r.level, r.id, r.text));
  return py::make_tuple(result.verdict().level, py::tuple(reasons));
}

py::object error(const Result& result, const std::string& signal) {
  const std::optional<accordo::SignalError> e = result.error(signal);
  if (!e) return py::none();
  return py::make_tuple(e->largest, e->at, e->last, e->rms, e->range);
}

py::list warnings(const Result& result) {
  py::list list;
  for (const accordo::Problem& p : result.warnings()) list.append(to_python(p));
  return list;
}

py::array at(const Result& result,
             const py::array_t<double, py::array::c_style | py::array::forcecast>& times,
             const std::string& signal) {
  const std::vector<double> values =
      result.at({times.data(), static_cast<std::size_t>(times.size())}, signal);
  return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::dict steps(const Result& result) {
  py::dict columns;
  const auto column = [&](const char* name, auto value) {
    py::list list;
    for (const accordo::StepSummary& s : result.steps()) list.append(value(s));
    columns[name] = list;
  };
  using Summary = accordo::StepSummary;
  column("end", [](const Summary& s) { return s.end; });
  column("steps", [](const Summary& s) { return s.steps; });
  column("iterations", [](const Summary& s) { return s.iterations; });
  column("rejected", [](const Summary& s) { return s.rejected; });
  column("shortest", [](const Summary& s) { return s.shortest; });
  column("longest", [](const Summary& s) { return s.longest; });
  column("residual", [](const Summary& s) { return s.residual; });
  column("estimate", [](const Summary& s) { return s.estimate; });
  return columns;
}

}  // namespace

void add_results(py::module_& m) {
  using accordo::Statistics;
  py::class_<accordo::UnitStatistics>(m, "UnitStatistics")
      .def_readonly("name", &accordo::UnitStatistics::name)
      .def_readonly("kind", &accordo::UnitStatistics::kind)
      .def_readonly("integrations", &accordo::UnitStatistics::integrations)
      .def_readonly("wall_seconds", &accordo::UnitStatistics::wall_seconds);
  py::class_<Statistics> statistics(m, "Statistics");
  statistics.def_readonly("method", &Statistics::method)
      .def_readonly("status", &Statistics::status)
      .def_readonly("start", &Statistics::start)
      .def_readonly("stop", &Statistics::stop)
      .def_readonly("reached", &Statistics::reached)
      .def_readonly("max_coupling_residual", &Statistics::max_coupling_residual)
      .def_readonly("error_estimate", &Statistics::error_estimate)
      .def_readonly("startup_seconds", &Statistics::startup_seconds)
      .def_readonly("wall_seconds", &Statistics::wall_seconds)
      .def_readonly("units", &Statistics::units)
      .def("counters", &counters);
  for (const accordo::Counter& c : accordo::counters) {
    const auto member = c.member;
    statistics.def_property_readonly(
        c.name, [member](const Statistics& s) { return s.*member; }, c.meaning);
  }
  py::class_<Result>(m, "Result")
      .def("done", &Result::done)
      .def("failure", &failure)
      .def("signals", &Result::signals)
      .def("time", [](const py::object& self) { return shown(self.cast<const Result&>().time(), self); })
      .def("signal", [](const py::object& self,
                        const std::string& name) { return shown(self.cast<const Result&>()[name], self); })
      .def("errors",
           [](const py::object& self, const std::string& name) {
             return shown(self.cast<const Result&>().errors(name), self);
           })
      .def("at", &at)
      .def("error", &error)
      .def("statistics", [](const Result& result) { return result.statistics(); })
      .def("verdict", &verdict)
      .def("warnings", &warnings)
      .def("steps", &steps)
      .def("write", &Result::write, py::call_guard<Released>())
      .def("metadata", &Result::metadata)
      .def("page", &Result::page, py::call_guard<Released>());
}

}  // namespace accordo_python
