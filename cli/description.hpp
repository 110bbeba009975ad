// The command line as data, taken from the parser itself: manual page, completion and reference are printed
// from it.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace accordo::cli {

struct OptionText {
  std::vector<std::string> names;  ///< "-o", "--output"; empty for what has no name
  std::string positional;          ///< "SCENARIO"; empty for what has one
  std::string value;               ///< "TEXT"; empty for flags
  std::string help;
  bool required = false, repeatable = false;
};

struct CommandText {
  std::string name, help, footer;
  std::vector<OptionText> options;
};

/// The program itself first, then its sub-commands but for the hidden ones.
std::vector<CommandText> describe_commands(const CLI::App& app);

/// "-o, --output TEXT"
std::string usage_of(const OptionText& option);

// The three documents, complete.
std::string manual_page(const std::vector<CommandText>& commands);
std::string bash_completion(const std::vector<CommandText>& commands);
std::string command_line_reference(const std::vector<CommandText>& commands);

/// Adds the hidden sub-command that prints them.
void add_reference(CLI::App& app, int& code);

/// What --version prints.
std::string version_text();

}  // namespace accordo::cli
