// Runs that go on by hand.

#include <accordo/run.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "base/index.hpp"
#include "library/errors.hpp"
#include "library/open_system.hpp"
#include "library/result_body.hpp"
#include "record/recording.hpp"
#include "session/run.hpp"

namespace accordo::v0 {

struct Snapshot::Body {
  double t = 0;
  std::vector<double> states, inputs;
  std::vector<std::shared_ptr<const void>> kept;  ///< per unit, in place of states
  std::shared_ptr<const void> run;                ///< whose units have kept it; null: any run of this system
};

Snapshot::Snapshot(std::shared_ptr<const Body> body) : body_(std::move(body)) {}
Snapshot::~Snapshot() = default;
Snapshot::Snapshot(const Snapshot&) = default;
Snapshot& Snapshot::operator=(const Snapshot&) = default;
double Snapshot::time() const {
  return body_->t;
}

/// Everything that is at work; what refers to what stands below it.
struct Run::Body {
  Body(const System& system, const Settings& settings, const Watch& watch)
      : session(open_system(system, settings)),
        rows(empty_trajectory(session->columns())),
        sink(rows),
        recording(session->columns(), sink, session->scenario().experiment.output_interval.value_or(0),
                  session->scenario().experiment.output_points),
        history(session->ensemble(), session->traits().points()),
        control(session->make_control()),
        loop(
            session->loop(&recording, *control,
                          {.interrupt = watch.interrupt, .progress = watch.progress, .observer = &history})) {
    if (session->scenario().experiment.accuracy)
      throw accordo::Error(
          Exit::usage, "accuracy-by-hand",
          "an accuracy cannot be kept by a run that is stepped by hand: it could not be repeated",
          "give a tolerance");
    loop->begin();
    check();
  }

  /// A run that failed cannot go on.
  void check() const {
    if (const Outcome outcome = loop->outcome(); outcome.failure) throw accordo::Error(*outcome.failure);
  }
  RecordColumn find(std::string_view signal) const;
  void check_kept(std::span<const std::shared_ptr<const void>> kept) const;

  std::shared_ptr<const char> identity = std::make_shared<char>();
  std::unique_ptr<Session> session;
  Trajectory rows;
  TrajectorySink sink;
  Recording recording;
  StepMonitor history;
  std::unique_ptr<StepControl> control;
  std::unique_ptr<TimeLoop> loop;
};

RecordColumn Run::Body::find(std::string_view signal) const {
  Problems problems;
  const std::vector<Text> patterns{{std::string(signal), {}}};
  std::vector<RecordColumn> columns =
      plan_record(patterns, session->units(), session->wiring().layout, problems);
  problems.throw_if_any();
  if (columns.size() == 1) return columns.front();
  throw accordo::Error(Exit::usage, "unknown-signal", fmt::format("'{}' is not a single signal", signal),
                       "name unit.variable");
}

/// Only what shows all of its state, or keeps it, can be saved.
void Run::Body::check_kept(std::span<const std::shared_ptr<const void>> kept) const {
  Problems problems;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const UnitInfo& unit = session->units()[k];
    const bool fmu = unit.kind.starts_with("fmi");
    if (kept[k] != nullptr || (unit.can.states && unit.can.rollback && !fmu)) continue;
    problems.add(
        "cannot-save", {},
        fmt::format("unit '{}' cannot be saved: {}", unit.name,
                    session->isolated(k) ? "it runs in a process of its own"
                    : fmu                ? "the FMU does not save its state"
                                         : "it does not show all of its state"),
        "units given by equations or matrices can, FMUs that save their state, and units of your own "
        "with states");
  }
  problems.throw_if_any();
}

