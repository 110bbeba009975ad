// The switches of a native unit at work: sides are held over a step, crossings located, and what does nothing
// but switch is recognized.
#pragma once

#include <vector>

#include "integrate/event_search.hpp"
#include "unit/ode/driven_system.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// What counts as chattering: excursions that nobody could see, so many of them that time would stand still.
struct ChatterRule {
  double tolerance = 1e-4;  ///< of the run
  double stop = 0;          ///< when it ends
};

/// A switch has been crossed where its value is on the other side by more than rounding. So what is located
/// lies after the switch, where the equations as they are written agree with the new side.
class SwitchWatch final : private EventSource, public UnitEvents {
 public:
  /// All must outlive it.
  SwitchWatch(Switches& switches, Dynamics& dynamics, DrivenSystem& system, int states, int inputs,
              ChatterRule rule);

  /// The sides at the start of a step that is to be watched; whether they are those that were held before.
  bool begin(const Step& step, const double* x);
  /// x over the step as if nothing switched.
  void advance(Integrator& integrator, const Step& step, bool continuous, double* x);
  /// Whether something was crossed in that step.
  bool crossed() const { return now_.first < EventNews::never; }
  /// The step is over, or is none that is watched: branches are as they are written, except before what has
  /// been located in a watched one.
  void end(bool watched);

  /// Until end(): branches are as over the latest step, if it was watched.
  void hold() {
    if (now_.known) switches_.hold(now_.sides, Hold::always);
  }

  void settle(const Instant& at, const double* x, const double* u);
  EventNews news() const;
  /// See Unit::event_shift(); `h`: of the latest step.
  double shift(const Instant& at, const double* x, const ErrorBefore& before, double h);
  /// States were set from outside: nothing is known of sides.
  void forget() {
    now_.known = false;
    end(false);
  }
  void save() { saved_ = now_; }
  void restore();

  // For an integration elsewhere. Branches are held from the first question on.
  double next_event() const override { return EventNews::never; }
  bool crossed(const Instant& at, const double* x, const double* u) override;
  bool completed(const Instant&, const double*, const double*) override { return false; }
  void handle(const Instant& at, double* x, const double* u) override { settle(at, x, u); }
  bool evaluate_freely(bool freely) override {
    switches_.hold(now_.sides, now_.known && !freely ? between() : Hold::never);
    return true;
  }
  UnitEvents* elsewhere() {
    elsewhere_ = true;
    return this;
  }

 private:
  /// What a switch has been through.
  struct Course {
    double least = 0, most = 0;  ///< of its value
    double excursion = 0;        ///< the largest value since it switched last
    double since = 0;            ///< when that was
    double begun = 0;            ///< since when excursions are small
    int small = 0;               ///< how many in a row
  };
  struct Present {
    std::vector<double> sides;
    std::vector<Course> courses;
    bool known = false;               ///< sides are those of a watched step
    bool untold = false;              ///< a step began on the other side of a switch, and nobody else knows
    double told = -EventNews::never;  ///< when that was last
    double first = EventNews::never;
    long long count = 0;
    int chattering = -1;
  };

  bool has_switches() const override { return true; }
  bool crossed(double t, const double* x) override;
  bool completed(double, const double*) override { return false; }
  void handle(double, double*) override {}

  void look(const Instant& at, const double* x, const double* u);
  double value_along(std::size_t i, const Instant& at, const double* x, const double* u, const double* x_way,
                     const double* u_way, double by);
  bool turn(bool all);
  void find_sides(const Instant& at, const double* x, const double* u);
  void find_direction(const Step& step, const double* x, bool known);
  void find_untold(const Step& step);
  void tell(double t, std::size_t i);
  void turn_those_seen();
  void flip(std::size_t i, double t);
  Hold between() const { return elsewhere_ ? Hold::always : Hold::before_events; }

  Switches& switches_;
  Dynamics& dynamics_;
  DrivenSystem& system_;
  ChatterRule rule_;
  EventSearch search_;
  TimeWindow window_;
  double from_ = 0;  ///< where the latest step began
  Present now_, saved_;
  bool effect_ = false, elsewhere_ = false;
  std::vector<std::size_t> flipped_;  ///< at the instant of the latest settle()
  double settled_ = -EventNews::never;
  std::vector<std::size_t> untold_;  ///< at the start of a step
  std::vector<double> w_, noise_, x_, f_, u_;
  std::vector<double> sides_;  ///< before a change
  std::vector<double>
      seen_;  ///< the side on which a step from there, perhaps a longer one, has seen it; 0: none
  std::vector<char> unsure_;
};

}  // namespace accordo
