// A scenario made ready to run: units built, wired and coupled.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "core/driver.hpp"
#include "core/ensemble.hpp"
#include "coupling/catalogue.hpp"
#include "io/series.hpp"
#include "model/record_plan.hpp"
#include "model/scenario.hpp"
#include "record/statistics.hpp"
#include "unit/built_unit.hpp"

namespace accordo {

/// How a run is watched and stopped.
struct RunWatch {
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double t)> progress = {};
  StepObserver* observer = nullptr;
  std::function<void(const Problem&)> warn = {};  ///< hears of what is noticed while the run goes on
  std::function<double()> seconds = {};           ///< the clock by which that is; empty: the machine's
};

/// Where macro-steps end, besides what step or tolerance say.
struct StepEnds {
  std::span<const double> points = {};  ///< at these, and nowhere else; empty: there are none
  double longest = 0;  ///< none is longer, and they end elsewhere than without this; 0: no limit
};

/// Whether what FMUs declare is verified or believed; `described`: nothing of them is run, and neither can
/// the session be.
enum class Fmus { tested, trusted, described };

/// `look`: to be shown, so that it need not have all that a run needs.
enum class Purpose { run, look };

/// What a unit that is no scenario's is built for.
struct OwnUnitContext {
  double start = 0;      ///< of the run
  double tolerance = 0;  ///< of integrators
};
using OwnUnitBuilder = std::function<BuiltUnit(const UnitSpec&, const OwnUnitContext&, Problems&)>;

struct OpenOptions {
  Fmus fmus = Fmus::tested;
  Purpose purpose = Purpose::run;
  bool processes = true;                           ///< units may run in processes of their own
  std::map<std::string, OwnUnitBuilder> own = {};  ///< units that come ready, by name: their body is empty
};

class Session {
 public:
  /// Checks everything and builds; null after problems, all of which are reported.
  static std::unique_ptr<Session> open(Scenario scenario, Problems& problems, OpenOptions options = {});

  const Scenario& scenario() const { return scenario_; }
  std::span<const UnitInfo> units() const { return units_; }
  /// What else is known of a unit: what it capability_checks and what was verified of that, facts where the
  /// session is opened to be looked at. Its maker is gone.
  const BuiltUnit& built(std::size_t unit) const { return built_[unit]; }
  /// Whether a unit runs in a process of its own, and whether that is because its FMU allows one instance per
  /// process.
  bool isolated(std::size_t unit) const {
    return scenario_.execution.isolate || scenario_.units[unit].isolate || separated_[unit];
  }
  bool separated(std::size_t unit) const { return separated_[unit]; }
  const Wiring& wiring() const { return wiring_; }
  const std::vector<RecordColumn>& columns() const { return columns_; }
  const Method& method() const { return *method_; }
  /// How good it is with these units and options.
  const Traits& traits() const { return traits_; }
  /// Why this method, when the user did not name one.
  const std::string& choice() const { return choice_; }
  /// An algebraic loop, for people, that nobody can solve at an instant; empty: there is none.
  const std::string& opened_loop() const { return opened_loop_; }
  /// The unit whose own steps the macro-step was guessed for; empty: none.
  const std::string& guessed_step_of() const { return guessed_step_of_; }
  /// What the user should know though nothing is wrong enough to stop.
  const std::vector<Problem>& warnings() const { return warnings_; }
  /// Adds what was tolerated while the scenario was read, and keeps files until the session ends.
  void keep(const std::vector<Problem>& warnings, std::shared_ptr<const void> files) {
    warnings_.insert(warnings_.begin(), warnings.begin(), warnings.end());
    files_ = std::move(files);
  }
  /// Outputs of units that, in the first row of the run that was made, need not belong to the rest of it.
  std::vector<std::string> unsure_at_start() const;
  double start() const { return start_; }
  double stop() const { return stop_; }
  double step() const { return step_; }  ///< 0: it follows from the tolerance
  double tolerance() const { return tolerance_; }
  /// Whether units that take steps of one length only, and nobody else, have decided on the step.
  bool step_is_bound() const { return step_is_bound_; }
  /// The events that were known before the run, found or announced; the first of them where there are very
  /// many.
  std::vector<double> known_events() const;
  Ensemble& ensemble() { return *ensemble_; }
  const Coupling& coupling() const { return *coupling_; }

