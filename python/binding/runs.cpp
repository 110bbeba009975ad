#include "binding/runs.hpp"

#include <pybind11/stl.h>
#include <accordo/compare.hpp>

#include <chrono>

#include "binding/failures.hpp"
#include "binding/units.hpp"

namespace accordo_python {
namespace {

using accordo::Run;
using accordo::Settings;
using accordo::Snapshot;
using accordo::System;

/// Lets Python look after signals and progress while the library is at work, some times per second.
class Observer {
 public:
  explicit Observer(py::object progress) : progress_(std::move(progress)) {}

  accordo::Watch watch() {
    return {.interrupt = &interrupt, .progress = [this](double t) { point(t); }};
  }
  /// Throws what a signal handler or the progress function has raised.
  void rethrow() {
    if (raised_.get() == nullptr) return;
    const py::object exception = raised_.take();
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
    throw py::error_already_set();
  }

  std::atomic<bool> interrupt{false};

 private:
  using Steady = std::chrono::steady_clock;

  void point(double t) {
    if (Steady::now() < next_) return;
    next_ = Steady::now() + std::chrono::milliseconds(50);
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) return stop();
    if (progress_.get() == Py_None) return;
    const py::object answer =
        py::reinterpret_steal<py::object>(PyObject_CallFunction(progress_.get(), "d", t));
    if (!answer) stop();
  }
  void stop() {
    interrupt = true;
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0) {
      PyErr_Clear();
    } else {
      raised_.set(take_exception());
    }
  }

  Shared progress_, raised_;
  Steady::time_point next_ = Steady::now() + std::chrono::milliseconds(50);
};

accordo::Result run(const System& system, const Settings& settings, py::object progress) {
  Observer observer(std::move(progress));
  std::optional<accordo::Result> result;
  {
    const Interruptible interruptible(observer.interrupt);
    const Released released;
    result = accordo::run(system, settings, observer.watch());
  }
  observer.rethrow();
  return *std::move(result);
}

accordo::Comparison compare(const System& system, const Settings& settings,
                            const accordo::Comparing& comparing) {
  Observer observer{py::none()};
  std::optional<accordo::Comparison> comparison;
  {
    const Released released;
    comparison = accordo::compare(system, settings, comparing, observer.watch());
  }
  observer.rethrow();
  return *std::move(comparison);
}

/// A run by hand, and who looks after it.
class SteppedRun {
 public:
  SteppedRun(const System& system, const Settings& settings) {
    with_run([&] { run_.emplace(accordo::open(system, settings, observer_.watch())); });
  }
  ~SteppedRun() {
    const Released released;
    run_.reset();
  }
  SteppedRun(const SteppedRun&) = delete;
  SteppedRun& operator=(const SteppedRun&) = delete;

  /// False: it was interrupted.
  bool advance_to(double t) {
    with_run([&] { run_->advance_to(t); });
    return !observer_.interrupt;
  }
  void set(const std::string& input, double value) {
    with_run([&] { run_->set(input, value); });
  }
  Snapshot save() {
    std::optional<Snapshot> saved;
    with_run([&] { saved = run_->save(); });
    return *std::move(saved);
  }
  void restore(const Snapshot& snapshot) {
    with_run([&] { run_->restore(snapshot); });
  }
  double value(const std::string& signal) {
    double value = 0;
    with_run([&] { value = (*run_)[signal]; });
    return value;
  }
  accordo::Result result() {
    std::optional<accordo::Result> result;
    with_run([&] { result = run_->result(); });
    return *std::move(result);
  }
  double time() const { return run_->time(); }

 private:
  template <class Use>
  void with_run(Use use) {
    {
      const Interruptible interruptible(observer_.interrupt);
      const Released released;
      use();
    }
    observer_.rethrow();
  }

  Observer observer_{py::none()};
  std::optional<Run> run_;
};

void add_comparisons(py::module_& m) {
  using accordo::ComparedRun;
  using accordo::Comparing;
  using accordo::Comparison;
  py::class_<Comparing>(m, "Comparing")
      .def(py::init<>())
      .def_readwrite("methods", &Comparing::methods)
      .def_readwrite("steps", &Comparing::steps)
      .def_readwrite("tolerances", &Comparing::tolerances)
      .def_readwrite("reference", &Comparing::reference)
      .def_readwrite("jobs", &Comparing::jobs)
      .def_readwrite("run_timeout", &Comparing::run_timeout);
  py::class_<ComparedRun>(m, "ComparedRun")
      .def_readonly("method", &ComparedRun::method)
      .def_readonly("step", &ComparedRun::step)
      .def_readonly("tolerance", &ComparedRun::tolerance)
      .def_readonly("error_percent", &ComparedRun::error_percent)
      .def_readonly("statistics", &ComparedRun::statistics)
      .def_readonly("status", &ComparedRun::status)
      .def_readonly("reason", &ComparedRun::reason)
      .def_readonly("best", &ComparedRun::best);
  py::class_<Comparison>(m, "Comparison")
      .def_readonly("reference", &Comparison::reference)
      .def_readonly("signals", &Comparison::signals)
      .def_readonly("notes", &Comparison::notes)
      .def_readonly("runs", &Comparison::runs)
      .def_readonly("text", &Comparison::text)
      .def_readonly("page", &Comparison::page);
  m.def("compare", &compare);
}

}  // namespace

void add_runs(py::module_& m) {
  py::class_<Settings>(m, "Settings")
      .def(py::init<>())
      .def_readwrite("start", &Settings::start)
      .def_readwrite("stop", &Settings::stop)
      .def_readwrite("step", &Settings::step)
      .def_readwrite("tolerance", &Settings::tolerance)
      .def_readwrite("accuracy", &Settings::accuracy)
      .def_readwrite("output_interval", &Settings::output_interval)
      .def_readwrite("output_points", &Settings::output_points)
      .def_readwrite("method", &Settings::method)
      .def_readwrite("solver", &Settings::solver)
      .def_readwrite("options", &Settings::options)
      .def_readwrite("record", &Settings::record)
      .def_readwrite("error_bars", &Settings::error_bars)
      .def_readwrite("dense", &Settings::dense)
      .def_readwrite("threads", &Settings::threads)
      .def_readwrite("isolate", &Settings::isolate)
      .def_readwrite("max_steps", &Settings::max_steps)
      .def_readwrite("max_seconds", &Settings::max_seconds)
      .def_property(
          "processes", [](const Settings& s) { return s.allow.processes; },
          [](Settings& s, bool allowed) { s.allow.processes = allowed; });
  py::class_<Snapshot>(m, "Snapshot").def("time", &Snapshot::time);
  py::class_<SteppedRun>(m, "Run")
      .def(py::init<const System&, const Settings&>())
      .def("advance_to", &SteppedRun::advance_to)
      .def("set", &SteppedRun::set)
      .def("save", &SteppedRun::save)
      .def("restore", &SteppedRun::restore)
      .def("value", &SteppedRun::value)
      .def("result", &SteppedRun::result)
      .def("time", &SteppedRun::time);
  m.def("run", &run);
  add_comparisons(m);
  m.def("version", &accordo::version);
}

}  // namespace accordo_python
