#include "io/number.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <string>

namespace accordo {

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string shortest(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::optional<std::pair<double, std::string_view>> parse_leading_number(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return std::nullopt;
  text.remove_prefix(first);
  const bool plus = text[0] == '+' && text.size() > 1 && text[1] != '-' && text[1] != '+';
  if (plus) text.remove_prefix(1);  // which from_chars does not know
  double value = 0;
  const char* const begin = text.data();
  const std::from_chars_result result = std::from_chars(begin, begin + text.size(), value);
  if (result.ec == std::errc::invalid_argument) return std::nullopt;
  const auto length = static_cast<std::size_t>(result.ptr - begin);
  if (result.ec == std::errc::result_out_of_range) {
    const bool tiny = text.substr(0, length).find("e-") != std::string_view::npos ||
                      text.substr(0, length).find("E-") != std::string_view::npos;
    value = tiny ? 0.0 : std::numeric_limits<double>::infinity();
  }
  return std::pair(value, text.substr(length));
}

std::optional<double> parse_number(std::string_view text) {
  text = trim(text);
  std::string word;  // .inf, -.INF, .nan: YAML writes them with a dot
  for (const char c : text) {
    if (c == '.' && word.find_first_not_of("+-") == std::string::npos) continue;
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (word == "inf" || word == "+inf") return std::numeric_limits<double>::infinity();
  if (word == "-inf") return -std::numeric_limits<double>::infinity();
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  const auto number = parse_leading_number(text);
  if (!number || !number->second.empty()) return std::nullopt;
  return number->first;
}

}  // namespace accordo
