#include "export/export_fmu.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "archive/private_folder.hpp"
#include "archive/sha256.hpp"
#include "export/archive.hpp"
#include "export/compiler.hpp"
#include "export/sources.hpp"
#include "unit/fmi/description/platform.hpp"

namespace accordo::exporter {
namespace {

/// A unit's name as a C identifier.
std::string identifier(const std::string& name) {
  std::string text;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    if (digit && text.empty()) text += '_';
    text += letter || digit ? c : '_';
  }
  return text;
}

std::string describe(const Model& model, const Options& options, const ExperimentSpec& experiment,
                     const Label& label) {
  const auto describe_it = options.version == fmi::Version::fmi2 ? describe_fmi2 : describe_fmi3;
  return describe_it(model, options.features, experiment, label);
}

/// FMUs of different content have different tokens.
std::string token(const Model& model, const Options& options, const ExperimentSpec& experiment,
                  const std::string& name) {
  const Label unlabeled{name, ""};
  archive::Sha256 hash;
  hash.add(describe(model, options, experiment, unlabeled));
  for (const SourceFile& file : write_sources(model, options, unlabeled)) hash.add(file.text);
  const std::string digits = hash.finish();
  return fmt::format("{{{}-{}-{}-{}-{}}}", digits.substr(0, 8), digits.substr(8, 4), digits.substr(12, 4),
                     digits.substr(16, 4), digits.substr(20, 12));
}

/// The bytes of the shared library.
std::string build(const std::vector<SourceFile>& sources, const Options& options) {
  const archive::PrivateFolder folder;
  for (const SourceFile& file : sources) {
    std::ofstream out(folder.path() / file.name, std::ios::binary);
    out << file.text << std::flush;
    if (!out)
      throw Error(Exit::output, "cannot-write", "cannot write " + (folder.path() / file.name).string());
  }
  const std::filesystem::path library = folder.path() / "library.so";
  const char* const plain_names = options.version == fmi::Version::fmi2 ? "FMI2_OVERRIDE_FUNCTION_PREFIX"
                                                                        : "FMI3_OVERRIDE_FUNCTION_PREFIX";
  compile_library(options.compiler, folder.path() / "all.c", library, {plain_names});
  std::ifstream in(library, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

void export_fmu(const UnitSpec& unit, const ExperimentSpec& experiment, const Options& options,
                const std::filesystem::path& file) {
  const Model model = make_model(unit);
  Label label{identifier(model.name), ""};
  label.token = token(model, options, experiment, label.identifier);
  const std::vector<SourceFile> sources = write_sources(model, options, label);
  const bool fmi2 = options.version == fmi::Version::fmi2;
  const std::string platform(fmi2 ? fmi::kPlatforms.back() : fmi::kPlatforms.front());

  std::vector<ArchiveEntry> entries;
  entries.push_back({"modelDescription.xml", describe(model, options, experiment, label)});
  entries.push_back({fmt::format("binaries/{}/{}.so", platform, label.identifier), build(sources, options)});
  for (const SourceFile& source : sources) entries.push_back({"sources/" + source.name, source.text});
  if (!fmi2) entries.push_back({"sources/buildDescription.xml", describe_build(label.identifier)});
  write_archive(file, entries);
}

}  // namespace accordo::exporter
