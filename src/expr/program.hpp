// Compiled expressions: a flat tape that computes a list of roots, shared subexpressions once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/graph.hpp"

namespace accordo::expr {

/// Computes roots of a Graph fast. Immutable: threads may share one, each with its own work array.
///
/// Two times. At an event the engine needs one-sided limits. A construct that switches by time alone must
/// therefore see t_switch, just before or after the event, for every `t` inside it: in if(t < 2,
/// exp(1/((t/2)^2 - 1)), 0) neither the condition nor a branch may see t = 2 itself. These constructs are
///  - if(c, a, b) whose condition depends on time and, at most, parameters;
///  - comparisons, floor, ceil, sign, abs, min and max that depend on time and, at most, parameters.
/// Everything else sees t.
class Program {
 public:
  Program() = default;
  /// Symbols with an index below `parameter_count` are parameters: they do not change during a run.
  Program(const Graph& graph, std::span<const Node> roots, int parameter_count);

  /// Writes the constants into a work array; once is enough, evaluate() leaves them alone.
  void prepare(double* work) const noexcept;
  std::size_t work_size() const { return static_cast<std::size_t>(work_size_); }
  /// A prepared work array.
  std::vector<double> make_work() const;

  /// Computes all roots in order. `results` must not overlap `work`.
  void evaluate(double t, double t_switch, const double* symbols, double* work,
                double* results) const noexcept;

  std::size_t root_count() const { return results_.size(); }
  std::size_t instruction_count() const { return instructions_.size(); }

  // The tape itself. A slot is a position in the work array: time, time for switches, symbols, constants,
  // then one slot per instruction.

  struct Instruction {
    Op op;
    std::int32_t a, b, c;  ///< slots; an operand that `op` does not have is slot 0
  };
  struct Load {
    int symbol;
    int slot;
  };
  struct Constant {
    double value;
    int slot;
  };
  static constexpr int time_slot = 0, switch_slot = 1;

  std::span<const Instruction> instructions() const { return instructions_; }
  std::span<const Load> loads() const { return loads_; }
  std::span<const Constant> constants() const { return constants_; }
  std::span<const int> result_slots() const { return results_; }
  /// Instruction i writes slot first_slot() + i.
  int first_slot() const { return first_slot_; }

 private:
  friend class Compiler;

  std::vector<Instruction> instructions_;
  std::vector<Load> loads_;
  std::vector<Constant> constants_;
  std::vector<int> results_;
  int first_slot_ = 2;
  int work_size_ = 2;
};

/// The value of one node, compiled for this purpose: for parameters and initial values.
double evaluate_once(const Graph& graph, Node node, double t, std::span<const double> symbols);

}  // namespace accordo::expr
