#include "unit/ode/node_guard.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"

namespace accordo {
namespace {

using expr::Interval;
using expr::Op;
using SlotShape = WatchedNodes::SlotShape;
using Scale = WatchedNodes::Scale;

constexpr Interval kUnseen{Interval::infinity, -Interval::infinity};

Interval spread(Interval a, double share) {
  const double margin = share * a.width();
  return {a.lo - margin, a.hi + margin};
}

/// A product of parabolas sampled at the stages of any of our integrators shows two thirds of its range.
constexpr double kUnseenOfProducts = 0.5;
constexpr double kUnseenOfLines = 0.05;

bool is_linear(const expr::Program::Instruction& i, SlotShape a, SlotShape b) {
  switch (i.op) {
    case Op::add:
    case Op::subtract:
    case Op::negate:
      return true;
    case Op::multiply:
      return a == SlotShape::fixed || b == SlotShape::fixed;
    case Op::divide:
      return b == SlotShape::fixed;
    default:
      return false;
  }
}

Scale scale_of(Op op) {
  switch (op) {
    case Op::sin:
    case Op::cos:
    case Op::tanh:
    case Op::atan:
    case Op::exp:
    case Op::sinh:
    case Op::cosh:
      return Scale::one;
    case Op::divide:
    case Op::power:
    case Op::log:
    case Op::log10:
    case Op::sqrt:
      return Scale::own;
    default:
      return Scale::none;
  }
}

}  // namespace

WatchedNodes::WatchedNodes(const expr::Program& program, int parameters)
    : shapes_(program.work_size(), SlotShape::fixed), variable_(program.work_size()) {
  shapes_[expr::Program::time_slot] = shapes_[expr::Program::switch_slot] = SlotShape::affine;
  for (const auto& load : program.loads()) {
    if (load.symbol < parameters) continue;
    shapes_[index(load.slot)] = SlotShape::affine;
    variable_[index(load.slot)] = true;
  }
  int slot = program.first_slot();
  for (const auto& i : program.instructions()) add(i, slot++);
}

void WatchedNodes::add(const expr::Program::Instruction& i, int result) {
  const std::array<int, 3> operands{i.a, i.b, i.c};
  SlotShape widest = SlotShape::fixed;
  bool variable = false;
  for (int k = 0; k < expr::operand_count(i.op); ++k) {
    widest = std::max(widest, shapes_[index(operands[index(k)])]);
    variable = variable || variable_[index(operands[index(k)])];
  }
  variable_[index(result)] = variable;
  const bool linear = is_linear(i, shapes_[index(i.a)], shapes_[index(i.b)]);
  shapes_[index(result)] = widest == SlotShape::fixed || linear ? widest : SlotShape::other;
  if (!variable || linear) return;
  const bool function = i.op == Op::divide || i.op == Op::power || (i.op >= Op::sin && i.op <= Op::sqrt);
  if (!function) return;
  const int argument = i.op == Op::divide ? i.b : i.a;
  const bool two = i.op == Op::power && shapes_[index(i.b)] != SlotShape::fixed;
  watches_.push_back({.argument = argument, .result = result, .scale = two ? Scale::none : scale_of(i.op)});
}

NodeGuard::NodeGuard(const expr::Program& program, const WatchedNodes& nodes,
                     std::span<const double> parameters, std::size_t states, std::size_t inputs)
    : program_(&program),
      nodes_(&nodes),
      parameters_(parameters.size()),
      states_(states),
      inputs_(inputs),
      origin_values_(nodes.watches().size()),
      moved_(nodes.watches().size(), kUnseen),
      seen_(program.work_size()),
      slots_(program.work_size()),
      used_(program.work_size()),
      results_(program.root_count()) {
  for (const auto& w : nodes.watches()) arguments_.push_back(w.argument);
  const std::size_t symbols = parameters_ + states_ + inputs_;
  std::vector<Interval> anything(symbols);
  std::transform(parameters.begin(), parameters.end(), anything.begin(), Interval::point);
  expr::IntervalTape tape(program);
  tape.enclose(program, {}, {}, anything.data());
  for (const auto& w : nodes.watches()) {
    const double width = tape[w.result].width();
    reach_.push_back(std::isfinite(width) ? width : 0);
  }
  for (Row& row : rows_) {
    row.symbols.assign(parameters.begin(), parameters.end());
    row.symbols.resize(symbols);
    row.work = program.make_work();
  }
}

void NodeGuard::note(std::size_t row, const Instant& at, const double* x, const double* u) {
  rows_[row].at = at;
  double* to = rows_[row].symbols.data() + parameters_;
  for (std::size_t i = 0; i < states_; ++i) to[i] = x[i];
  for (std::size_t i = 0; i < inputs_; ++i) to[states_ + i] = u[i];
}

void NodeGuard::origin(const Instant& at, const double* x, const double* u, const double* work) {
  note(0, at, x, u);
  origin_ = true;
  origin_known_ = work != nullptr;
  if (!origin_known_) return;
  for (std::size_t k = 0; k < arguments_.size(); ++k) origin_values_[k] = work[arguments_[k]];
}

void NodeGuard::attempting() {
  stages_ = 0;
  full_ = false;
  for (std::size_t k = 0; k < moved_.size(); ++k)
    moved_[k] = origin_known_ ? Interval::point(origin_values_[k]) : kUnseen;
}

void NodeGuard::stage(const Instant& at, const double* x, const double* u, const double* work) {
  stages_ = stages_ < kRows - 1 ? stages_ + 1 : 1;
  full_ = full_ || stages_ == kRows - 1;
  note(stages_, at, x, u);
  Interval* moved = moved_.data();
  for (const int argument : arguments_) {
    const double v = work[argument];
    moved->lo = v < moved->lo ? v : moved->lo;
    moved->hi = v > moved->hi ? v : moved->hi;
    ++moved;
  }
}

/// Whether the argument has moved too little for anything to hide.
bool NodeGuard::calm(std::size_t watch) const {
  // Where the first value is not known, it is not far from the others.
  const Interval moved = origin_known_ ? moved_[watch] : spread(moved_[watch], 0.25);
  switch (nodes_->watches()[watch].scale) {
    case Scale::one:
      return moved.width() <= 1;
    case Scale::own:
      return moved.width() <= 0.5 * std::min(std::abs(moved.lo), std::abs(moved.hi));
    case Scale::none:
      return moved.width() == 0;
  }
  return false;
}

bool NodeGuard::hides() {
  bool all_calm = true;
  for (std::size_t k = 0; k < moved_.size() && all_calm; ++k) all_calm = calm(k);
  if (all_calm) return false;
  evaluate_rows();
  int slot = program_->first_slot();
  for (const auto& i : program_->instructions()) {
    slots_[index(slot)] = enclosed(i, slot);
    ++slot;
  }
  find_used();
  for (std::size_t k = 0; k < moved_.size(); ++k) {
    if (used_[index(nodes_->watches()[k].result)] && !calm(k) && !visible(k)) return true;
  }
  return false;
}

/// Branches that no condition may have chosen do not count.
void NodeGuard::find_used() {
  std::fill(used_.begin(), used_.end(), false);
  for (const int slot : program_->result_slots()) used_[index(slot)] = true;
  const auto instructions = program_->instructions();
  for (std::size_t k = instructions.size(); k-- > 0;) {
    if (!used_[index(program_->first_slot()) + k]) continue;
    const auto& i = instructions[k];
    const bool choice = i.op == Op::select;
    const Interval& condition = slots_[index(i.a)];
    used_[index(i.a)] = true;
    if (!choice || condition.lo != 0 || condition.hi != 0) used_[index(i.b)] = true;
    if (!choice || condition.contains(0)) used_[index(i.c)] = true;
  }
}

bool NodeGuard::visible(std::size_t watch) const {
  constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();
  const int slot = nodes_->watches()[watch].result;
  const Interval& all = slots_[index(slot)];
  // A base that may be negative under an exponent that moves has no bounds at all: that tells nothing.
  if (!std::isfinite(all.width())) return nodes_->watches()[watch].scale == Scale::none;
  return all.width() <= 4 * seen_[index(slot)].width() + 0.02 * reach_[watch] + rounding * all.magnitude();
}

/// The values of all slots at all rows, as hulls; and the enclosures of what is not computed.
void NodeGuard::evaluate_rows() {
  std::fill(seen_.begin(), seen_.end(), kUnseen);
  const std::size_t last = full_ ? kRows - 1 : stages_;
  for (std::size_t r = origin_ ? 0 : 1; r <= last; ++r) {
    Row& row = rows_[r];
    program_->evaluate(row.at.t, row.at.t_switch, row.symbols.data(), row.work.data(), results_.data());
    for (std::size_t s = 0; s < seen_.size(); ++s)
      seen_[s] = Interval::hull(seen_[s], Interval::point(row.work[s]));
  }
  for (int s = 0; s < program_->first_slot(); ++s) slots_[index(s)] = spread(seen_[index(s)], kUnseenOfLines);
}

/// By how much the enclosure of a slot exceeds what was seen.
double NodeGuard::excess(int slot, bool above) const {
  const Interval &all = slots_[index(slot)], &seen = seen_[index(slot)];
  return above ? all.hi - seen.hi : seen.lo - all.lo;
}

/// Linear combinations are taken at the stages, not of enclosures: the difference of two states that move
/// alike stays what it is.
Interval NodeGuard::enclosed(const expr::Program::Instruction& i, int slot) const {
  const Interval& seen = seen_[index(slot)];
  if (nodes_->shape(slot) == SlotShape::fixed) return seen;
  if (nodes_->shape(slot) == SlotShape::affine) return spread(seen, kUnseenOfLines);
  const auto both = [](Interval a, Interval b) {
    return Interval{std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
  };
  if (is_linear(i, nodes_->shape(i.a), nodes_->shape(i.b))) {
    double below = excess(i.a, false), above = excess(i.a, true);
    if (i.op == Op::negate) {
      std::swap(below, above);
    } else if (i.op == Op::add || i.op == Op::subtract) {
      below += excess(i.b, i.op == Op::subtract);
      above += excess(i.b, i.op == Op::add);
    } else {
      const bool first = nodes_->shape(i.a) == SlotShape::fixed;
      const double factor = seen_[index(first ? i.a : i.b)].lo;
      const int varying = first ? i.b : i.a;
      const double scale = i.op == Op::divide ? 1 / std::abs(factor) : std::abs(factor);
      below = scale * excess(varying, factor < 0);
      above = scale * excess(varying, factor >= 0);
    }
    return {seen.lo - below, seen.hi + above};
  }
  const Interval all = expr::enclose(i, slots_.data());
  return i.op == Op::multiply ? both(all, spread(seen, kUnseenOfProducts)) : all;
}

}  // namespace accordo
