#include "cli/description.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace accordo::cli {
namespace {

OptionText describe_option(const CLI::Option& option) {
  OptionText text;
  for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
  if (text.names.empty()) text.positional = option.get_single_name();
  if (option.get_items_expected_max() > 0) text.value = option.get_type_name();
  text.help = option.get_description();
  text.required = option.get_required();
  text.repeatable = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  return text;
}

CommandText describe_command(const CLI::App& app) {
  CommandText text{app.get_name(), app.get_description(), app.get_footer(), {}};
  for (const CLI::Option* option : app.get_options()) text.options.push_back(describe_option(*option));
  return text;
}

}  // namespace

std::vector<CommandText> describe_commands(const CLI::App& app) {
  std::vector<CommandText> commands{describe_command(app)};
  for (const CLI::App* sub : app.get_subcommands({})) {
    if (!sub->get_group().empty()) commands.push_back(describe_command(*sub));
  }
  return commands;
}

std::string usage_of(const OptionText& option) {
  if (option.names.empty()) return option.positional;
  const std::string names = fmt::format("{}", fmt::join(option.names, ", "));
  return option.value.empty() ? names : names + " " + option.value;
}

}  // namespace accordo::cli