namespace {

/// Time does not go back in results.
void drop_rows(Trajectory& rows, double after) {
  while (!rows.times.empty() && rows.times.back() > after) rows.times.pop_back();
  rows.values.resize(rows.rows() * rows.names.size());
}

/// Two equal rows of one time are no jump.
void drop_twin(Trajectory& rows) {
  const std::size_t n = rows.rows();
  if (n < 2 || rows.times[n - 1] != rows.times[n - 2]) return;
  for (std::size_t c = 0; c < rows.names.size(); ++c) {
    if (rows.at(n - 1, c) != rows.at(n - 2, c)) return;
  }
  rows.times.pop_back();
  rows.values.resize(rows.rows() * rows.names.size());
}

}  // namespace

Run::Run(std::unique_ptr<Body> body) : body_(std::move(body)) {}
Run::~Run() = default;
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;

Run open(const System& system, const Settings& settings, const Watch& watch) {
  return translated([&] { return Run(std::make_unique<Run::Body>(system, settings, watch)); });
}

double Run::time() const {
  return body_->loop->time();
}

void Run::advance_to(double t) {
  translated([&] {
    body_->loop->advance_to(t);
    body_->check();
  });
}

double Run::operator[](std::string_view signal) const {
  return translated([&] {
    const RecordColumn column = body_->find(signal);
    Ensemble& ensemble = body_->session->ensemble();
    Frame frame{.t = time(), .u = ensemble.u().data(), .y = ensemble.y().data()};
    std::vector<double> x(static_cast<std::size_t>(body_->session->wiring().layout.states()));
    if (column.kind == RecordColumn::state) {
      ensemble.states(x);
      frame.x = x.data();
    }
    double value = 0;
    gather_values({&column, 1}, frame, {&value, 1});
    return value;
  });
}

void Run::set(std::string_view input, double value) {
  translated([&] {
    const RecordColumn column = body_->find(input);
    if (column.kind != RecordColumn::input || !body_->session->is_free(column.index))
      throw accordo::Error(Exit::usage, "not-free", fmt::format("'{}' cannot be set", input),
                           "only inputs can that no connection and no time series drives");
    body_->session->ensemble().set_input(column.index, value);
    body_->loop->restart(time());
    body_->check();
  });
}

Snapshot Run::save() {
  return translated([&] {
    Ensemble& ensemble = body_->session->ensemble();
    auto saved = std::make_shared<Snapshot::Body>();
    saved->kept = ensemble.keep();
    body_->check_kept(saved->kept);
    if (std::any_of(saved->kept.begin(), saved->kept.end(), [](const auto& k) { return k != nullptr; }))
      saved->run = body_->identity;
    saved->t = time();
    saved->states.resize(static_cast<std::size_t>(body_->session->wiring().layout.states()));
    ensemble.states(saved->states);
    saved->inputs.assign(ensemble.u().begin(), ensemble.u().end());
    return Snapshot(std::move(saved));
  });
}

void Run::restore(const Snapshot& snapshot) {
  translated([&] {
    const Snapshot::Body& saved = *snapshot.body_;
    if (saved.states.size() != static_cast<std::size_t>(body_->session->wiring().layout.states()) ||
        saved.inputs.size() != body_->session->ensemble().u().size())
      throw accordo::Error(Exit::usage, "cannot-save", "this snapshot is of another system");
    if (saved.run != nullptr && saved.run != body_->identity)
      throw accordo::Error(Exit::usage, "cannot-save",
                           "this snapshot is of another run, whose FMUs alone can come back to it",
                           "save this run");
    body_->session->ensemble().set(saved.states, saved.inputs, saved.kept);
    drop_rows(body_->rows, saved.t);
    body_->recording.go_to(saved.t);
    body_->loop->restart(saved.t);
    drop_twin(body_->rows);
    body_->check();
  });
}

Result Run::result() const {
  return translated([&] {
    StepMonitor history = body_->history;
    accordo::Result result =
        result_of(*body_->session, body_->loop->outcome(), history.finish(), body_->rows);
    return Result(std::make_shared<const Result::Body>(std::move(result), *body_->session));
  });
}

}  // namespace accordo::v0
