// What integrators with error control have in common: the choice of internal steps within a macro-step.
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "integrate/integrator.hpp"
#include "integrate/state_sizes.hpp"
#include "integrate/working_memory.hpp"

namespace accordo {

/// How far part of a macro-step went.
struct Progress {
  double t = 0;      ///< time reached; exactly step.end when done
  int attempts = 0;  ///< internal steps, rejected ones included
  int accepted = 0;
};

/// From where an internal step is tried, and where it leads.
struct Trial {
  explicit Trial(int states);
  std::vector<double> x, x_new, slope, slope_new;
};

/// One-step methods with an error estimate. A method supplies `attempt`; this class clips, repeats and
/// remembers steps.
class AdaptiveIntegrator : public Integrator {
 public:
  /// Internal steps after which a macro-step is given up.
  static constexpr int kMaxAttempts = 1'000'000;

  void advance(OdeSystem& system, const Step& step, bool continuous, double* x) final;
  /// Part of advance: from `from` on until the end of the step or for at most `max_attempts` internal steps.
  Progress run(OdeSystem& system, const Step& step, double from, bool continuous, int max_attempts,
               double* x);

  void save() final;
  void restore() final;
  void forget() final { slope_valid_ = false; }
  long long evaluations() const final { return evaluations_; }

  double next_step_size() const final { return next_step_size_; }
  void set_next_step_size(double dt) { next_step_size_ = dt; }
  [[noreturn]] void give_up(double t) const;
  /// Goes on where another integrator of the same states has stopped.
  void take_over(const AdaptiveIntegrator& from) {
    sizes_ = from.sizes_;
    noise_.now = from.noise_.now;
    since_noise_ = 0;
  }

 protected:
  AdaptiveIntegrator(int size, const IntegratorSettings& settings);

  /// Tries a step of length dt from (t, x), whose derivative is slope. Fills x_new and slope_new; a rejected
  /// step may leave anything there. Sets dt to the length to be tried next. Need not look for values that are
  /// not finite.
  virtual bool attempt(OdeSystem& system, const Step& step, double t, double& dt, Trial& trial) = 0;
  /// See InternalStep::bulge, of the attempt from t on that was just made.
  virtual const double* bulge(double /*t*/, double /*dt*/, const Trial&) { return nullptr; }
  /// Called whenever (t, x) is a new point: what was derived there is void.
  virtual void moved() {}
  virtual int order() const = 0;
  /// Where stages look, as shares of a step, ascending and with both ends.
  virtual std::span<const double> stage_points() const = 0;
  /// For the message when too many steps were needed.
  virtual const char* remedy() const = 0;

  void evaluate(OdeSystem& system, double t, const double* x, double* dx) {
    ++evaluations_;
    system.rhs(t, x, dx);
  }
  /// Of one state, over an attempt with this error, in which its slope changes by so much because time does:
  /// nothing is more exact than time is. Near a pole slopes are far beyond what longer attempts have seen,
  /// and that is no excuse.
  double tolerance(std::size_t i, const Trial& trial, double error, double change) {
    if (long_attempt_ > 0)
      rate_[i] = std::max(rate_[i], std::abs(trial.x_new[i] - trial.x[i]) / long_attempt_);
    return absolute_ + relative_ * sizes_.of(i, trial.x_new[i], error) + kRounding * std::abs(trial.x[i]) +
           time_rounding_ * std::min(std::abs(change), kBeyond * rate_[i]) + attempt_ * noise_.now[i];
  }

  long long evaluations_ = 0;

 private:
  double guarded(OdeSystem& system, const Step& step, double t, double dt) const;
  void pass_on(OdeSystem& system, double t, double dt, double end, Trial& trial);
  bool step_over(OdeSystem& system, double t, double dt, Trial& trial);
  double first_step(OdeSystem& system, const Step& step, double t, Trial& trial);
  void find_noise(OdeSystem& system, double t, Trial& trial);
  [[noreturn]] void underflow(double t, double dt, int not_finite, const Trial& trial) const;
  double* slope() { return slopes_.data(); }
  double* saved_slope() { return slopes_.data() + states_; }

  int states_ = 0;
  WorkingMemory<Trial> working_;
  double relative_ = 0;
  double absolute_ = 0;
  StateSizes sizes_;
  static constexpr double kBeyond = 1e3;
  double time_rounding_ = 0;  ///< of times in the present macro-step
  double long_attempt_ = 0;   ///< length of the attempt at hand; 0 where it is very short
  double attempt_ = 0;        ///< length of the attempt at hand
  std::vector<double> rate_;  ///< of states over the longer attempts of this macro-step, at most
  int since_noise_ = 0;       ///< attempts in this macro-step since somebody looked for it
  static constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
  // What persists between macro-steps, and its copy.
  double next_step_size_ = 0;
  bool slope_valid_ = false;
  bool saved_slope_valid_ = false;
  double saved_step_size_ = 0;
  /// Of x': by how much it moves where states and time do so by rounding. Where many steps are made for what
  /// is nothing but that, more of them make it worse: what they add to a state is rounded away.
  struct Noise {
    std::vector<double> now, saved;
  } noise_;
  std::vector<double> slopes_;  ///< x' at the end of the latest macro-step, and its copy
};

}  // namespace accordo
