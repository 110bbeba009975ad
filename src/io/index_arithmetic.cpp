#include "io/index_arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/names.hpp"
#include "expr/expr.hpp"
#include "io/number.hpp"

namespace accordo {
namespace {

// Beyond, doubles are not all whole.
constexpr std::int64_t kLargest = std::int64_t{1} << 53;

bool starts_word(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool continues_word(char c) {
  return starts_word(c) || (c >= '0' && c <= '9');
}

std::size_t word_length(std::string_view text) {
  if (text.empty() || !starts_word(text[0])) return 0;
  const auto end = std::find_if_not(text.begin(), text.end(), continues_word);
  return static_cast<std::size_t>(end - text.begin());
}

/// Recursive descent that computes as it reads; throws a Whole with the fault.
class Evaluation {
 public:
  Evaluation(std::string_view text, const Bindings& bindings) : rest_(text), bindings_(bindings) {}

  std::int64_t whole() {
    const std::int64_t value = sum();
    skip();
    if (!rest_.empty()) refuse();
    return value;
  }

 private:
  [[noreturn]] static void fail(std::string fault) { throw Whole{0, std::move(fault)}; }
  [[noreturn]] void refuse() const {
    if (rest_.empty()) fail("something is missing at its end");
    if (rest_[0] == '/') fail("'/' may leave a fraction: write // for the whole part");
    if (rest_[0] == '.') fail("indices are whole numbers");
    fail(fmt::format("'{}' is not understood", rest_));
  }

  void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }
  bool take(std::string_view sign) {
    skip();
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    return true;
  }

  static std::int64_t checked(bool overflow, std::int64_t value) {
    if (overflow || value > kLargest || value < -kLargest) fail("the numbers in it become too large");
    return value;
  }

  std::int64_t sum() {
    std::int64_t value = product();
    for (;;) {
      if (take("+")) {
        value = checked(false, value + product());
      } else if (take("-")) {
        value = checked(false, value - product());
      } else {
        return value;
      }
    }
  }

  std::int64_t product() {
    std::int64_t value = factor();
    for (;;) {
      std::int64_t result = 0;
      if (take("*")) {
        const bool overflow = __builtin_mul_overflow(value, factor(), &result);
        value = checked(overflow, result);
      } else if (take("//")) {
        value = floor_divide(value, divisor());
      } else if (take("%")) {
        const std::int64_t by = divisor();
        value -= by * floor_divide(value, by);
      } else {
        return value;
      }
    }
  }

  std::int64_t divisor() {
    const std::int64_t by = factor();
    if (by == 0) fail("it divides by 0");
    return by;
  }

  static std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
  }

  std::int64_t factor() {
    constexpr int deepest = 100;
    if (++depth_ > deepest) fail("its parentheses nest too deeply");
    const std::int64_t value = take("-") ? -factor() : take("(") ? parenthesis() : operand();
    --depth_;
    return value;
  }

  std::int64_t parenthesis() {
    const std::int64_t value = sum();
    if (!take(")")) fail("a parenthesis is not closed");
    return value;
  }

  std::int64_t operand() {
    skip();
    if (const std::size_t length = word_length(rest_); length > 0) return named(length);
    if (rest_.empty() || rest_[0] < '0' || rest_[0] > '9') refuse();
    double value = 0;
    const char* const end = rest_.data() + rest_.size();
    const auto [stop, error] = std::from_chars(rest_.data(), end, value);
    if (error != std::errc{}) fail("the numbers in it become too large");
    const auto length = static_cast<std::size_t>(stop - rest_.data());
    const std::int64_t number = whole_of(value, rest_.substr(0, length));
    rest_.remove_prefix(length);
    return number;
  }

  static std::int64_t whole_of(double value, std::string_view text) {
    if (value != std::floor(value)) fail(fmt::format("{} is not whole", text));
    if (std::abs(value) > static_cast<double>(kLargest)) fail("the numbers in it become too large");
    return static_cast<std::int64_t>(value);
  }

  std::int64_t named(std::size_t length) {
    const std::string_view name = rest_.substr(0, length);
    const std::optional<double> value = bindings_.find(name);
    if (!value) throw Whole{0, fmt::format("there is no index or constant '{}'", name), true};
    rest_.remove_prefix(length);
    return whole_of(*value, fmt::format("{} = {}", name, *value));
  }

  std::string_view rest_;
  const Bindings& bindings_;
  int depth_ = 0;
};

}  // namespace

std::optional<double> Bindings::find(std::string_view name) const {
  // The innermost counts.
  for (std::size_t k = names.size(); k-- > 0;) {
    if (names[k] == name) return values[k];
  }
  return std::nullopt;
}

void Bindings::add(std::string name, double value) {
  names.push_back(std::move(name));
  values.push_back(value);
}

void Bindings::shrink(std::size_t count) {
  names.resize(count);
  values.resize(count);
}

Whole evaluate_whole(std::string_view text, const Bindings& bindings) {
  try {
    return {Evaluation(text, bindings).whole(), {}};
  } catch (Whole& faulty) {
    return std::move(faulty);
  }
}

std::string Range::text() const {
  return fmt::format("{}..{}", first, last);
}

RangeResult evaluate_range(std::string_view text, const Bindings& bindings) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return {{}, "a range is written first..last"};
  const Whole first = evaluate_whole(text.substr(0, dots), bindings);
  const Whole last = evaluate_whole(text.substr(dots + 2), bindings);
  if (!first || !last) return {{}, !first ? first.fault : last.fault};
  const Range range{first.value, last.value};
  if (range.count() < 0) return {{}, fmt::format("it ends before it starts: {}", range.text())};
  return {range, {}};
}

std::optional<double> evaluate_number(std::string_view text, const Bindings& bindings) {
  expr::Graph graph;
  const expr::Parsed parsed = expr::parse(graph, text, expr::SymbolTable(bindings.names));
  if (!parsed || expr::dependence(graph, *parsed).time) return std::nullopt;
  return expr::evaluate_once(graph, *parsed, 0, bindings.values);
}

bool mentions(std::string_view text, std::span<const std::string> names) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = word_length(text.substr(i));
    if (length > 0 && std::find(names.begin(), names.end(), text.substr(i, length)) != names.end())
      return true;
    // 2e3 and x1 are one thing each.
    const auto rest = text.begin() + static_cast<std::ptrdiff_t>(i);
    const auto end = std::find_if_not(rest, text.end(), continues_word);
    i += std::max<std::size_t>(1, static_cast<std::size_t>(end - rest));
  }
  return false;
}

}  // namespace accordo