  /// Under mpirun, on all ranks but the first: makes this rank's units and serves until the run is over.
  bool hosts() const { return hosts_; }
  void host();

  /// The bare loop over time, once; whoever wants to know what came of it calls run() (session/run.hpp). The
  /// recorder may be null.
  Outcome record(Recorder* recorder, const RunWatch& watch = {}, const StepEnds& ends = {});
  /// The same by pieces; `control` is what steps then follow from.
  std::unique_ptr<TimeLoop> loop(Recorder* recorder, StepControl& control, const RunWatch& watch = {});
  std::unique_ptr<StepControl> make_control(const StepEnds& ends = {}) const;
  /// Whether nothing drives an input: neither a connection nor a time series.
  bool is_free(int input) const;
  /// Of the run that was made.
  Statistics statistics(const Outcome& outcome) const;

 private:
  Session(Scenario scenario, OpenOptions options)
      : scenario_(std::move(scenario)),
        fmus_(options.fmus),
        purpose_(options.purpose),
        processes_(options.processes),
        own_(std::move(options.own)) {}
  bool assemble(Problems& problems);
  void set_times(Problems& problems);
  void set_output_points(Problems& problems);
  void check_resolution(double length, const char* what, const SourceLocation& place,
                        Problems& problems) const;
  void build_units(Problems& problems);
  void name_series();
  void read_series(Problems& problems);
  void drive_input(int unit, const SeriesSpec& spec, SeriesReader& reader, Problems& problems);
  void know_events(const Options& options);
  void follow(DrivenInput& input, const std::shared_ptr<const TimeSeries>& series, double tolerance);
  double next_switch(double t) const;
  bool ends_a_step(double t) const;
  void choose_method(Problems& problems);
  std::string automatic_method();
  void set_step(Problems& problems);
  bool fix_step(Problems& problems);
  void check_fixed_steps(Problems& problems);
  void set_shortest_step(const Options& options, Problems& problems);
  void check_states(Problems& problems) const;
  void separate_instances();
  void check_processes(Problems& problems) const;
  void check_instances_on_ranks(Problems& problems) const;
  std::vector<int> kept_together() const;
  void check_ranks(Problems& problems) const;
  std::unique_ptr<Executor> make_executor();
  Run run_of(Recorder* recorder, StepControl& control, const RunWatch& watch);
  std::vector<int> ranks_of_units() const;
  void open_loops(const Problems& problems);
  void guess_step(const UnitInfo& unit);

  Scenario scenario_;
  Fmus fmus_;
  Purpose purpose_;
  bool processes_;
  std::map<std::string, OwnUnitBuilder> own_;
  std::shared_ptr<const void> files_;
  std::vector<UnitInfo> units_;
  std::vector<BuiltUnit> built_;                                ///< per unit, without its maker
  std::vector<bool> separated_;                                 ///< per unit
  std::vector<std::function<std::unique_ptr<Unit>()>> makers_;  ///< until the units are made
  std::vector<Problem> warnings_;
  Wiring wiring_;
  std::vector<RecordColumn> columns_;
  std::vector<DrivenInput> driven_;
  std::vector<DrivenToken> driven_tokens_;
  std::vector<double> series_events_;  ///< where series jump or bend
  /// What continuous inputs follow, and which of driven_ they are.
  std::vector<std::pair<std::size_t, std::shared_ptr<const TimeSeries>>> lines_;
  std::vector<std::shared_ptr<TimeEvents>> time_events_;  ///< of units, each once
  bool on_grid_ = false;                                  ///< a unit takes no steps but whole ones
  double start_ = 0, stop_ = 0, step_ = 0;                ///< step_ 0: it follows from tolerance_
  double tolerance_ = 0;
  double shortest_ = 0;  ///< no step below, even where there is no agreement
  const Method* method_ = nullptr;
  Traits traits_;
  bool hosts_ = false;
  std::string choice_;
  std::string opened_loop_, guessed_step_of_;
  bool step_is_bound_ = false;
  std::unique_ptr<Executor> executor_;
  std::unique_ptr<Ensemble> ensemble_;
  std::unique_ptr<Coupling> coupling_;
  double wall_seconds_ = 0;
};

}  // namespace accordo
