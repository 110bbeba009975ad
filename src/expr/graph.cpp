// Hash-consing and the simplifications that are exact in floating point.
#include "expr/graph.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "expr/arithmetic.hpp"

namespace accordo::expr {
namespace {

std::size_t hash(const Entry& e) {
  std::uint64_t h = std::bit_cast<std::uint64_t>(e.value);
  for (const int part : {static_cast<int>(e.op), e.args[0], e.args[1], e.args[2], e.symbol}) {
    h = (h ^ static_cast<std::uint32_t>(part)) * 0x9e3779b97f4a7c15U;
    h ^= h >> 29U;
  }
  return static_cast<std::size_t>(h);
}

/// By bits, so that 0 and -0 are different constants.
bool same(const Entry& x, const Entry& y) {
  return x.op == y.op && x.args == y.args && x.symbol == y.symbol &&
         std::bit_cast<std::uint64_t>(x.value) == std::bit_cast<std::uint64_t>(y.value);
}

}  // namespace

Node Graph::constant(double value) {
  if (!std::isfinite(value)) {
    const double numerator = std::isnan(value) ? 0.0 : value > 0 ? 1.0 : -1.0;
    return make(Op::divide, constant(numerator), constant(0));
  }
  return intern({.op = Op::constant, .value = value});
}

Node Graph::symbol(int index) {
  assert(index >= 0);
  return intern({.op = Op::symbol, .symbol = index});
}

Node Graph::time() {
  return intern({.op = Op::time});
}

Node Graph::make(Op op, Node a, Node b, Node c) {
  const Entry entry{.op = op, .args = {a, b, c}};
  assert(std::all_of(entry.args.begin(), entry.args.begin() + operand_count(op),
                     [&](Node n) { return n >= 0 && n < size(); }));
  if (const auto folded = fold(entry)) return *folded;
  if (const auto simpler = simplify(entry)) return *simpler;
  if (op == Op::add || op == Op::multiply) {
    // Floating-point + and * commute: take the other order if it exists already.
    const Entry swapped{.op = op, .args = {b, a, -1}};
    if (const auto known = find(entry)) return *known;
    if (const auto known = find(swapped)) return *known;
  }
  return intern(entry);
}

std::optional<Node> Graph::fold(const Entry& e) {
  std::array<double, 3> values{};
  std::size_t i = 0;
  for (const Node n : e.operands()) {
    if (!is_constant(n)) return std::nullopt;
    values[i++] = (*this)[n].value;
  }
  const double value =
      e.op == Op::power ? constant_power(values[0], values[1]) : apply(e.op, values[0], values[1], values[2]);
  if (!std::isfinite(value)) return std::nullopt;
  return constant(value);
}

std::optional<Node> Graph::simplify(const Entry& e) {
  switch (e.op) {
    case Op::add:
    case Op::subtract:
      return simplify_sum(e);
    case Op::multiply:
    case Op::divide:
      return simplify_product(e);
    case Op::power:  // pow(x, 0) and pow(1, x) are 1 even for a NaN
      if (is_constant(e.b(), 0) || is_constant(e.a(), 1)) return constant(1);
      if (is_constant(e.b(), 1)) return e.a();
      return std::nullopt;
    case Op::negate:
      if ((*this)[e.a()].op == Op::negate) return (*this)[e.a()].a();
      return std::nullopt;
    case Op::select:
      if (e.b() == e.c()) return e.b();
      if (is_constant(e.a())) return is_zero(e.a()) ? e.c() : e.b();
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::optional<Node> Graph::simplify_sum(const Entry& e) {
  if (is_zero(e.b())) return e.a();
  if (e.op == Op::add && is_zero(e.a())) return e.b();
  const Op opposite = e.op == Op::add ? Op::subtract : Op::add;
  const Entry right = (*this)[e.b()];
  if (right.op == Op::negate) return make(opposite, e.a(), right.a());
  if (right.op == Op::constant && right.value < 0) return make(opposite, e.a(), constant(-right.value));
  return std::nullopt;
}

std::optional<Node> Graph::simplify_product(const Entry& e) {
  if (is_constant(e.b(), 1)) return e.a();
  if (is_constant(e.b(), -1)) return make(Op::negate, e.a());
  if (e.op == Op::multiply && is_constant(e.a(), 1)) return e.b();
  if (e.op == Op::multiply && is_constant(e.a(), -1)) return make(Op::negate, e.b());
  const Entry left = (*this)[e.a()], right = (*this)[e.b()];
  if (left.op == Op::negate && right.op == Op::negate) return make(e.op, left.a(), right.a());
  return std::nullopt;
}

std::optional<Node> Graph::find(const Entry& entry) const {
  if (table_.empty()) return std::nullopt;
  const std::size_t mask = table_.size() - 1;
  for (std::size_t i = hash(entry) & mask; table_[i] >= 0; i = (i + 1) & mask) {
    if (same((*this)[table_[i]], entry)) return table_[i];
  }
  return std::nullopt;
}

Node Graph::intern(const Entry& entry) {
  if (const auto known = find(entry)) return *known;
  if (2 * (entries_.size() + 1) > table_.size()) grow();
  const Node node = size();
  entries_.push_back(entry);
  const std::size_t mask = table_.size() - 1;
  std::size_t i = hash(entry) & mask;
  while (table_[i] >= 0) i = (i + 1) & mask;
  table_[i] = node;
  return node;
}

void Graph::grow() {
  table_.assign(std::max<std::size_t>(64, 2 * table_.size()), -1);
  const std::size_t mask = table_.size() - 1;
  for (Node n = 0; n < size(); ++n) {
    std::size_t i = hash((*this)[n]) & mask;
    while (table_[i] >= 0) i = (i + 1) & mask;
    table_[i] = n;
  }
}

}  // namespace accordo::expr
