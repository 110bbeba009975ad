// The manual page: what --help says, as roff.

#include <fmt/format.h>

#include "cli/description.hpp"

namespace accordo::cli {
namespace {

/// Text that roff prints as it is: no command at the start of a line, real minus signs.
std::string escaped(const std::string& text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    line_begins = c == '\n';
  }
  return out;
}

std::string option_text(const OptionText& option) {
  std::string title;
  for (const std::string& name : option.names)
    title += fmt::format("{}\\fB{}\\fR", title.empty() ? "" : ", ", escaped(name));
  if (!option.positional.empty()) title = fmt::format("\\fI{}\\fR", escaped(option.positional));
  if (!option.names.empty() && !option.value.empty()) title += fmt::format(" \\fI{}\\fR", option.value);
  return fmt::format(".TP\n{}\n{}\n", title, escaped(option.help));
}

std::string synopsis(const CommandText& command) {
  std::string text = fmt::format("\\fBaccordo {}\\fR", escaped(command.name));
  for (const OptionText& option : command.options) {
    if (!option.names.empty()) continue;
    const std::string name = fmt::format("\\fI{}\\fR", escaped(option.positional));
    text += option.required ? " " + name : " [" + name + "]";
  }
  return text + " [\\fIoptions\\fR]";
}

std::string preformatted(const std::string& text) {
  return text.empty() ? "" : fmt::format(".PP\n.nf\n{}\n.fi\n", escaped(text));
}

std::string command_text(const CommandText& command) {
  std::string text = fmt::format(".SS {}\n{}.\n", synopsis(command), escaped(command.help));
  for (const OptionText& option : command.options) text += option_text(option);
  return text + preformatted(command.footer);
}

constexpr const char* kEnvironment = R"(.SH ENVIRONMENT
.TP
\fBACCORDO_MODULES\fR
folder of the modules for MPI and PETSc; else they are looked for beside the program and in its \fI../lib/accordo\fR
.TP
\fBACCORDO_SELF_TEST_SECONDS\fR
how long each test of an FMU may take, 10 unless set
.TP
\fBXDG_CACHE_HOME\fR
where results of these tests and compiled libraries are kept, in a folder \fIaccordo\fR (default: \fI~/.cache\fR)
.TP
\fBTMPDIR\fR
where FMUs and system structures are extracted
.TP
\fBCC\fR
C compiler of \fBaccordo export\fR and \fBaccordo fmu build\fR
.TP
\fBACCORDO_LIBPYTHON\fR
library of Python for FMUs that are written in it; else that of \fIpython3\fR, or the newest
)";

}  // namespace

std::string manual_page(const std::vector<CommandText>& commands) {
  const CommandText& program = commands.front();
  std::string text = fmt::format(
      ".\\\" printed by: accordo reference manual\n.TH ACCORDO 1 \"\" \"accordo {}\" \"User Commands\"\n"
      ".SH NAME\naccordo \\- couples simulators and says how far to trust the result\n.SH SYNOPSIS\n",
      ACCORDO_VERSION);
  for (const CommandText& command : commands) {
    if (&command != &program) text += (&command == &commands[1] ? "" : ".br\n") + synopsis(command) + "\n";
  }
  text += fmt::format(".SH DESCRIPTION\n{}\n", escaped(program.help));
  for (const OptionText& option : program.options) text += option_text(option);
  text += preformatted(program.footer) + ".SH COMMANDS\n";
  for (const CommandText& command : commands) {
    if (&command != &program) text += command_text(command);
  }
  return text + kEnvironment;
}

}  // namespace accordo::cli
