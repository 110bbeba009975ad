// From a scenario to a plan: every check that can be made is made, and all problems are reported together.
#pragma once

#include <map>
#include <optional>

#include "io/series.hpp"
#include "session/plan.hpp"

namespace accordo {

/// Nothing after problems, all of which are reported.
std::optional<Plan> make_plan(Scenario scenario, Problems& problems, OpenOptions options = {});

/// A plan on its way, once.
class Planner {
 public:
  Planner(Scenario scenario, OpenOptions options, Problems& problems);
  /// times → units → wiring → method → steps and events: each rests on those before.
  std::optional<Plan> make();

 private:
  void set_times();
  void set_output_points();
  void check_resolution(double length, const char* what, const SourceLocation& place);
  void build_units();
  void connect();
  void name_series();
  void read_series();
  void drive_input(int unit, const SeriesSpec& spec, SeriesReader& reader);
  void know_events();
  void follow(DrivenInput& input, const std::shared_ptr<const TimeSeries>& series, double tolerance);
  void check_states();
  void choose_method();
  std::string automatic_method();
  void set_step();
  bool fix_step();
  void guess_step(const UnitInfo& unit);
  void check_fixed_steps();
  void set_shortest_step();
  void open_loops();
  void separate_instances();
  void check_processes();
  void check_ranks();
  void check_instances_on_ranks();

  Plan plan_;
  OpenOptions options_;
  Problems& problems_;
  /// What continuous inputs follow, and which of the driven ones they are.
  std::vector<std::pair<std::size_t, std::shared_ptr<const TimeSeries>>> lines_;
};

}  // namespace accordo
