// The catalogue of cases, and what all of them share: looking up, checking parameters, the heading.
#include "cases/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/names.hpp"
#include "cases/problems.hpp"

namespace accordo::cases {
namespace {

/// `text` as YAML comment lines of at most 100 characters.
std::string comment(std::string_view text) {
  constexpr std::size_t width = 100;
  std::string out, line = "#";
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    if (line.size() + 1 + word.size() > width) {
      out += line + '\n';
      line.assign(1, '#');
    }
    line += fmt::format(" {}", word);
    text = space == std::string_view::npos ? std::string_view{} : text.substr(space + 1);
  }
  return out + line + '\n';
}

std::vector<std::string> names(std::span<const Parameter> parameters) {
  std::vector<std::string> list;
  for (const Parameter& p : parameters) list.push_back(p.name);
  return list;
}

void check_names(const Case& problem, const Values& overrides, Problems& problems) {
  const std::vector<std::string> known = names(problem.parameters);
  for (const auto& [name, value] : overrides) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string remedy = known.empty() ? "it has no parameters" : did_you_mean(name, known);
    problems.add("case-unknown-parameter", {},
                 fmt::format("case '{}' has no parameter '{}'", problem.name, name), remedy);
  }
}

Values with_defaults(const Case& problem, const Values& overrides, Problems& problems) {
  Values values;
  for (const Parameter& p : problem.parameters) {
    const auto given = overrides.find(p.name);
    const double value = given == overrides.end() ? p.default_value : given->second;
    if (!p.accepts(value)) {
      problems.add(
          "case-invalid-value", {},
          fmt::format("parameter '{}' of case '{}' must be {}, not {}", p.name, problem.name, p.rule, value),
          fmt::format("{} is {} (default {})", p.name, p.help, p.default_value));
    }
    values[p.name] = value;
  }
  return values;
}

}  // namespace

std::string in(std::string_view paper, std::string_view where) {
  return fmt::format("{}, {}", paper, where);
}

Parameter positive(std::string name, double default_value, std::string help) {
  return {std::move(name), default_value, std::move(help), "a positive number",
          [](double value) { return value > 0 && std::isfinite(value); }};
}

std::span<const Case> all() {
  static const std::vector<Case> list{two_mass(),         tutorial(), cruise(), lotka_volterra(),
                                      behaviour_change(), tough(),    damper(), van_der_pol(),
                                      quarter_car(),      chain()};
  return list;
}

const Case* find(std::string_view name) {
  for (const Case& c : all()) {
    if (c.name == name) return &c;
  }
  return nullptr;
}

const Case& get(std::string_view name) {
  if (const Case* found = find(name)) return *found;
  std::vector<std::string> known;
  for (const Case& c : all()) known.push_back(c.name);
  Problem problem;
  problem.id = "case-unknown";
  problem.what = fmt::format("there is no case '{}'", name);
  problem.remedy = did_you_mean(name, known);
  throw Error(Exit::usage, std::vector<Problem>{std::move(problem)});
}

std::string write(const Case& problem, const Values& overrides) {
  Problems problems;
  check_names(problem, overrides, problems);
  const Values values = with_defaults(problem, overrides, problems);
  problems.throw_if_any();
  return comment(problem.title + ".") + comment("Source: " + problem.source + ".") + "#\n" +
         problem.write(values);
}

Values parse(std::span<const std::string> assignments) {
  Values values;
  Problems problems;
  for (const std::string& text : assignments) {
    const std::size_t equals = text.find('=');
    double value = 0;
    const char* const end = text.data() + text.size();
    const char* const begin = equals == std::string::npos ? end : text.data() + equals + 1;
    const auto [stop, failure] = std::from_chars(begin, end, value);
    if (equals == 0 || failure != std::errc{} || stop != end) {
      problems.add("case-assignment", {}, fmt::format("'{}' does not set a parameter to a number", text),
                   "write it as name=number, for example N=100");
    } else if (!values.emplace(text.substr(0, equals), value).second) {
      problems.add("case-assignment", {}, fmt::format("parameter '{}' is set twice", text.substr(0, equals)),
                   "set it once");
    }
  }
  problems.throw_if_any();
  return values;
}

}  // namespace accordo::cases
