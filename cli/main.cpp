// accordo: couples simulators and says how far to trust the result.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <new>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/description.hpp"
#include "cli/standard_streams.hpp"

namespace {

using namespace accordo;

int report(const Error& error) {
  for (const Problem& p : error.problems()) fmt::print(stderr, "{}\n", describe(p));
  if (error.problems().size() > 1) fmt::print(stderr, "{} problems\n", error.problems().size());
  return static_cast<int>(error.code());
}

int dispatch(int argc, char** argv) {
  CLI::App app(
      "Accordo couples simulators: units, connections and a step or a tolerance in, one trajectory out.",
      "accordo");
  app.set_version_flag("--version", cli::version_text,
                       "versions of the program and of what it was built with");
  app.require_subcommand(1);
  app.footer(
      "Start with:  accordo cases two-mass -o two-mass.yaml && accordo run two-mass.yaml\n"
      "Exit codes: 0 done, 2 usage or invalid scenario, 3 a unit failed, 4 the coupling failed, 5 output "
      "failed, 130 interrupted.");
  int code = 0;
  cli::add_run(app, code);
  cli::add_compare(app, code);
  cli::add_linearize(app, code);
  cli::add_check(app, code);
  cli::add_info(app, code);
  cli::add_methods(app, code);
  cli::add_cases(app, code);
  cli::add_export(app, code);
  cli::add_fmu(app, code);
  cli::add_report(app, code);
  cli::add_reference(app, code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);  // --help, --version
  } catch (const CLI::ParseError& e) {
    cli::explain_usage(app, e, argc, argv);
    return static_cast<int>(Exit::usage);
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  cli::fill_standard_descriptors();
  try {
    return dispatch(argc, argv);
  } catch (const Error& error) {
    return report(error);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "error: out of memory\n");
  } catch (const std::exception& e) {
    fmt::print(stderr, "error: {} [internal]\n    this is a bug of Accordo, please report it\n", e.what());
  }
  return static_cast<int>(Exit::bug);
}
