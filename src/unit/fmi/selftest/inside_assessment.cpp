// What the rows of the probes of what runs inside say.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "unit/fmi/selftest/assessment.hpp"

namespace accordo::fmi {
namespace {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

/// The numbers that were set; empty for texts.
std::vector<double> numbers(const StartValue& value) {
  std::vector<double> list;
  std::visit(
      [&](const auto& values) {
        if constexpr (requires { static_cast<double>(values.front()); }) {
          for (const auto& v : values) list.push_back(static_cast<double>(v));
        }
      },
      value.values);
  return list;
}

}  // namespace

std::string assess_whole_run(const Rows& straight, const Rows& back, double& noise) {
  constexpr double limit = 1e-6;
  constexpr double least_move = 1e-6;  // of the value: what moves less counts as this
  noise = 0;
  for (std::size_t i = 0; i < straight.front().size(); ++i) {
    double low = straight.front()[i], high = low, off = 0;
    for (std::size_t k = 0; k < straight.size(); ++k) {
      const double a = straight[k][i], b = back[k][i];
      if (std::isnan(a) && std::isnan(b)) continue;
      low = std::min(low, a), high = std::max(high, a);
      off = std::isfinite(a - b) ? std::max(off, std::abs(a - b)) : off;
      if (!std::isfinite(a - b))
        return "a run with steps that were undone and made again gives another result";
    }
    const double size = std::max(high - low, least_move * std::max(std::abs(low), std::abs(high)));
    if (off > limit * size) {
      return fmt::format(
          "a run with steps that were undone and made again gives another result, {:.2g} of the range off",
          size > 0 ? off / size : 1.0);
    }
    if (size > 0) noise = std::max(noise, off / size);
  }
  return {};
}

std::string assess_parameter(const StartValue& wanted, const Row& read) {
  constexpr double single_precision = 1e-6;
  const std::vector<double> set = numbers(wanted);
  for (std::size_t i = 0; i < std::min(set.size(), read.size()); ++i) {
    if (std::abs(read[i] - set[i]) <= single_precision * std::abs(set[i])) continue;
    return fmt::format("was set to {} and is {}", set[i], read[i]);
  }
  return {};
}

Ticks find_ticks(const Rows& rows) {
  constexpr std::size_t least = 4, most = 12;
  std::vector<std::size_t> changes;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    if (rows[k] != rows[k - 1]) changes.push_back(k);
  }
  if (changes.size() < least || changes.size() > most) return {};
  std::size_t shortest = rows.size(), longest = 0;
  for (std::size_t k = 1; k < changes.size(); ++k) {
    shortest = std::min(shortest, changes[k] - changes[k - 1]);
    longest = std::max(longest, changes[k] - changes[k - 1]);
  }
  if (longest - shortest > 1) return {};
  const auto apart = static_cast<double>(changes.back() - changes.front());
  const auto gaps = static_cast<double>(changes.size() - 1);
  return {.least = (apart - 1) / gaps, .most = (apart + 1) / gaps, .first = changes.front() == 1};
}

namespace {

/// The first of a number's decimal roundings within the bounds, and how many digits it has.
std::pair<double, int> shortest_decimal(double low, double high) {
  constexpr int all = 17;
  const double middle = (low + high) / 2;
  for (int digits = 1; digits < all; ++digits) {
    const double rounded = std::strtod(fmt::format("{:.{}e}", middle, digits - 1).c_str(), nullptr);
    if (rounded >= low && rounded <= high) return {rounded, digits};
  }
  return {middle, all};
}

}  // namespace

double likely_length(double low, double high, double named) {
  constexpr int most = 10;
  constexpr double near = 1e-4;  // what some FMUs allow for rounding grows with time
  for (int n = 1; n <= most; ++n) {
    for (const double length : {n * named, named / n}) {
      if (length >= low * (1 - near) && length <= high * (1 + near)) return length;
    }
  }
  const auto [length, digits] = shortest_decimal(low, high);
  const auto [rate, rate_digits] = shortest_decimal(1 / high, 1 / low);
  return rate_digits < digits ? 1 / rate : length;
}

