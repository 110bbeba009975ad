#include "unit/ode/time_switches.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/index.hpp"

namespace accordo {
namespace {

using expr::Interval;
using expr::Node;
using expr::Op;

constexpr double kNever = std::numeric_limits<double>::infinity();

/// The value that is constant from switch to switch; -1 where the operation does not switch.
Node stepwise(expr::Graph& graph, Node n) {
  const expr::Entry e = graph[n];
  switch (e.op) {
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::floor:
    case Op::ceil:
    case Op::sign:
      return n;
    case Op::abs:
      return graph.make(Op::greater_equal, e.a(), graph.constant(0));
    case Op::min:
    case Op::max:
      return graph.make(Op::less_equal, e.a(), e.b());
    default:
      return -1;
  }
}

/// The number with fewer digits, if it is the same but for rounding: 0.35 rather than the one next to it.
double as_written(double t) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), t, std::chars_format::general, 15);
  double rounded = t;
  std::from_chars(text.data(), end.ptr, rounded);
  return std::abs(rounded - t) <= one_sided_offset(t) / 4 ? rounded : t;
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && !(std::isnan(a[i]) && std::isnan(b[i]))) return false;
  }
  return true;
}

}  // namespace

expr::Program time_switches(expr::Graph& graph, std::span<const Node> roots, int parameters) {
  std::vector<Node> found;
  for (const Node n : expr::reachable(graph, roots)) {
    const expr::Dependence on = expr::dependence(graph, n);
    if (!on.time || (!on.symbols.empty() && on.symbols.back() >= parameters)) continue;
    if (const Node value = stepwise(graph, n); value >= 0) found.push_back(value);
  }
  return {graph, found, parameters};
}

TimeSwitches::TimeSwitches(const expr::Program& program, std::span<const double> parameters, Horizon horizon)
    : program_(&program),
      stop_(horizon.stop),
      symbols_(parameters.begin(), parameters.end()),
      tape_(program),
      work_(program.make_work()),
      before_(program.root_count()),
      values_(program.root_count()),
      from_(kNever) {
  for (const double p : symbols_) symbol_points_.push_back(Interval::point(p));
}

double TimeSwitches::next(double t) {
  if (from_ <= t && t + one_sided_offset(t) < next_) return next_;
  from_ = t;
  next_ = search(t + one_sided_offset(t));
  return next_;
}

bool TimeSwitches::constant(double from, double to) {
  const Interval t{from, to};
  tape_.enclose(*program_, t, t, symbol_points_.data());
  for (std::size_t r = 0; r < values_.size(); ++r) {
    const Interval value = tape_.root(*program_, r);
    if (value.lo != value.hi) return false;
  }
  return true;
}

void TimeSwitches::evaluate(double t, std::vector<double>& values) {
  program_->evaluate(t, t, symbols_.data(), work_.data(), values.data());
}

/// Left halves first; what is still to be looked at ends at the numbers in `ends`, the nearest one last.
double TimeSwitches::search(double from) {
  constexpr int most = 20'000;  // enclosures for one instant: a few hundred are usual
  std::array<double, 256> ends{stop_};
  std::size_t left = 1;
  for (int count = 0; left > 0 && from < stop_; ++count) {
    const double to = ends[left - 1];
    if (count == most) return kNever;
    const bool small = to - from <= one_sided_offset(to) / 8 || left == ends.size();
    if (!small && !constant(from, to)) {
      ends[left++] = from + (to - from) / 2;
      continue;
    }
    if (small) {
      evaluate(from, before_);
      evaluate(to, values_);
      if (!same(before_, values_)) return as_written(located(from, to));
    }
    from = to;
    --left;
  }
  return kNever;
}

/// The first number at which the values are no longer those of `from`, which are in before_.
double TimeSwitches::located(double from, double to) {
  for (;;) {
    const double middle = from + (to - from) / 2;
    if (!(from < middle && middle < to)) return to;
    evaluate(middle, values_);
    (same(before_, values_) ? from : to) = middle;
  }
}

}  // namespace accordo
