#include "export/build_fmu.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>

#include "archive/entry_name.hpp"
#include "archive/private_folder.hpp"
#include "archive/sha256.hpp"
#include "base/error.hpp"
#include "export/archive.hpp"
#include "export/build_plan.hpp"
#include "export/compiler.hpp"
#include "export/runtime_sources.hpp"
#include "unit/fmi/description/description_reader.hpp"
#include "unit/fmi/description/platform.hpp"

namespace accordo::exporter {
namespace fs = std::filesystem;
namespace {

constexpr double kBuildSeconds = 600;  // for one library
constexpr int kFormat = 1;             // of the cache: to be raised when libraries are made differently

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text << std::flush;
  if (!out) throw Error(Exit::output, "cannot-write", "cannot write " + file.string());
}

bool in_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  const std::string folders = path == nullptr ? "" : path;
  for (std::size_t from = 0; from <= folders.size();) {
    const std::size_t colon = std::min(folders.find(':', from), folders.size());
    const fs::path file = fs::path(folders.substr(from, colon - from)) / program;
    if (access(file.c_str(), X_OK) == 0) return true;
    from = colon + 1;
  }
  return false;
}

std::string compiler_of(const BuildRequest& request) {
  if (!request.compiler.empty()) return request.compiler;
  if (const char* const named = std::getenv("CC"); named != nullptr && *named != '\0') return named;
  for (const char* name : {"cc", "gcc", "clang"}) {
    if (in_path(name)) return name;
  }
  return "cc";
}

/// Where libraries are kept; empty where no folder is known.
fs::path cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "accordo" / "built";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".cache" / "accordo" / "built";
  return {};
}

/// Of everything that the library depends on, but for the compiler's version and the system's libraries.
std::string content_of(const BuildPlan& plan, const fs::path& sources, const std::string& compiler) {
  archive::Sha256 hash;
  const auto add = [&](const std::string& text) { hash.add(fmt::format("{}\n{}", text.size(), text)); };
  for (const std::string& part : {std::to_string(kFormat), compiler, plan.identifier}) add(part);
  for (const auto* list : {&plan.sources, &plan.definitions, &plan.include_folders, &plan.libraries}) {
    add(std::to_string(list->size()));
    for (const std::string& text : *list) add(text);
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(sources)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    add(file.lexically_relative(sources).string());
    add(read(file));
  }
  return hash.finish();
}

/// A file in the cache is complete or not there; what cannot be kept is compiled again.
void keep(const std::string& bytes, const fs::path& as) {
  std::error_code ignored;
  fs::create_directories(as.parent_path(), ignored);
  std::string draft = (as.parent_path() / "draft-XXXXXX").string();
  const int descriptor = mkstemp(draft.data());
  if (descriptor < 0) return;
  close(descriptor);
  std::ofstream out(draft, std::ios::binary);
  out << bytes << std::flush;
  if (out) fs::rename(draft, as, ignored);
  fs::remove(draft, ignored);
}

/// The names that a library of this machine exports. Reading it runs no code.
std::set<std::string, std::less<>> exported_names(const std::string& library) {
  std::set<std::string, std::less<>> names;
  const auto read_at = [&](auto& to, std::uint64_t offset) {
    if (offset > library.size() || library.size() - offset < sizeof to) return false;
    std::memcpy(&to, library.data() + offset, sizeof to);
    return true;
  };
  ElfW(Ehdr) header{};
  if (!read_at(header, 0)) return names;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    ElfW(Shdr) table{}, texts{};
    if (!read_at(table, header.e_shoff + i * sizeof table) || table.sh_type != SHT_DYNSYM) continue;
    if (!read_at(texts, header.e_shoff + table.sh_link * sizeof texts)) continue;
    ElfW(Sym) symbol{};
    for (std::uint64_t at = 0; at < table.sh_size && read_at(symbol, table.sh_offset + at);
         at += sizeof symbol) {
      const std::uint64_t begin = texts.sh_offset + symbol.st_name;
      if (symbol.st_shndx != SHN_UNDEF && begin < library.size()) names.emplace(library.c_str() + begin);
    }
  }
  return names;
}

/// The functions of FMI 2, as its header lists them.
std::vector<std::string> names_of_fmi2() {
  std::vector<std::string> names;
  for (const SourceFile& header : headers_sources()) {
    if (header.name != "fmi2FunctionTypes.h") continue;
    constexpr std::string_view mark = "  ACCORDO_FMI2(";
    for (std::size_t at = header.text.find(mark); at != std::string::npos;
         at = header.text.find(mark, at + 1)) {
      const std::size_t begin = header.text.find(',', at) + 2;
      names.push_back("fmi2" + header.text.substr(begin, header.text.find(',', begin) - begin));
    }
  }
  return names;
}

class LibraryBuilder {
 public:
  LibraryBuilder(const fmi::Package& package, fmi::Version version, std::string compiler)
      : package_(package), version_(version), compiler_(std::move(compiler)) {
    for (const SourceFile& header : headers_sources()) write(folder_.path() / header.name, header.text);
  }

