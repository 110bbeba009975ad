// Completion for bash: commands, options, and the values that the program knows by name.

#include <fmt/format.h>

#include "cases/cases.hpp"
#include "cli/description.hpp"
#include "coupling/catalogue.hpp"
#include "io/scenario/keys.hpp"
#include "solve/solver.hpp"

namespace accordo::cli {
namespace {

/// The names that may stand after an option or as an argument; empty: a file, or anything.
std::string values_of(const OptionText& option, const std::string& command) {
  const std::string name = option.names.empty() ? option.positional : option.names.back();
  std::vector<std::string> values;
  if (name == "--method") {
    values.emplace_back("auto");
    for (const Method& m : methods()) values.push_back(m.name);
  } else if (name == "--solver") {
    for (const SolverInfo& s : solvers()) values.emplace_back(s.name);
  } else if (name == "--estimate") {
    values = names_of(keys::estimates);
  } else if (name == "NAME" && command == "cases") {
    for (const cases::Case& c : cases::all()) values.push_back(c.name);
  }
  return fmt::format("{}", fmt::join(values, " "));
}

/// `run) options='…' values='…' ;;`, and the options that want a value.
std::string command_branch(const CommandText& command) {
  std::vector<std::string> options, wanting;
  std::string arguments, after;
  for (const OptionText& option : command.options) {
    options.insert(options.end(), option.names.begin(), option.names.end());
    const std::string values = values_of(option, command.name);
    if (option.names.empty()) {
      arguments = values;
    } else if (!option.value.empty()) {
      const std::string pattern = fmt::format("{}", fmt::join(option.names, "|"));
      if (values.empty()) {
        wanting.push_back(pattern);
      } else {
        after += fmt::format("          {}) words='{}' ;;\n", pattern, values);
      }
    }
  }
  if (!wanting.empty()) after += fmt::format("          {}) return ;;\n", fmt::join(wanting, "|"));
  std::string text = fmt::format("      {})\n        options='{}' words='{}'\n", command.name,
                                 fmt::join(options, " "), arguments);
  if (!after.empty()) text += fmt::format("        case $before in\n{}        esac\n", after);
  return text + "        ;;\n";
}

}  // namespace

std::string bash_completion(const std::vector<CommandText>& commands) {
  std::vector<std::string> names;
  std::string branches;
  for (std::size_t k = 1; k < commands.size(); ++k) {
    names.push_back(commands[k].name);
    branches += command_branch(commands[k]);
  }
  std::vector<std::string> options;
  for (const OptionText& o : commands.front().options)
    options.insert(options.end(), o.names.begin(), o.names.end());
  return fmt::format(R"(# printed by: accordo reference completion
_accordo() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} options words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    options='{}' words='{}'
  else
    case ${{COMP_WORDS[1]}} in
{}      *) return ;;
    esac
  fi
  case $current in
    -*) words=$options ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o bashdefault -o default -F _accordo accordo
)",
                     fmt::join(options, " "), fmt::join(names, " "), branches);
}

}  // namespace accordo::cli
