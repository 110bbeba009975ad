// What names of units of measurement mean.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include "model/quantity.hpp"

namespace accordo {
namespace {

using Exponents = std::array<int, 8>;  // of kg, m, s, A, K, mol, cd, rad

struct Symbol {
  std::string_view name;
  Exponents exponents;
  double factor = 1;
  bool prefixes = true;  ///< it may have one
  double offset = 0;
};

constexpr double kPi = std::numbers::pi;
constexpr Exponents kOne{}, kMass{1}, kLength{0, 1}, kTime{0, 0, 1}, kTemperature{0, 0, 0, 0, 1},
    kAngle{0, 0, 0, 0, 0, 0, 0, 1}, kForce{1, 1, -2}, kEnergy{1, 2, -2}, kPower{1, 2, -3},
    kPressure{1, -1, -2}, kRate{0, 0, -1}, kVolume{0, 3};
constexpr double kMinute = 60, kHour = 3600, kDay = 86400;

constexpr Symbol kSymbols[] = {
    {"1", kOne, 1, false},
    {"%", kOne, 0.01, false},
    {"m", kLength},
    {"g", kMass, 1e-3},
    {"t", kMass, 1e3, false},  // else ft would be a femtoton
    {"s", kTime},
    {"min", kTime, kMinute, false},
    {"h", kTime, kHour, false},
    {"d", kTime, kDay, false},
    {"A", {0, 0, 0, 1}},
    {"K", kTemperature},
    {"degC", kTemperature, 1, false, 273.15},
    {"\u00b0C", kTemperature, 1, false, 273.15},
    {"degF", kTemperature, 5.0 / 9, false, 459.67 * 5 / 9},
    {"mol", {0, 0, 0, 0, 0, 1}},
    {"cd", {0, 0, 0, 0, 0, 0, 1}},
    {"rad", kAngle},
    {"deg", kAngle, kPi / 180, false},
    {"\u00b0", kAngle, kPi / 180, false},
    {"rev", kAngle, 2 * kPi, false},
    {"rpm", {0, 0, -1, 0, 0, 0, 0, 1}, kPi / 30, false},
    {"sr", kOne},
    {"Hz", kRate},
    {"N", kForce},
    {"Nm", kEnergy},
    {"J", kEnergy},
    {"Wh", kEnergy, kHour},
    {"W", kPower},
    {"Pa", kPressure},
    {"bar", kPressure, 1e5},
    {"atm", kPressure, 101325, false},
    {"l", kVolume, 1e-3},
    {"L", kVolume, 1e-3},
    {"C", {0, 0, 1, 1}},
    {"V", {1, 2, -3, -1}},
    {"Ohm", {1, 2, -3, -2}},
    {"\u03a9", {1, 2, -3, -2}},
    {"S", {-1, -2, 3, 2}},
    {"F", {-1, -2, 4, 2}},
    {"H", {1, 2, -2, -2}},
    {"Wb", {1, 2, -2, -1}},
    {"T", {1, 0, -2, -1}},
};

struct Prefix {
  std::string_view name;
  double factor;
};

// Not all that there are: with P and f, PS and fl would have strange meanings.
constexpr Prefix kPrefixes[] = {
    {"p", 1e-12}, {"n", 1e-9}, {"u", 1e-6}, {"\u00b5", 1e-6}, {"\u03bc", 1e-6}, {"m", 1e-3}, {"c", 1e-2},
    {"d", 1e-1},  {"da", 1e1}, {"h", 1e2},  {"k", 1e3},       {"M", 1e6},       {"G", 1e9},  {"T", 1e12},
};

const Symbol* find_symbol(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kSymbols), std::end(kSymbols), [&](const Symbol& s) { return s.name == name; });
  return found == std::end(kSymbols) ? nullptr : found;
}

/// What a name means so far; a product of such.
struct Meaning {
  Exponents exponents{};
  double factor = 1, offset = 0;