  /// The bytes of the library.
  std::string build(const BuildPlan& plan) const {
    const fs::path library = folder_.path() / "library.so";
    std::vector<std::string> words = command(plan, library);
    const std::string begin = version_ == fmi::Version::fmi2 ? "fmi2Instantiate" : "fmi3FreeInstance";
    const std::string prefix = plan.identifier + "_";
    std::string bytes = compile(words, library);
    auto names = exported_names(bytes);
    // Headers of FMI 2.0 as it first was put the model's name in front of all functions.
    if (names.count(begin) == 0 && names.count(prefix + begin) > 0) {
      for (const std::string& name : names_of_fmi2()) {
        if (names.count(prefix + name) > 0)
          words.push_back(fmt::format("-Wl,--defsym={}={}{}", name, prefix, name));
      }
      bytes = compile(words, library);
      names = exported_names(bytes);
    }
    if (names.count(begin) > 0) return bytes;
    throw Error(Exit::usage, "compiler-failed",
                fmt::format("the sources of {} give a library without {}",
                            package_.source().filename().string(), begin),
                "the FMU's list of sources is incomplete; export it again");
  }

 private:
  std::string compile(const std::vector<std::string>& words, const fs::path& library) const {
    try {
      run_compiler(words, kBuildSeconds);
    } catch (const Error& error) {  // users know the FMU, not the folder where its files are for now
      std::vector<Problem> problems = error.problems();
      const std::string folder = package_.folder().string() + '/';
      for (Problem& p : problems) {
        for (std::size_t at = p.what.find(folder); at != std::string::npos; at = p.what.find(folder, at))
          p.what.erase(at, folder.size());
      }
      throw Error(error.code(), problems);
    }
    return read(library);
  }

  std::vector<std::string> command(const BuildPlan& plan, const fs::path& library) const {
    const fs::path sources = package_.folder() / "sources";
    std::vector<std::string> words{compiler_, "-O2", "-ffp-contract=off", "-fPIC", "-shared", "-w"};
    for (const char* name : {"FMI2_OVERRIDE_FUNCTION_PREFIX", "FMI3_OVERRIDE_FUNCTION_PREFIX"})
      words.push_back(fmt::format("-D{}", name));
    for (const std::string& definition : plan.definitions) words.push_back("-D" + definition);
    words.push_back("-I" + sources.string());
    for (const std::string& folder : plan.include_folders)
      words.push_back("-I" + (sources / folder).string());
    words.push_back("-I" + folder_.path().string());
    words.insert(words.end(), {"-o", library.string()});
    bool plus = false;
    for (const std::string& source : plan.sources) {
      words.push_back((sources / source).string());
      plus = plus || !source.ends_with(".c");
    }
    if (plus) words.emplace_back("-lstdc++");
    for (const std::string& name : plan.libraries) words.push_back("-l" + name);
    words.insert(words.end(), {"-lm", "-lpthread", "-ldl", "-Wl,-z,defs"});
    return words;
  }

  const fmi::Package& package_;
  fmi::Version version_;
  std::string compiler_;
  archive::PrivateFolder folder_;  ///< with the headers of FMI, for sources that come without
};

[[noreturn]] void fail(const fs::path& place, const char* id, std::string what, std::string remedy) {
  throw Error(Exit::usage, {{id, {place.string(), 0, 0}, std::move(what), std::move(remedy)}});
}

fs::path output_of(const BuildRequest& request, const std::string& platform) {
  fs::path output = request.output;
  if (output.empty())
    output = request.fmu.parent_path() / fmt::format("{}-{}.fmu", request.fmu.stem().string(), platform);
  std::error_code ignored;
  if (fs::equivalent(output, request.fmu, ignored))
    fail(output, "output-is-input", "this is the FMU itself", "name another file with -o");
  if (fs::exists(output, ignored) && !request.force)
    fail(output, "output-exists", "this file exists", "--force replaces it, -o names another one");
  return output;
}

/// Whatever a build may need: not the resources, which may be large.
bool is_for_building(std::string_view path) {
  return path == "modelDescription.xml" || path.starts_with("sources/");
}

}  // namespace

BuiltFmu build_fmu(const BuildRequest& request) {
  std::error_code ignored;
  if (fs::is_directory(request.fmu, ignored))
    fail(request.fmu, "fmu-not-zip", "this is a folder", "pack it as an .fmu first");
  const fmi::Package package(request.fmu, {}, is_for_building);
  const fmi::ModelDescription description = fmi::read_model_description(package);
  const bool fmi2 = description.version == fmi::Version::fmi2;
  BuiltFmu built{.platform = std::string(fmi2 ? fmi::kPlatforms.back() : fmi::kPlatforms.front())};
  for (const std::string_view platform : fmi::kPlatforms) {
    if (package.contents().platforms.count(std::string(platform)) > 0 && !request.force)
      fail(request.fmu, "fmu-has-library",
           fmt::format("the FMU has a library for this machine ({})", platform),
           "it can be used as it is; --force compiles another one");
  }
  const std::vector<BuildPlan> plans = plan_build(package, description);
  built.file = output_of(request, built.platform);
  const std::string compiler = compiler_of(request);
  const LibraryBuilder builder(package, description.version, compiler);
  std::vector<ArchiveEntry> entries;
  for (const BuildPlan& plan : plans) {
    const std::string content = content_of(plan, package.folder() / "sources", compiler);
    const fs::path folder = cache_folder();
    const fs::path kept =
        folder.empty() ? fs::path() : folder / fmt::format("{}-{}.so", content, built.platform);
    std::string bytes = folder.empty() ? "" : read(kept);
    built.remembered = !bytes.empty();
    if (bytes.empty()) bytes = builder.build(plan);
    if (!folder.empty() && !built.remembered) keep(bytes, kept);
    built.libraries.push_back(plan.identifier + ".so");
    built.sources += plan.sources.size();
    entries.push_back({fmt::format("binaries/{}/{}.so", built.platform, plan.identifier), std::move(bytes)});
  }
  add_to_copy(request.fmu, built.file, entries);
  return built;
}

}  // namespace accordo::exporter
