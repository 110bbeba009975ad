// accordo fmu: what can be done to an FMU itself.

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "export/build_fmu.hpp"

namespace accordo::cli {
namespace {

int build(const exporter::BuildRequest& request) {
  const exporter::BuiltFmu built = exporter::build_fmu(request);
  write_or_print("",
                 fmt::format("{}: {} for {}, {}\nrun it:  accordo run {}\n", built.file.string(),
                             fmt::join(built.libraries, ", "), built.platform,
                             built.remembered ? "compiled before from the same sources"
                                              : fmt::format("compiled from {} source files", built.sources),
                             built.file.string()));
  return 0;
}

}  // namespace

void add_fmu(CLI::App& app, int& code) {
  struct Arguments {
    std::string action;
    exporter::BuildRequest request;
  };
  const auto a = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("fmu", "compile the C sources of an FMU that has no library for this machine");
  command->add_option("ACTION", a->action, "build: compile its sources and write an FMU with the library")
      ->required()
      ->check(CLI::IsMember({"build"}));
  command->add_option("FMU", a->request.fmu, "the .fmu")->required();
  command->add_option("-o,--output", a->request.output,
                      "the .fmu to write (default: beside it, named after the platform)");
  command->add_flag("--force", a->request.force,
                    "replace a file that exists, or a library that the FMU has for this machine");
  command->add_option("--compiler", a->request.compiler, "C compiler (default: $CC, cc, gcc or clang)");
  command->footer(
      "Example:  accordo fmu build pump.fmu && accordo run pump-linux64.fmu\n"
      "Compiling runs no code of the FMU. Libraries are kept in the cache by the content of their sources.");
  command->callback([a, &code] { code = build(a->request); });
}

}  // namespace accordo::cli
