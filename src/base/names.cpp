#include "base/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace accordo {
namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Edits (insert, delete, replace, swap of neighbors) from a to b; a change of case counts half.
double distance(std::string_view a, std::string_view b) {
  const std::size_t n = b.size();
  std::vector<double> older(n + 1), previous(n + 1), current(n + 1);
  std::iota(previous.begin(), previous.end(), 0.0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = static_cast<double>(i);
    for (std::size_t j = 1; j <= n; ++j) {
      const bool same_letter = lower(a[i - 1]) == lower(b[j - 1]);
      const double replace = a[i - 1] == b[j - 1] ? 0.0 : same_letter ? 0.5 : 1.0;
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + replace});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) current[j] = std::min(current[j], older[j - 2] + 1);
    }
    std::swap(older, previous);
    std::swap(previous, current);
  }
  return previous[n];
}

}  // namespace

std::string closest(std::string_view name, std::span<const std::string> candidates) {
  // A third of the letters may be wrong; of very short names only one.
  const double limit = std::max(1.0, static_cast<double>(name.size()) / 3.0);
  double best = limit;
  std::string found;
  for (const std::string& candidate : candidates) {
    const double d = distance(name, candidate);
    if (d < best || (d == best && found.empty())) {
      best = d;
      found = candidate;
    }
  }
  return found;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
  if (const std::string guess = closest(name, candidates); !guess.empty()) {
    return fmt::format("did you mean '{}'?", guess);
  }
  constexpr std::size_t few = 12;
  if (candidates.empty() || candidates.size() > few) return {};
  return fmt::format("known: {}", fmt::join(candidates, ", "));
}

std::string decimal_point_hint(std::string_view text) {
  const auto comma = text.find(',');
  if (comma == std::string_view::npos || comma + 1 == text.size()) return {};
  const auto digit = [&](std::size_t i) { return std::isdigit(static_cast<unsigned char>(text[i])) != 0; };
  const std::size_t first = text[0] == '-' ? 1 : 0;
  if (comma == first || !digit(comma + 1)) return {};
  for (std::size_t i = first; i < comma; ++i)
    if (!digit(i)) return {};
  if (text.find_first_not_of("0123456789eE+-", comma + 1) != std::string_view::npos) return {};
  return fmt::format("write {}.{}, with a decimal point", text.substr(0, comma), text.substr(comma + 1));
}

bool matches(std::string_view text, std::string_view pattern) {
  std::size_t t = 0, p = 0, star = std::string_view::npos, retry = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p, ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++retry;
    } else {
      return false;
    }
  }
  return std::all_of(pattern.begin() + static_cast<std::ptrdiff_t>(p), pattern.end(),
                     [](char c) { return c == '*'; });
}

bool is_identifier(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) != 0) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

}  // namespace accordo
