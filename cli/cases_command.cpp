// accordo cases: the built-in benchmark problems.

#include <fmt/format.h>

#include "cases/cases.hpp"
#include "cli/commands.hpp"

namespace accordo::cli {
namespace {

std::string listing() {
  std::string text;
  for (const cases::Case& c : cases::all()) {
    text += fmt::format("{:<17} {}\n{:<17} source: {}\n", c.name, c.title, "", c.source);
    for (const cases::Parameter& p : c.parameters) {
      text += fmt::format("{:<17} --set {}={}   {}\n", "", p.name, p.default_value, p.help);
    }
  }
  return text;
}

}  // namespace

void add_cases(CLI::App& app, int& code) {
  struct Arguments {
    std::string name, output;
    std::vector<std::string> set;
  };
  const auto a = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("cases", "the built-in benchmark problems; with a name, write that scenario");
  command->add_option("NAME", a->name, "the case to write");
  command->add_option("-o,--output", a->output, "file to write (default: standard output)");
  command->add_option("--set", a->set, "a parameter of the case: name=value (repeatable)")
      ->take_all()
      ->allow_extra_args(false);
  command->footer("Example:  accordo cases damper --set D_D=0.64 -o damper.yaml");
  command->callback([a, &code] {
    const std::string text =
        a->name.empty() ? listing() : cases::write(cases::get(a->name), cases::parse(a->set));
    write_or_print(a->output, text);
    code = 0;
  });
}

}  // namespace accordo::cli
