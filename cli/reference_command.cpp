// accordo reference: what the documentation, the manual page and the shell are given. Hidden, as no user
// needs it.

#include "cli/commands.hpp"
#include "cli/references.hpp"

namespace accordo::cli {

void add_reference(CLI::App& app, int& code) {
  const auto what = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("reference", "print a part of the documentation")->group("");
  command->add_option("WHAT", *what, "scenario, methods, statistics, command-line, manual, completion")
      ->required()
      ->check(CLI::IsMember({"scenario", "methods", "statistics", "command-line", "manual", "completion"}));
  command->callback([what, &app, &code] {
    const std::vector<CommandText> commands = describe_commands(app);
    write_or_print("", *what == "scenario"       ? scenario_reference()
                       : *what == "methods"      ? methods_reference()
                       : *what == "statistics"   ? statistics_reference()
                       : *what == "command-line" ? command_line_reference(commands)
                       : *what == "manual"       ? manual_page(commands)
                                                 : bash_completion(commands));
    code = 0;
  });
}

}  // namespace accordo::cli
