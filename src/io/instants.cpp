#include "io/instants.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "io/number.hpp"
#include "io/series.hpp"
#include "io/text_file.hpp"

namespace accordo {
namespace {

/// Nothing where something else is among them.
std::optional<std::vector<double>> numbers_alone(std::string_view text) {
  constexpr std::string_view separators = " ,;\t\r\n";
  std::vector<double> numbers;
  for (std::size_t at = text.find_first_not_of(separators); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    const std::optional<double> number = parse_number(text.substr(at, end - at));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    at = text.find_first_not_of(separators, end);
  }
  return numbers;
}

}  // namespace

std::vector<double> read_instants(const std::filesystem::path& file, const SourceLocation& place,
                                  Problems& problems) {
  const auto text = read_text_file(file, problems);
  if (!text) return {};
  std::optional<std::vector<double>> instants = numbers_alone(*text);
  if (!instants) {
    const auto table = parse_csv(*text, file.string(), problems, CsvRows::results);
    if (!table) return {};
    instants = table->time;
  }
  if (instants->empty())
    problems.add("bad-series", place, fmt::format("there are no instants in '{}'", file.string()));
  return *instants;
}

}  // namespace accordo
