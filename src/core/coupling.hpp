// A coupling method: agrees on the interface over one macro-step.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/time.hpp"
#include "core/ensemble.hpp"
#include "signal/signal.hpp"

namespace accordo {

/// What a coupling proposes for one macro-step; nothing irreversible has happened yet.
struct Proposal {
  Signal inputs;
  bool integrated = false;  ///< the coupling has integrated itself: `states` are to be placed, no unit steps
  std::vector<double> states;
  std::vector<double> u_end;  ///< inputs that go with `states`
  bool converged = true;
  int iterations = 0;
  std::optional<double> error;  ///< estimated interface error, where the method has one
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

  /// Right-hand sides evaluated by the method itself (not by units).
  virtual long long evaluations(const CouplingState&) const { return 0; }
};

}  // namespace accordo
