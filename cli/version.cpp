// accordo --version: the first line is for scripts, the others say what the program was built with.

#include <fmt/format.h>
#include <zip.h>
#include <pugixml.hpp>

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <boost/version.hpp>

#include "base/modules.hpp"
#include "cli/description.hpp"

namespace accordo::cli {
namespace {

/// A module and what it was built with; whether it is there is seen without opening it.
std::string module_text(const char* what, const char* built_with, const char* file) {
  if (*built_with == '\0') return fmt::format("{:<10} not built in\n", what);
  const FoundModule found = find_module(file);
  return fmt::format("{:<10} {} ({})\n", what, built_with,
                     found.file.empty() ? fmt::format("module {} is not installed", file) : found.file);
}

std::string dotted(int version, int major, int minor) {
  return fmt::format("{}.{}.{}", version / major, version / minor % (major / minor), version % minor);
}

}  // namespace

std::string version_text() {
  std::string text = "accordo " ACCORDO_VERSION "\n";
  const auto line = [&](const char* name, const std::string& version) {
    text += fmt::format("{:<10} {}\n", name, version);
  };
  line("compiler", ACCORDO_COMPILER);
  line("Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION));
  line("Boost", dotted(BOOST_VERSION, 100000, 100));
  line("yaml-cpp", ACCORDO_YAML_CPP_VERSION);
  line("pugixml", fmt::format("{}.{}", PUGIXML_VERSION / 1000, PUGIXML_VERSION / 10 % 100));
  line("libzip", LIBZIP_VERSION " (loaded with the first FMU)");
  line("CLI11", CLI11_VERSION);
  line("fmt", dotted(FMT_VERSION, 10000, 100));
  text += module_text("MPI", ACCORDO_MPI_VERSION, "accordo_mpi.so");
  text += module_text("PETSc", ACCORDO_PETSC_VERSION, "accordo_petsc.so");
  text.pop_back();
  return text;
}

}  // namespace accordo::cli
