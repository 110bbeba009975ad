// The reference pages of the documentation, printed from what the program itself goes by.

#include "cli/references.hpp"

#include <fmt/format.h>
#include <accordo/statistics.hpp>

#include "coupling/catalogue.hpp"
#include "expr/op.hpp"
#include "io/scenario/keys.hpp"
#include "solve/solver.hpp"

namespace accordo::cli {
namespace {

/// In a table a bar would end its cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

/// Summaries begin with a small letter, as they stand after a name elsewhere.
std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + (text.ends_with('.') ? "" : ".");
}

std::string table_of(const KeyTable& table) {
  const bool values = table.keys.front().type.empty();  // words rather than keys
  std::string text = fmt::format("\n## {}\n\n", table.heading);
  if (!table.intro.empty()) text += fmt::format("{}\n\n", table.intro);
  text +=
      values ? "| value | meaning |\n|---|---|\n" : "| key | type | default | meaning |\n|---|---|---|---|\n";
  for (const Key& key : table.keys) {
    text += values
                ? fmt::format("| `{}` | {} |\n", key.name, cell(key.meaning))
                : fmt::format("| `{}` | {} | {} | {} |\n", key.name, cell(key.type),
                              key.default_value.empty() ? "–" : cell(key.default_value), cell(key.meaning));
  }
  return text;
}

std::string values_of(const OptionInfo& option) {
  using Kind = OptionInfo::Kind;
  std::vector<std::string> list;
  if (option.kind == Kind::flag) list = {"`true`", "`false`"};
  if (option.kind == Kind::names) list = {"names of units, separated by commas"};
  if (option.kind == Kind::integer || option.kind == Kind::number) {
    std::string text = option.kind == Kind::integer ? "whole number" : "number";
    if (option.least < option.most)
      text += option.most >= 1e300 ? fmt::format(" from {}", option.least)
                                   : fmt::format(", {} to {}", option.least, option.most);
    list.push_back(text);
  }
  for (const std::string& choice : option.choices) list.push_back("`" + choice + "`");
  return fmt::format("{}", fmt::join(list, option.kind == Kind::integer ? "; " : ", "));
}

std::string section_of(const Method& method) {
  std::string text = fmt::format("\n## {}\n\n{} Needs {}. Order: {}.", method.name, sentence(method.summary),
                                 needs_text(method.needs), method.order);
  if (!method.solver.empty()) text += fmt::format(" Solver: `{}` unless another is named.", method.solver);
  text += fmt::format(" [More](methods.md#{}).\n", method.name);
  if (method.options.empty()) return text;
  text += "\n| option | values | default | meaning |\n|---|---|---|---|\n";
  for (const OptionInfo& o : method.options) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", o.name, cell(values_of(o)),
                        o.default_value.empty() ? "–" : "`" + o.default_value + "`", cell(o.help));
  }
  return text;
}

constexpr const char* kNotice = "This page is printed by the program";

}  // namespace

std::string scenario_reference() {
  std::string text = fmt::format(
      "# Scenario reference\n\n{} (`accordo reference scenario`), from the declarations by which it reads. "
      "Examples "
      "and explanations: [The scenario file](scenario.md).\n",
      kNotice);
  for (const KeyTable& table : key_tables()) text += table_of(table);
  return text + fmt::format("\n## Functions\n\nOf [expressions](scenario.md#expressions): `{}`.\n",
                            fmt::join(expr::function_names(), "`, `"));
}

std::string methods_reference() {
  std::string text = fmt::format(
      "# Methods reference\n\n{} (`accordo reference methods`), from its catalogue. Options are given as "
      "`experiment: "
      "{{options: {{name: value}}}}` or `--option name=value`. What the methods do, and when to use which: "
      "[Methods](methods.md).\n\n## auto\n\nThe default: {}.\n",
      kNotice, kAutomatic);
  for (const Method& method : methods()) text += section_of(method);
  text +=
      "\n## Solvers\n\nOf the methods that have one: `experiment: {solver: name}` or `--solver name`.\n\n"
      "| solver | |\n|---|---|\n";
  for (const SolverInfo& s : solvers()) text += fmt::format("| `{}` | {} |\n", s.name, cell(s.summary));
  return text;
}

std::string statistics_reference() {
  std::string text = fmt::format(
      "# Counters\n\n{} (`accordo reference statistics`), from the list by which it counts. They are part of "
      "the "
      "[statistics](results.md#statistics) of every run, and of the rows of [compare](compare.md).\n\n"
      "| counter | counts |\n|---|---|\n",
      kNotice);
  for (const v0::Counter& c : v0::counters) text += fmt::format("| `{}` | {} |\n", c.name, cell(c.meaning));
  return text;
}

std::string command_line_reference(const std::vector<CommandText>& commands) {
  std::string text =
      fmt::format("# Command line\n\n{} (`accordo reference command-line`), as is `man accordo`.\n", kNotice);
  for (const CommandText& command : commands) {
    const bool program = &command == &commands.front();
    text += fmt::format("\n## {}{}\n\n{}\n\n| | |\n|---|---|\n", program ? "" : "accordo ", command.name,
                        sentence(command.help));
    for (const OptionText& option : command.options)
      text += fmt::format("| `{}` | {}{} |\n", usage_of(option), cell(option.help),
                          option.required ? " (required)" : "");
    if (!command.footer.empty()) text += fmt::format("\n```text\n{}\n```\n", command.footer);
  }
  return text;
}

}  // namespace accordo::cli
