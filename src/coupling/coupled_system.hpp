// All units as one system of ODEs: x' = f(t, x, u(t, x)) with u from u = Φᵀ g(t, x, u).
#pragma once

#include <optional>
#include <vector>

#include "core/agreement.hpp"
#include "core/ensemble.hpp"
#include "integrate/dense_path.hpp"
#include "integrate/event_search.hpp"
#include "unit/step_guard.hpp"

namespace accordo {

class CoupledSystem final : public OdeSystem, private OutputSource, private EventSource {
 public:
  explicit CoupledSystem(Ensemble& ensemble);

  /// x from the start of the step to its end, the units' events handled; a failure names the unit and its
  /// state. Where discrete values are passed on, an event ends it: the ensemble has to settle() there.
  /// Returns how far it came.
  double integrate(Integrator& integrator, const Step& step, bool continuous, std::vector<double>& x);
  /// Consistent inputs at this point; then in inputs().
  void solve_inputs(const Instant& at, const double* x);
  const std::vector<double>& inputs() const { return u_; }
  const std::vector<double>& outputs() const { return y_; }
  /// The internal steps of integrate() go there, where units can be evaluated before events that were
  /// handled.
  void follow(DensePath* path) { path_ = evaluate_freely(false) ? path : nullptr; }
  /// At a time within the step integrated last; inputs() and outputs() belong to it, then.
  bool solve_within(double t, double* x);
  bool follows() const override { return path_ != nullptr; }
  void passed(const InternalStep& step) override { path_->add(step); }
  /// Where the search for consistent inputs starts.
  void guess_inputs(const std::vector<double>& u) { u_ = u; }
  void read_states(std::vector<double>& x);
  Agreement& agreement() { return agreement_; }

  int size() const override { return ensemble_.wiring().layout.states(); }
  void rhs(double t, const double* x, double* dx) override;
  /// Dense: only for systems small enough for a stiff integrator.
  bool has_jacobian() const override {
    return linearizable_ && size() <= kDense && ensemble_.wiring().layout.inputs() <= kDense;
  }
  void jacobian(double t, const double* x, Matrix& J, Vector& f_t) override;
  // What no unit hides is hidden from nobody.
  bool guards() const override { return !guards_.empty(); }
  double guarded(const Stretch& stretch) override;
  bool watches() const override { return watched_; }
  void origin(double t, const double* x, bool evaluated) override;
  void attempting() override;
  bool hides() override;

 private:
  static constexpr int kDense = 200;

  void outputs(Group group, const Instant& at, const double* u, const double* du, double* y,
               double* dy) override;
  void feed_through(Group group, const Instant& at, const double* u, double* D) override;
  double next_event() const override;
  bool has_switches() const override { return has_switches_; }
  bool crossed(double t, const double* x) override;
  bool completed(double t, const double* x) override;
  void handle(double t, double* x) override;
  /// Calls with the events of each unit that has any, where its states start, its inputs, and its mark.
  template <class Each>
  void for_each_events(Each each);
  bool evaluate_freely(bool freely);
  void check_chattering(double t) const;
  double advance(Integrator& integrator, const Step& step, bool continuous, double* x);
  Unit& unit(int k) { return *units_[static_cast<std::size_t>(k)]; }

  Ensemble& ensemble_;
  std::vector<Unit*> units_;
  std::vector<UnitEvents*> events_;  ///< per unit; empty where no unit has any
  struct UnitGuard {
    int unit;
    StepGuard* guard;
    bool watches;
  };
  std::vector<UnitGuard> guards_;  ///< of units that have one
  bool watched_ = false;
  std::vector<char> wants_event_;
  bool has_switches_ = false;
  bool passes_discrete_ = false;  ///< values from unit to unit
  EventSearch search_;
  Agreement agreement_;
  std::vector<std::size_t> feed_;
  TimeWindow window_;
  DensePath* path_ = nullptr;
  bool linearizable_ = true;
  std::optional<Error> loop_failure_;  ///< of the latest evaluation that had no solution
  const double* x_ = nullptr;          ///< the point at which outputs are evaluated
  std::vector<double> u_, y_, u_start_;
  std::vector<LinearModel> linear_;  ///< per unit
};

}  // namespace accordo
