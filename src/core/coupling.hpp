// A coupling method: agrees on the interface over one macro-step.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/time.hpp"
#include "core/ensemble.hpp"
#include "signal/signal.hpp"
#include "solve/solver.hpp"

namespace accordo {

/// What is asked of a coupling: one macro-step.
struct StepQuestion {
  Step step;
  double tolerance = 0;      ///< that the error is held against; 0: steps do not follow from it
  double settling_time = 0;  ///< a time within which nothing can have found its size yet
};

/// What a coupling proposes for one macro-step; nothing irreversible has happened yet. Made again for every
/// step, so that nothing is left in it from the one before. What it points to belongs to the coupling and
/// lasts until the next question.
struct Proposal {
  Signal* inputs = nullptr;  ///< null where the step cannot be made, or is `integrated`
  bool integrated = false;   ///< the coupling has integrated itself: `states` are to be placed, no unit steps
  std::span<const double> states = {};
  std::span<const double> u_end = {};  ///< inputs that go with `states`
  /// Where the coupling has integrated itself: how far, if an event has to be handled by all units before the
  /// end of the step.
  double reached = EventNews::never;
  bool converged = true;
  int iterations = 0;
  int evaluations = 0;     ///< of all units together, by trials
  double residual = 0;     ///< that was left, relative to the inputs' size
  double contraction = 0;  ///< of the latest iterations; 0: not known
  std::string_view solver = {};
  /// Estimated interface error relative to the inputs' size, where there is one.
  std::optional<double> error = {};
  /// The same of a polynomial that takes the place of outputs within the step, from how those of this step
  /// and the one before differ: what counts where nobody has looked inside.
  std::optional<double> interpolation = {};
  bool smooth = false;  ///< the inputs are cubics through values and slopes at both ends
  bool agreed = false;  ///< units were tried until these were those that their outputs ask for
  double embedded = 0;  ///< by how much two orders of prediction differ, likewise
  int error_order = 1;  ///< k: halving the step divides `error` by 2^k
  bool sample = false;  ///< commit is to keep what the units gave under exactly these inputs
};

/// What a method has done itself, besides asking units.
struct Work : Counters {
  std::string_view linear_solver = {};  ///< how large systems were solved, where the method has one
};

/// A coupling at work: all that changes during a run. What may follow what:
///
///   restart  → propose
///   propose  → accepted (the step was committed) | rejected | neither, where the run ends
///   rejected → propose (a shorter step)
///   accepted → propose | restart (something jumped)
class CouplingRun {
 public:
  CouplingRun() = default;
  CouplingRun(const CouplingRun&) = delete;
  CouplingRun& operator=(const CouplingRun&) = delete;
  virtual ~CouplingRun() = default;

  /// At the start and after every event: forget the past, begin from the ensemble's present values.
  virtual void restart(const Instant& at) = 0;
  virtual Proposal propose(const StepQuestion& question) = 0;
  /// The step was rejected: back, bit by bit, to the state before it was proposed.
  virtual void rejected() {}
  /// The step was committed; the ensemble stands at its end. Returns how far the units ended from what was
  /// predicted, where the method predicts that.
  virtual std::optional<double> accepted(const Step& step) = 0;

  /// The units in the order in which they are committed one after the other; empty: all at once.
  virtual std::span<const int> sequence() const { return {}; }
  /// Those before this place in the sequence are committed. The inputs proposed for the one there can now use
  /// what they gave.
  virtual void refine(std::size_t /*place*/) {}

  /// What to report when a proposal was refused and the step can get no shorter.
  virtual Error give_up(const Step& step) const;
  /// After a restart from which steps are to follow a tolerance: the first step, no longer than `longest`,
  /// where the method can tell. It may note what sizes inputs will have.
  virtual std::optional<double> look_ahead(double /*t*/, double /*longest*/, double /*tolerance*/) {
    return std::nullopt;
  }
  /// Whether it measures by the sizes of inputs also where steps follow from no tolerance.
  virtual bool wants_sizes() const { return false; }
  /// Of a method that integrates itself: from here on somebody will ask for the course of steps.
  virtual void follow_course() {}
  /// x, u and y ← at a time within the latest step; false where it is not known.
  virtual bool course(double /*t*/, std::span<double> /*x*/, std::span<double> /*u*/,
                      std::span<double> /*y*/) {
    return false;
  }
  /// Which solvers were at work; empty where the method has none.
  virtual std::vector<SolverUse> solver_use() const { return {}; }
  virtual Work work() const { return {}; }
};

/// A method with its knobs, ready for any number of runs.
class Coupling {
 public:
  virtual ~Coupling() = default;
  /// The ensemble has consistent values, and outlives the run. restart() comes next.
  virtual std::unique_ptr<CouplingRun> begin(Ensemble& ensemble) const = 0;
};

/// A coupling whose runs are made from the ensemble and the knobs.
template <class Run, class Knobs>
std::unique_ptr<Coupling> coupling_of(Knobs knobs) {
  class Made final : public Coupling {
   public:
    explicit Made(Knobs given) : knobs_(std::move(given)) {}
    std::unique_ptr<CouplingRun> begin(Ensemble& ensemble) const override {
      return std::make_unique<Run>(ensemble, knobs_);
    }

   private:
    Knobs knobs_;
  };
  return std::make_unique<Made>(std::move(knobs));
}

}  // namespace accordo