double direct_by_steps(const Rows& effects, std::size_t i) {
  constexpr double same = 0.01, visible = 0.2;
  const double whole = effects[0][i];
  const double first = 2 * effects[2][i] - effects[1][i], second = 2 * effects[3][i] - effects[2][i];
  if (!std::isfinite(first) || !std::isfinite(second)) return 0;
  const bool direct =
      std::abs(first - second) <= same * std::abs(second) && std::abs(second) > visible * std::abs(whole);
  return direct ? second : 0;
}

double direct_by_start(const Rows& effects, std::size_t i) {
  constexpr double linear = 1e-6;
  const double one = effects[0][i], two = effects[1][i];
  return std::isfinite(one) && std::abs(two - 2 * one) <= linear * std::abs(two) ? one : 0;
}

/// Let an input that is moved for good, and felt at once, move an output by j_1, j_2, … in the ticks that
/// follow. If a part θ of each tick's input is the one before, i_k = (1 - θ) j_k + θ j_{k-1}, but i_1 = (1 -
/// θ) j_1, as nothing was moved before. A parabola through i_2, i_3, i_4 leads back to i* = (1 - θ) j_1 + θ
/// j_0, and with r = j_0/j_1, which i*/i_2 is for an integrator with losses (j geometric), i_1/i* = (1 -
/// θ)/(1 - θ + θ r).
std::optional<double> latency_of(const std::array<double, 4>& i) {
  constexpr double most_falling = 0.8, most_rising = 1.02;
  const auto steady = [](double a, double b) {
    return a != 0 && b / a >= most_falling && b / a <= most_rising;
  };
  if (!steady(i[1], i[2]) || !steady(i[2], i[3])) return std::nullopt;
  const double led_back = 3 * i[1] - 3 * i[2] + i[3];
  const double ratio = i[0] / led_back, r = led_back / i[1];
  const double theta = (1 - ratio) / (1 - ratio + ratio * r);
  return std::isfinite(theta) ? std::optional(theta) : std::nullopt;
}

/// A parabola through the values after steps leads back to the one before them.
std::vector<int> late_outputs(const Rows& rows) {
  constexpr double visible = 1e-3, times = 10;
  std::vector<int> late;
  for (std::size_t i = 0; i < rows[0].size(); ++i) {
    const double y0 = rows[0][i], y1 = rows[1][i], y2 = rows[2][i], y3 = rows[3][i];
    const double off = std::abs(y0 - (3 * y1 - 3 * y2 + y3));
    const double size = std::max({std::abs(y0), std::abs(y1), std::abs(y2), std::abs(y3)});
    const double moves = std::max(std::abs(y2 - y1), std::abs(y3 - y2));
    if (off > visible * size && off > times * moves) late.push_back(static_cast<int>(i));
  }
  return late;
}

double roughness(const Rows& rows) {
  constexpr double rounding = 1e-13;
  double worst = 0;
  for (std::size_t i = 0; i < rows[0].size(); ++i) {
    const double size = std::max({std::abs(rows[0][i]), std::abs(rows[1][i]), std::abs(rows[2][i])});
    const double off = std::abs(rows[0][i] - 2 * rows[1][i] + rows[2][i]) / 4;
    if (size > 0 && std::isfinite(off) && off > rounding * size) worst = std::max(worst, off / size);
  }
  return worst;
}

double distance_over_range(const Rows& a, const Rows& b) {
  constexpr double least_move = 1e-6;  // of the value
  double worst = 0;
  for (std::size_t i = 0; i < a.front().size(); ++i) {
    double low = a.front()[i], high = low, sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      low = std::min(low, a[k][i]), high = std::max(high, a[k][i]);
      sum += (a[k][i] - b[k][i]) * (a[k][i] - b[k][i]);
    }
    const double size = std::max(high - low, least_move * std::max(std::abs(low), std::abs(high)));
    const double off = std::sqrt(sum / static_cast<double>(a.size()));
    if (size > 0 && std::isfinite(off)) worst = std::max(worst, off / size);
  }
  return worst;
}

double distance(const Row& a, const Row& b) {
  double worst = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const double size = std::max(std::abs(a[i]), std::abs(b[i]));
    if (size > 0 && std::isfinite(a[i] - b[i])) worst = std::max(worst, std::abs(a[i] - b[i]) / size);
  }
  return worst;
}

}  // namespace accordo::fmi
