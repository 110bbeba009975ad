// What follows from a scenario before anything of it runs.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/driven_inputs.hpp"
#include "core/exchange.hpp"
#include "core/step_control.hpp"
#include "coupling/catalogue.hpp"
#include "coupling/options.hpp"
#include "model/record_plan.hpp"
#include "model/scenario.hpp"
#include "model/wiring.hpp"
#include "unit/built_unit.hpp"
#include "unit/time_events.hpp"

namespace accordo {

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

/// Which units there are and what they can do, how they are connected, which method couples them, where steps
/// end. Finished once it is made (session/planner.hpp), and free of anything that runs.
class Plan {
 public:
  const Scenario& scenario() const { return scenario_; }
  std::span<const UnitInfo> units() const { return units_; }
  /// What else is known of a unit: what it capability_checks and what was verified of that, facts where the
  /// plan is made to be looked at. Its maker is elsewhere.
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
  /// Adds what was tolerated while the scenario was read, and keeps files as long as the plan.
  void keep(const std::vector<Problem>& warnings, std::shared_ptr<const void> files) {
    warnings_.insert(warnings_.begin(), warnings.begin(), warnings.end());
    files_ = std::move(files);
  }
  double start() const { return start_; }
  double stop() const { return stop_; }
  double step() const { return step_; }  ///< 0: it follows from the tolerance
  double tolerance() const { return tolerance_; }
  /// Whether units that take steps of one length only, and nobody else, have decided on the step.
  bool step_is_bound() const { return step_is_bound_; }
  /// The events that were known before the run, found or announced; the first of them where there are very
  /// many.
  std::vector<double> known_events() const;
  /// Whether nothing drives an input: neither a connection nor a time series.
  bool is_free(int input) const;
  std::unique_ptr<StepControl> make_control(const StepEnds& ends = {}) const;
  /// Under mpirun, on all ranks but the first: whether units are only hosted here.
  bool hosts() const { return hosts_; }

 protected:
  /// The events of the scenario and those where series jump or bend.
  std::vector<double> listed_events() const;
  /// The first instant after t at which equations switch by time alone.
  double next_switch(double t) const;
  /// Where some unit takes whole steps only, a switch between two ends of these ends none: the next step
  /// takes the new value.
  bool ends_a_step(double t) const;
  std::vector<int> ranks_of_units() const;
  std::vector<int> kept_together() const;

  Scenario scenario_;
  std::shared_ptr<const void> files_;
  std::vector<UnitInfo> units_;
  std::vector<BuiltUnit> built_;                                ///< per unit, without its maker
  std::vector<bool> separated_;                                 ///< per unit
  std::vector<std::function<std::unique_ptr<Unit>()>> makers_;  ///< per unit
  bool described_ = false;                                      ///< nothing of FMUs may be run
  std::vector<Problem> warnings_;
  Wiring wiring_;
  std::vector<RecordColumn> columns_;
  std::vector<DrivenInput> driven_;
  std::vector<DrivenToken> driven_tokens_;
  std::vector<double> series_events_;                     ///< where series jump or bend
  std::vector<std::shared_ptr<TimeEvents>> time_events_;  ///< of units, each once
  bool on_grid_ = false;                                  ///< a unit takes no steps but whole ones
  double start_ = 0, stop_ = 0, step_ = 0;                ///< step_ 0: it follows from tolerance_
  double tolerance_ = 0;
  double shortest_ = 0;  ///< no step below, even where there is no agreement
  const Method* method_ = nullptr;
  std::optional<Options> options_;  ///< of the method
  Traits traits_;
  bool hosts_ = false;
  std::string choice_;
  std::string opened_loop_, guessed_step_of_;
  bool step_is_bound_ = false;

  friend class Planner;
};

}  // namespace accordo
