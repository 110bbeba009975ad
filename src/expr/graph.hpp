// All expressions of a unit live in one Graph, in which equal subexpressions exist once (hash-consing); so f,
// g and their derivatives share what they have in common.
#pragma once

#include <array>
#include <cassert>
#include <optional>
#include <span>
#include <vector>

#include "expr/op.hpp"

namespace accordo::expr {

/// A node of a Graph: an index, valid for that graph only. Operands have smaller indices than what uses them,
/// so loops by index replace recursion, and no depth of an expression can exhaust the stack.
using Node = int;

/// What a node is.
struct Entry {
  Op op = Op::constant;
  std::array<Node, 3> args{-1, -1, -1};
  int symbol = -1;   ///< of symbols: index into the list of names
  double value = 0;  ///< of constants; always finite

  Node a() const { return args[0]; }
  Node b() const { return args[1]; }
  Node c() const { return args[2]; }
  std::span<const Node> operands() const {
    return {args.data(), static_cast<std::size_t>(operand_count(op))};
  }
};

/// The store of nodes.
class Graph {
 public:
  /// Infinities and NaN become 1/0, -1/0 and 0/0, for which there is a way to write them.
  Node constant(double value);
  Node symbol(int index);
  Node time();

  /// The operation on nodes of this graph, simplified only where that leaves the computed value as it is:
  /// constants are folded while they stay finite, and x+0, x-0, x*1, x/1, x^1, --x, if(c, x, x) and the like
  /// vanish. 0*x stays, for x may be infinite.
  Node make(Op op, Node a, Node b = -1, Node c = -1);

  const Entry& operator[](Node n) const {
    assert(n >= 0 && n < size());
    return entries_[static_cast<std::size_t>(n)];
  }
  int size() const { return static_cast<int>(entries_.size()); }

  bool is_constant(Node n) const { return (*this)[n].op == Op::constant; }
  bool is_constant(Node n, double value) const { return is_constant(n) && (*this)[n].value == value; }
  /// Whether the node is the constant 0; a derivative that vanishes identically is one.
  bool is_zero(Node n) const { return is_constant(n, 0); }

 private:
  std::optional<Node> fold(const Entry& entry);
  std::optional<Node> simplify(const Entry& entry);
  std::optional<Node> simplify_sum(const Entry& entry);
  std::optional<Node> simplify_product(const Entry& entry);
  std::optional<Node> find(const Entry& entry) const;
  Node intern(const Entry& entry);
  void grow();

  std::vector<Entry> entries_;
  std::vector<Node> table_;  ///< open addressing, -1 is free, size a power of two
};

}  // namespace accordo::expr
