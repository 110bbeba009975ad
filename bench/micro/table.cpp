#include "bench/micro/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include "base/json.hpp"

namespace accordo::bench {
namespace {

std::vector<Line>& all_lines() {
  static std::vector<Line> lines;
  return lines;
}

std::optional<double> find(const std::map<std::string, double>& values, const std::string& name) {
  const auto found = values.find(name);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

/// Nothing where a benchmark was not run.
std::optional<double> value_of(const Line& line, const Results& results) {
  if (const auto ratio = find(results.ratios, line.of); ratio && line.against.empty())
    return line.kind == Line::Kind::gain ? 1 / *ratio : *ratio;
  const auto of = find(results.seconds, line.of);
  const auto against = line.against.empty() ? std::optional(0.0) : find(results.seconds, line.against);
  if (!of || !against) return std::nullopt;
  switch (line.kind) {
    case Line::Kind::ratio:
      return *of / *against;
    case Line::Kind::gain:
      return *against / *of;
    case Line::Kind::seconds:
      break;
  }
  return *of - *against;
}

bool is_met(const Line& line, double value) {
  return line.kind == Line::Kind::gain ? value >= line.goal : value <= line.goal;
}

/// "1.35", or "12 µs" where it is a time.
std::string text_of(const Line& line, double value) {
  if (line.kind != Line::Kind::seconds) return fmt::format("{:.2f}", value);
  if (std::abs(line.goal) < 1e-3) return fmt::format("{:.3g} µs", 1e6 * value);
  return fmt::format("{:.2g} s", value);
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string text; std::getline(info, text);) {
    const auto colon = text.find(": ");
    if (text.starts_with("model name") && colon != std::string::npos) return text.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

bool add_lines(std::vector<Line> lines) {
  auto& all = all_lines();
  all.insert(all.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
  return true;
}

std::vector<std::string> groups() {
  std::vector<std::string> list;
  for (const Line& line : all_lines()) {
    std::string group = line.of.substr(0, line.of.find('/'));
    if (std::find(list.begin(), list.end(), group) == list.end()) list.push_back(std::move(group));
  }
  return list;
}

void print_table(const Results& results) {
  fmt::print("\n{:<80} {:>8} {:>11}\n", "best of the repetitions of this run (in turns: of the best quarter)",
             "measured", "goal");
  for (const Line& line : all_lines()) {
    const auto value = value_of(line, results);
    if (!value) continue;
    const char* sense = line.kind == Line::Kind::gain ? "≥" : "≤";
    fmt::print("{:<80} {:>8} {:>11}  {}\n", line.title, text_of(line, *value),
               fmt::format("{} {}", sense, text_of(line, line.goal)),
               is_met(line, *value) ? "met" : "NOT MET");
  }
}

void write_json(const Results& results, const std::string& file) {
  JsonWriter json;
  json.begin_object();
  json.key("machine").begin_object();
  json.member("processor", processor());
  json.member("cores", static_cast<int>(std::thread::hardware_concurrency()));
  json.member("compiler", __VERSION__);
  double load = 0;
  if (getloadavg(&load, 1) == 1) json.member("load_at_the_end", load);
  json.member("unix_time", static_cast<long long>(std::time(nullptr)));
  json.end_object();
  json.key("lines").begin_array();
  for (const Line& line : all_lines()) {
    const auto value = value_of(line, results);
    if (!value) continue;
    const char* unit = line.kind == Line::Kind::seconds ? "s" : "1";
    json.begin_object().member("title", line.title).member("of", line.of).member("against", line.against);
    json.member("value", *value).member("unit", unit).member("goal", line.goal);
    json.member("sense", line.kind == Line::Kind::gain ? "at least" : "at most");
    json.member("met", is_met(line, *value)).end_object();
  }
  json.end_array();
  json.key("seconds_per_item").begin_object();
  for (const auto& [name, cost] : results.seconds) json.member(name, cost);
  json.end_object().end_object();
  std::ofstream(file) << json.str();
}

}  // namespace accordo::bench
