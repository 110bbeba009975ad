// How the derivatives of an FMU's equations are asked for with few calls.
#pragma once

#include <optional>
#include <vector>

#include "unit/fmi/binding/instance.hpp"
#include "unit/unit.hpp"

namespace accordo::fmi {

/// The ports between which derivatives are wanted. Discrete ones have none: their rows and columns are zero.
struct Equations {
  ValueList states, derivatives, inputs, outputs;
};

/// The Jacobian of (x', y) by (x, u, t): rows are derivatives, then outputs; columns are states, then inputs,
/// then time. Columns that no unknown has in common share a call, after A. R. Curtis, M. J. D. Powell,
/// J. K. Reid, IMA J. Appl. Math. 13 (1974) 117-119: a greedy coloring by the dependencies that the FMU
/// declares.
class JacobianPlan {
 public:
  struct Entry {
    int result = 0;  ///< in the answer to the group's call
    int row = 0, column = 0;
  };
  struct Group {
    std::vector<int> columns;
    References unknowns, knowns;
    std::vector<double> seed;
    std::vector<Entry> entries;
  };

  JacobianPlan() = default;
  JacobianPlan(const ModelDescription& description, const Equations& equations);

  const std::vector<Group>& groups() const { return groups_; }
  /// Outputs that are states: what they depend on is known, and not asked for.
  struct Identity {
    int output = 0, state = 0;
  };
  const std::vector<Identity>& identities() const { return identities_; }
  void put_identities(LinearModel& out) const;
  /// Whether an equation is declared to depend on time, or may do so because it declares nothing.
  bool time_may_enter() const { return time_listed_ || time_unknown_; }
  /// Whether the FMU can be asked for derivatives by time: it lists time among the dependencies.
  bool time_listed() const { return time_listed_; }

  /// Fills in A, B, C, D, and f_t, g_t (zero where time is not listed) from directional derivatives at the
  /// present point. `scratch`: one number per derivative and output.
  void evaluate(Instance& instance, double* scratch, LinearModel& out) const;

  /// Derivatives of the unknowns along one direction.
  struct Direction {
    References unknowns, knowns;
    std::vector<int> rows;     ///< per result: in the Jacobian
    std::vector<int> columns;  ///< per entry of the seed
  };
  /// By everything, of outputs only or of derivatives too; and by the inputs alone.
  const Direction& outputs_by_all() const { return outputs_by_all_; }
  const Direction& all_by_inputs() const { return all_by_inputs_; }

 private:
  struct Unknowns;
  struct Knowns;
  void color(const Unknowns& unknowns, const Knowns& knowns);
  /// Whether this output variable is a state.
  bool add_identity(const Equations& e, int output);

  std::vector<Group> groups_;
  std::vector<Identity> identities_;
  Direction outputs_by_all_, all_by_inputs_;
  int states_ = 0, inputs_ = 0, outputs_ = 0;
  bool time_listed_ = false, time_unknown_ = false;
};

/// Gives every matrix of a linear model its size, filled with zeros.
void set_zero(LinearModel& model, int states, int inputs, int outputs);
/// Where an entry of the Jacobian goes.
void put(LinearModel& model, int row, int column, double value);

}  // namespace accordo::fmi
