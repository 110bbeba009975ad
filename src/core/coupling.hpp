// A coupling method: agrees on the interface over one macro-step.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/time.hpp"
#include "core/ensemble.hpp"
#include "signal/signal.hpp"
#include "solve/solver.hpp"

namespace accordo {

/// What a coupling proposes for one macro-step; nothing irreversible has happened yet.
struct Proposal {
  double tolerance =
      0;               ///< set by the driver: that the error is held against; 0: steps do not follow from it
  double horizon = 0;  ///< set by the driver: a time within which nothing can have found its size yet
  Signal inputs;
  bool integrated = false;  ///< the coupling has integrated itself: `states` are to be placed, no unit steps
  std::vector<double> states;
  std::vector<double> u_end;  ///< inputs that go with `states`
  /// Where the coupling has integrated itself: how far, if an event has to be handled by all units before the
  /// end of the step.
  double reached = EventNews::never;
  bool converged = true;
  int iterations = 0;
  int evaluations = 0;     ///< of all units together, by trials
  double residual = 0;     ///< that was left, relative to the inputs' size
  double contraction = 0;  ///< of the latest iterations; 0: not known
  std::string_view solver = {};
  std::optional<double>
      error;            ///< estimated interface error relative to the inputs' size, where there is one
  double embedded = 0;  ///< by how much two orders of prediction differ, likewise
  int error_order = 1;  ///< k: halving the step divides `error` by 2^k
  bool sample = false;  ///< commit is to keep what the units gave under exactly these inputs
};

/// What a method has done itself, besides asking units.
struct Work : Counters {
  std::string_view linear_solver = {};  ///< how large systems were solved, where the method has one
};

/// What a method carries from step to step (extrapolation history, matrices, factors).
class CouplingState {
 public:
  virtual ~CouplingState() = default;
};

/// Knobs only: everything that changes during a run is in the CouplingState.
///
/// Per macro-step the driver asks for each group in turn: propose, then (if the step control accepts) commit.
/// A rejected proposal must leave the state as it was.
class Coupling {
 public:
  virtual ~Coupling() = default;

  /// Fresh state for a run of this ensemble.
  virtual std::unique_ptr<CouplingState> begin(Ensemble& ensemble) const = 0;

  /// How many groups of units are committed one after the other (1: all at once).
  virtual int groups(const Ensemble&) const { return 1; }
  virtual Group group(const Ensemble& ensemble, const CouplingState&, int) const { return ensemble.all(); }

  virtual void propose(Ensemble& ensemble, const Step& step, CouplingState& state, int group,
                       Proposal& proposal) const = 0;

  /// The step was rejected: back to the state before it was proposed.
  virtual void rejected(CouplingState&) const {}
  /// The step was committed; the ensemble stands at its end.
  virtual void accepted(const Ensemble& ensemble, const Step& step, CouplingState& state) const = 0;
  /// At the start and behind every event: forget the past, begin from the ensemble's present values.
  virtual void restart(Ensemble& ensemble, double t, CouplingState& state) const = 0;

  /// What to report when a proposal was refused and the step can get no shorter.
  virtual Error give_up(const Ensemble&, const Step& step, const CouplingState&) const;

  /// Which solvers were at work; empty where the method has none.
  virtual std::vector<SolverUse> solver_use(const CouplingState&) const { return {}; }

  /// How far the committed step's outputs were from what was foreseen, where the method foresees them.
  virtual std::optional<double> post_error(const CouplingState&) const { return std::nullopt; }

  virtual Work work(const CouplingState&) const { return {}; }
};

}  // namespace accordo