  /// times other^power; an offset makes sense for a unit that stands alone only.
  void multiply(const Meaning& other, int power) {
    for (std::size_t i = 0; i < exponents.size(); ++i) exponents[i] += power * other.exponents[i];
    factor = power < 0 ? factor / std::pow(other.factor, -power) : factor * std::pow(other.factor, power);
    offset = 0;
  }
};

/// A symbol, or a prefix and a symbol that takes one. `kg` is k and g, without the detour over 1e-3.
std::optional<Meaning> meaning_of(std::string_view name) {
  if (name == "kg") return Meaning{kMass};
  if (const Symbol* s = find_symbol(name)) return Meaning{s->exponents, s->factor, s->offset};
  for (const Prefix& prefix : kPrefixes) {
    if (!name.starts_with(prefix.name)) continue;
    const Symbol* const s = find_symbol(name.substr(prefix.name.size()));
    if (s != nullptr && s->prefixes) return Meaning{s->exponents, prefix.factor * s->factor, 0};
  }
  return std::nullopt;
}

/// expression = product {"/" product}; product = power {("." | "*") power};
/// power = (symbol | "(" expression ")") ["^"] [integer]
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  std::optional<Meaning> whole() {
    std::optional<Meaning> found = expression(0);
    return rest_.empty() ? found : std::nullopt;
  }

 private:
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::optional<Meaning> expression(int depth) {
    std::optional<Meaning> left = product(depth);
    while (left && take("/")) {
      const std::optional<Meaning> right = product(depth);
      if (!right) return std::nullopt;
      left->multiply(*right, -1);
    }
    return left;
  }

  std::optional<Meaning> product(int depth) {
    std::optional<Meaning> left = power(depth);
    while (left && (take(".") || take("*") || take("\u00b7"))) {
      const std::optional<Meaning> right = power(depth);
      if (!right) return std::nullopt;
      left->multiply(*right, 1);
    }
    return left;
  }

  std::optional<Meaning> power(int depth) {
    constexpr int deepest = 20;
    std::optional<Meaning> base;
    if (depth < deepest && take("(")) {
      base = expression(depth + 1);
      if (!take(")")) return std::nullopt;
    } else {
      base = symbol();
    }
    if (!base) return std::nullopt;
    const std::optional<int> exponent = integer();
    if (!exponent) return std::nullopt;
    if (*exponent == 1) return base;
    constexpr int highest = 1000;
    for (const int e : base->exponents) {
      if (std::abs(e) > highest) return std::nullopt;
    }
    Meaning result;
    result.multiply(*base, *exponent);
    return result;
  }

  std::optional<Meaning> symbol() {
    constexpr std::string_view digits = "0123456789";
    const bool one = rest_.starts_with('1');
    if (one && rest_.size() > 1 && digits.find(rest_[1]) != std::string_view::npos) return std::nullopt;
    const std::size_t end = std::min(rest_.find_first_of("./*^()+-0123456789"), rest_.size());
    const std::string_view name = rest_.substr(0, one ? 1 : std::min(end, rest_.find("\u00b7")));
    rest_.remove_prefix(name.size());
    return meaning_of(name);
  }

  /// 1 where none is written; nothing where it makes no sense.
  std::optional<int> integer() {
    const bool marked = take("^");
    take("+");
    int value = 1;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error == std::errc::invalid_argument)
      return marked || rest_.starts_with('-') ? std::nullopt : std::optional(1);
    constexpr int largest = 12;
    if (error != std::errc() || std::abs(value) > largest) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::string_view rest_;
};

}  // namespace

Quantity quantity_named(std::string_view name) {
  Quantity quantity;
  quantity.unit = name;
  const std::optional<Meaning> found = Parser(name == "-" ? "1" : name).whole();
  if (!found || !std::isfinite(found->factor) || found->factor == 0) return quantity;
  quantity.defined = true;
  quantity.exponents = found->exponents;
  quantity.factor = found->factor;
  quantity.offset = found->offset;
  return quantity;
}

}  // namespace accordo
