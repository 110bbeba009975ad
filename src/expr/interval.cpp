#include "expr/interval.hpp"

#include <cmath>
#include <numbers>

#include "expr/arithmetic.hpp"

namespace accordo::expr {
namespace {

constexpr Interval kEverything{};
constexpr Interval kUnknownTruth{0, 1};
constexpr double kPi = std::numbers::pi;

/// Room for the last digits of library functions, which need not be monotone.
Interval widened(double lo, double hi) {
  constexpr double share = 4 * std::numeric_limits<double>::epsilon();
  constexpr double least = std::numeric_limits<double>::denorm_min();
  if (!(lo <= hi)) return kEverything;  // NaN included
  const double low = std::isinf(lo) ? lo : lo - (share * std::abs(lo) + least);
  const double high = std::isinf(hi) ? hi : hi + (share * std::abs(hi) + least);
  // An overflow to infinity is no reason to exclude the largest number.
  return {lo == Interval::infinity ? std::numeric_limits<double>::max() : low,
          hi == -Interval::infinity ? -std::numeric_limits<double>::max() : high};
}

Interval within(Interval v, double least, double most) {
  return {std::max(v.lo, least), std::min(v.hi, most)};
}

template <class Function>
Interval rising(Function function, Interval a) {
  return widened(function(a.lo), function(a.hi));
}

Interval sum(Interval a, Interval b) {
  const double lo = a.lo + b.lo, hi = a.hi + b.hi;  // of opposite infinities: not a number
  return {std::isnan(lo) ? -Interval::infinity : lo, std::isnan(hi) ? Interval::infinity : hi};
}

Interval negative(Interval a) {
  return {-a.hi, -a.lo};
}

/// A bound times a bound: 0 times infinity is 0, for the infinity is a bound and no value.
double bound(double a, double b) {
  return a == 0 || b == 0 ? 0 : a * b;
}

Interval product(Interval a, Interval b) {
  const double p = bound(a.lo, b.lo), q = bound(a.lo, b.hi), r = bound(a.hi, b.lo), s = bound(a.hi, b.hi);
  return {std::min({p, q, r, s}), std::max({p, q, r, s})};
}

Interval quotient(Interval a, Interval b) {
  if (b.lo <= 0 && b.hi >= 0) return kEverything;
  const auto over = [](double x, double y) { return std::isinf(y) ? 0.0 : x / y; };
  const double p = over(a.lo, b.lo), q = over(a.lo, b.hi), r = over(a.hi, b.lo), s = over(a.hi, b.hi);
  return {std::min({p, q, r, s}), std::max({p, q, r, s})};
}

/// a^b for a >= 0: b log a is bilinear, so the bounds are at corners.
Interval power_of_positive(Interval a, Interval b) {
  const double p = std::pow(a.lo, b.lo), q = std::pow(a.lo, b.hi), r = std::pow(a.hi, b.lo),
               s = std::pow(a.hi, b.hi);
  Interval all = widened(std::min({p, q, r, s}), std::max({p, q, r, s}));
  if (a.lo == 0 && b.contains(0)) all = Interval::hull(all, {0, 1});  // 0^0 is 1
  return within(all, 0, Interval::infinity);
}

Interval power(Interval a, Interval b) {
  if (b.lo == 2 && b.hi == 2) {
    const double p = a.lo * a.lo, q = a.hi * a.hi;
    return {a.contains(0) ? 0 : std::min(p, q), std::max(p, q)};
  }
  if (a.lo >= 0) return power_of_positive(a, b);
  if (b.lo != b.hi) return kEverything;
  const double n = b.lo;
  if (n != std::floor(n)) return a.hi < 0 ? kEverything : power_of_positive({0, a.hi}, b);
  const double p = std::pow(a.lo, n), q = std::pow(a.hi, n);
  if (std::fmod(n, 2) == 0) {
    const Interval all = widened(std::min(p, q), std::max(p, q));
    if (!a.contains(0)) return within(all, 0, Interval::infinity);
    return n < 0 ? Interval{std::max(0.0, all.lo), Interval::infinity} : Interval{0, all.hi};
  }
  if (n < 0 && a.contains(0)) return kEverything;
  return n < 0 ? widened(q, p) : widened(p, q);
}

/// Whether a contains first + k·period for some whole k; in doubt, it does.
bool meets(Interval a, double first, double period) {
  const double low = (a.lo - first) / period, high = (a.hi - first) / period;
  const double doubt = 4 * std::numeric_limits<double>::epsilon() * (std::abs(low) + std::abs(high) + 1);
  return !(std::floor(high + doubt) < std::ceil(low - doubt));
}

/// sin or cos: `top` is one of their maxima.
template <class Function>
Interval wave(Function function, Interval a, double top) {
  if (!(a.width() < 2 * kPi)) return {-1, 1};
  const double p = function(a.lo), q = function(a.hi);
  const Interval ends = within(widened(std::min(p, q), std::max(p, q)), -1, 1);
  return {meets(a, top + kPi, 2 * kPi) ? -1 : ends.lo, meets(a, top, 2 * kPi) ? 1 : ends.hi};
}

Interval tangent(Interval a) {
  if (!(a.width() < kPi) || meets(a, kPi / 2, kPi)) return kEverything;
  return rising([](double v) { return std::tan(v); }, a);
}

Interval angle(Interval y, Interval x) {
  if (y.contains(0) && x.lo <= 0) return {-kPi, kPi};  // -0 counts as negative
  const double p = std::atan2(y.lo, x.lo), q = std::atan2(y.lo, x.hi), r = std::atan2(y.hi, x.lo),
               s = std::atan2(y.hi, x.hi);
  return widened(std::min({p, q, r, s}), std::max({p, q, r, s}));
}

Interval hyperbolic_cosine(Interval a) {
  const double p = std::cosh(a.lo), q = std::cosh(a.hi);
  const Interval ends = widened(std::min(p, q), std::max(p, q));
  return {a.contains(0) ? 1 : std::max(1.0, ends.lo), ends.hi};
}

/// A rising function that is defined from least to most.
template <class Function>
Interval rising_on(Function function, Interval a, double least, double most) {
  if (a.hi < least || a.lo > most) return kEverything;
  return rising(function, within(a, least, most));
}

Interval absolute(Interval a) {
  if (a.lo >= 0) return a;
  if (a.hi <= 0) return negative(a);
  return {0, std::max(-a.lo, a.hi)};
}

Interval truth(bool surely, bool never) {
  return surely ? Interval::point(1) : never ? Interval::point(0) : kUnknownTruth;
}
bool surely_true(Interval a) {
  return !a.contains(0);
}
bool surely_false(Interval a) {
  return a.lo == 0 && a.hi == 0;
}
bool equal_points(Interval a, Interval b) {
  return a.lo == a.hi && b.lo == b.hi && a.lo == b.lo;
}
bool apart(Interval a, Interval b) {
  return a.hi < b.lo || b.hi < a.lo;
}

Interval choice(Interval condition, Interval a, Interval b) {
  if (surely_true(condition)) return a;
  return surely_false(condition) ? b : Interval::hull(a, b);
}

Interval standard_function(Op op, Interval a, Interval b) {
  constexpr double infinity = Interval::infinity;
  // clang-format off
  switch (op) {
    case Op::sin: return wave([](double v) { return std::sin(v); }, a, kPi / 2);
    case Op::cos: return wave([](double v) { return std::cos(v); }, a, 0);
    case Op::tan: return tangent(a);
    case Op::asin: return rising_on([](double v) { return std::asin(v); }, a, -1, 1);
    case Op::acos: return negative(rising_on([](double v) { return -std::acos(v); }, a, -1, 1));
    case Op::atan: return rising([](double v) { return std::atan(v); }, a);
    case Op::atan2: return angle(a, b);
    case Op::sinh: return rising([](double v) { return std::sinh(v); }, a);
    case Op::cosh: return hyperbolic_cosine(a);
    case Op::tanh: return within(rising([](double v) { return std::tanh(v); }, a), -1, 1);
    case Op::exp: return within(rising([](double v) { return std::exp(v); }, a), 0, infinity);
    case Op::log: return rising_on([](double v) { return std::log(v); }, a, 0, infinity);
    case Op::log10: return rising_on([](double v) { return std::log10(v); }, a, 0, infinity);
    default: return kEverything;
  }
  // clang-format on
}

}  // namespace

Interval apply(Op op, Interval a, Interval b, Interval c) {
  // clang-format off
  switch (op) {
    case Op::add: return sum(a, b);
    case Op::subtract: return sum(a, negative(b));
    case Op::multiply: return product(a, b);
    case Op::divide: return quotient(a, b);
    case Op::power: return power(a, b);
    case Op::negate: return negative(a);
    case Op::less: return truth(a.hi < b.lo, a.lo >= b.hi);
    case Op::less_equal: return truth(a.hi <= b.lo, a.lo > b.hi);
    case Op::greater: return truth(a.lo > b.hi, a.hi <= b.lo);
    case Op::greater_equal: return truth(a.lo >= b.hi, a.hi < b.lo);
    case Op::equal: return truth(equal_points(a, b), apart(a, b));
    case Op::not_equal: return truth(apart(a, b), equal_points(a, b));
    case Op::logical_and: return truth(surely_true(a) && surely_true(b), surely_false(a) || surely_false(b));
    case Op::logical_or: return truth(surely_true(a) || surely_true(b), surely_false(a) && surely_false(b));
    case Op::logical_not: return truth(surely_false(a), surely_true(a));
    case Op::select: return choice(a, b, c);
    case Op::sqrt: return a.hi < 0 ? Interval{} : Interval{std::sqrt(std::max(a.lo, 0.0)), std::sqrt(a.hi)};
    case Op::abs: return absolute(a);
    case Op::min: return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
    case Op::max: return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
    case Op::floor: return {std::floor(a.lo), std::floor(a.hi)};
    case Op::ceil: return {std::ceil(a.lo), std::ceil(a.hi)};
    case Op::sign: return {sign_of(a.lo), sign_of(a.hi)};
    default: return standard_function(op, a, b);
  }
  // clang-format on
}

IntervalTape::IntervalTape(const Program& program) : slots_(program.work_size()) {
  for (const Program::Constant& c : program.constants())
    slots_[static_cast<std::size_t>(c.slot)] = Interval::point(c.value);
}

void IntervalTape::enclose(const Program& program, Interval t, Interval t_switch, const Interval* symbols) {
  slots_[Program::time_slot] = t;
  slots_[Program::switch_slot] = t_switch;
  for (const Program::Load& load : program.loads())
    slots_[static_cast<std::size_t>(load.slot)] = symbols[load.symbol];
  Interval* result = slots_.data() + program.first_slot();
  for (const Program::Instruction& i : program.instructions()) *result++ = expr::enclose(i, slots_.data());
}

}  // namespace accordo::expr
