// The compiler of tapes and their evaluation.
#include "expr/program.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <unordered_map>

#include "expr/arithmetic.hpp"
#include "expr/query.hpp"

namespace accordo::expr {

/// Writes the tape of a Program.
class Compiler {
 public:
  Compiler(const Graph& graph, std::span<const Node> roots, int parameter_count, Program& program)
      : graph_(graph), program_(program), nodes_(reachable(graph, roots)), info_(nodes_.size()) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) analyze(nodes_[i], info_[i], parameter_count);
    for (const Node root : roots) info(root).wanted[plain] = true;
    for (std::size_t i = nodes_.size(); i-- > 0;) want_operands(i);
    for (std::size_t i = 0; i < nodes_.size(); ++i) place_leaf(i);
    program_.first_slot_ = next_leaf_;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      for (const std::size_t time : {plain, switched}) {
        if (info_[i].wanted[time]) write(i, time);
      }
    }
    for (const Node root : roots) program_.results_.push_back(info(root).slot[plain]);
    program_.work_size_ = next_leaf_ + static_cast<int>(program_.instructions_.size());
  }

 private:
  /// Which time a node sees.
  static constexpr std::size_t plain = 0, switched = 1;

  struct Info {
    bool on_time = false;
    bool on_variables = false;  ///< on symbols that are no parameters
    bool switches = false;      ///< a construct that switches by time alone
    std::array<bool, 2> wanted{};
    std::array<int, 2> slot{-1, -1};
  };

  Info& info(Node n) {
    const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), n);
    return info_[static_cast<std::size_t>(found - nodes_.begin())];
  }

  void analyze(Node n, Info& own, int parameter_count) {
    const Entry& e = graph_[n];
    own.on_time = e.op == Op::time;
    own.on_variables = e.op == Op::symbol && e.symbol >= parameter_count;
    for (const Node operand : e.operands()) {
      own.on_time |= info(operand).on_time;
      own.on_variables |= info(operand).on_variables;
    }
    const Info& decider = e.op == Op::select ? info(e.a()) : own;
    own.switches = can_switch(e.op) && decider.on_time && !decider.on_variables;
  }

  static bool can_switch(Op op) {
    switch (op) {
      case Op::select:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
      case Op::equal:
      case Op::not_equal:
      case Op::floor:
      case Op::ceil:
      case Op::sign:
      case Op::abs:
      case Op::min:
      case Op::max:
        return true;
      default:
        return false;
    }
  }

  /// The time an operand sees when its user sees `time`; what does not depend on time exists once.
  std::size_t time_of(const Info& operand, const Info& user, std::size_t time) const {
    return operand.on_time && (user.switches || time == switched) ? switched : plain;
  }

  /// The exponent of a^b if it is a constant for which no exponent is needed at run time.
  std::optional<double> special_exponent(const Entry& e) const {
    if (e.op != Op::power || !graph_.is_constant(e.b())) return std::nullopt;
    const double exponent = graph_[e.b()].value;
    if (exponent == 0.5 || small_integer(exponent)) return exponent;
    return std::nullopt;
  }

  void want_operands(std::size_t i) {
    const Entry& e = graph_[nodes_[i]];
    const Info& user = info_[i];
    for (const std::size_t time : {plain, switched}) {
      if (!user.wanted[time]) continue;
      for (const Node n : e.operands().first(special_exponent(e) ? 1 : e.operands().size())) {
        Info& operand = info(n);
        operand.wanted[time_of(operand, user, time)] = true;
      }
    }
  }

  void place_leaf(std::size_t i) {
    const Entry& e = graph_[nodes_[i]];
    Info& own = info_[i];
    if (e.op == Op::time) {
      own.slot = {Program::time_slot, Program::switch_slot};
    } else if (e.op == Op::symbol && own.wanted[plain]) {
      own.slot[plain] = next_leaf_;
      program_.loads_.push_back({e.symbol, next_leaf_++});
    } else if (e.op == Op::constant && own.wanted[plain]) {
      own.slot[plain] = constant_slot(e.value);
    } else if (const auto exponent = special_exponent(e); exponent && *exponent < 0) {
      constant_slot(1);  // the numerator of 1/a^n
    }
  }

  int constant_slot(double value) {
    const auto [found, is_new] = constants_.try_emplace(std::bit_cast<std::uint64_t>(value), next_leaf_);
    if (is_new) program_.constants_.push_back({value, next_leaf_++});
    return found->second;
  }

  void write(std::size_t i, std::size_t time) {
    const Entry& e = graph_[nodes_[i]];
    Info& own = info_[i];
    if (operand_count(e.op) == 0) return;
    std::array<int, 3> slots{};
    std::size_t k = 0;
    for (const Node n : e.operands()) {
      const Info& operand = info(n);
      slots[k++] = operand.slot[time_of(operand, own, time)];
    }
    const auto exponent = special_exponent(e);
    own.slot[time] = exponent ? write_power(slots[0], *exponent) : add({e.op, slots[0], slots[1], slots[2]});
  }

  int write_power(int base, double exponent) {
    if (exponent == 0.5) return add({Op::sqrt, base, 0, 0});
    const int n = static_cast<int>(exponent);
    const int product = repeated_product(base, std::abs(n), [&](int x, int y) {
      return add({Op::multiply, x, y, 0});
    });
    return n > 0 ? product : add({Op::divide, constant_slot(1), product, 0});
  }

  /// The slot of the instruction's result; the same instruction is never written twice.
  int add(const Program::Instruction& instruction) {
    const int next = next_leaf_ + static_cast<int>(program_.instructions_.size());
    const std::array key{static_cast<int>(instruction.op), instruction.a, instruction.b, instruction.c};
    const auto [found, is_new] = written_.try_emplace(key, next);
    if (is_new) program_.instructions_.push_back(instruction);
    return found->second;
  }

  const Graph& graph_;
  Program& program_;
  std::vector<Node> nodes_;
  std::vector<Info> info_;  ///< of nodes_
  std::unordered_map<std::uint64_t, int> constants_;
  std::map<std::array<int, 4>, int> written_;
  int next_leaf_ = 2;
};

Program::Program(const Graph& graph, std::span<const Node> roots, int parameter_count) {
  Compiler(graph, roots, parameter_count, *this);
}

void Program::prepare(double* work) const noexcept {
  for (const Constant& constant : constants_) work[constant.slot] = constant.value;
}

std::vector<double> Program::make_work() const {
  std::vector<double> work(work_size(), 0.0);
  prepare(work.data());
  return work;
}

void Program::evaluate(double t, double t_switch, const double* symbols, double* work,
                       double* results) const noexcept {
  work[time_slot] = t;
  work[switch_slot] = t_switch;
  for (const Load& load : loads_) work[load.slot] = symbols[load.symbol];
  double* result = work + first_slot_;
  for (const Instruction& i : instructions_) *result++ = apply(i.op, work[i.a], work[i.b], work[i.c]);
  for (const int slot : results_) *results++ = work[slot];
}

double evaluate_once(const Graph& graph, Node node, double t, std::span<const double> symbols) {
  const Program program(graph, {&node, 1}, 0);
  std::vector<double> work = program.make_work();
  double result = 0;
  program.evaluate(t, t, symbols.data(), work.data(), &result);
  return result;
}

}  // namespace accordo::expr
