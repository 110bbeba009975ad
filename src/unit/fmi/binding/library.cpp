#include "unit/fmi/binding/library.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "archive/entry_name.hpp"
#include "base/error.hpp"
#include "base/failure.hpp"
#include "unit/fmi/binding/crash_watch.hpp"
#include "unit/fmi/binding/python_library.hpp"
#include "unit/fmi/description/platform.hpp"

namespace accordo::fmi {
namespace fs = std::filesystem;
namespace {

#if defined(__x86_64__)
constexpr unsigned kMachine = EM_X86_64;
#elif defined(__i386__)
constexpr unsigned kMachine = EM_386;
#elif defined(__aarch64__)
constexpr unsigned kMachine = EM_AARCH64;
#elif defined(__arm__)
constexpr unsigned kMachine = EM_ARM;
#else
constexpr unsigned kMachine = EM_NONE;  // unknown: let the loader decide
#endif

constexpr std::size_t kMostListed = 10;

[[noreturn]] void fail(const fs::path& file, const char* id, std::string what, std::string remedy = {}) {
  throw Error(Exit::usage, {{id, {file.string(), 0, 0}, std::move(what), std::move(remedy)}});
}

std::string machine_name(unsigned machine) {
  switch (machine) {
    case EM_X86_64:
      return "x86_64";
    case EM_386:
      return "x86";
    case EM_AARCH64:
      return "aarch64";
    case EM_ARM:
      return "aarch32";
    case EM_RISCV:
      return "riscv";
    case EM_PPC64:
      return "ppc64";
    default:
      return fmt::format("machine {}", machine);
  }
}

/// Back to where we were: a library that changes to another folder when it is loaded must not move the files
/// that are still to be read.
class WorkingFolder {
 public:
  WorkingFolder() : folder_(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)) {}
  ~WorkingFolder() {
    if (folder_ < 0) return;
    if (fchdir(folder_) != 0) errno = 0;  // the folder is gone: nothing was read from it
    close(folder_);
  }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;

 private:
  int folder_;
};

/// Says what the loader's message means.
[[noreturn]] void fail_to_load(const fs::path& file, const std::string& message) {
  const auto has = [&](std::string_view words) { return message.find(words) != std::string::npos; };
  const std::string what = fmt::format("cannot load this library: {}", archive::printable(message));
  if (misses_python(message)) fail(file, "fmu-missing-dependency", what, python_remedy(message));
  if (has("cannot open shared object file")) {
    fail(file, "fmu-missing-dependency", what,
         "install the library that is named, or have LD_LIBRARY_PATH point to its folder");
  }
  if (has("undefined symbol")) {
    fail(file, "fmu-missing-symbol", what, "the FMU was linked incompletely; export it again");
  }
  if (has("version `")) {
    fail(file, "fmu-missing-dependency", what,
         "the FMU was built on a newer system; build it on an older one, or with its C++ library linked "
         "statically");
  }
  if (has("failed to map segment")) {
    fail(file, "fmu-bad-library", what,
         "if the temporary folder is mounted noexec, set TMPDIR to another folder");
  }
  fail(file, "fmu-bad-library", what, "the file may be damaged; get the FMU again");
}

/// The library in this folder of binaries; empty, and `others` filled, when it cannot be told.
fs::path library_in(const fs::path& folder, const std::string& identifier, std::vector<std::string>& others) {
  std::error_code error;
  const fs::path named = folder / (identifier + ".so");
  if (fs::is_regular_file(named, error)) return named;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".so" && entry.is_regular_file(error)) found.push_back(entry.path());
  }
  if (found.size() == 1) return found.front();
  std::sort(found.begin(), found.end());
  for (const fs::path& path : found) others.push_back(archive::printable(path.filename().string()));
  return {};
}

std::string platforms_of(const PackageContents& contents) {
  std::vector<std::string> names;
  for (const std::string& name : contents.platforms) {
    if (names.size() < kMostListed) names.push_back(archive::printable(name));
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

/// What a search for a library finds.
struct Search {
  std::vector<std::string_view> folders;  ///< in binaries/, the best first
  bool any_folder = false;
  fs::path file;  ///< empty: none
  std::vector<std::string> others;
};

Search search_library(const Package& package, const ModelDescription& description,
                      const std::string& model_identifier) {
  Search search{.folders = {kPlatforms.begin(), kPlatforms.end()}};
  if (description.version == Version::fmi2) std::reverse(search.folders.begin(), search.folders.end());
  for (const std::string_view folder : search.folders) {
    std::error_code error;
    const fs::path path = package.folder() / "binaries" / folder;
    if (!fs::is_directory(path, error)) continue;
    search.any_folder = true;
    search.file = library_in(path, model_identifier, search.others);
    if (!search.file.empty()) break;
  }
  return search;
}

}  // namespace

std::optional<fs::path> library_by_another_name(const Package& package, const ModelDescription& description,
                                                const std::string& model_identifier) {
  const fs::path file = search_library(package, description, model_identifier).file;
  if (file.empty() || file.filename() == model_identifier + ".so") return std::nullopt;
  return file;
}

fs::path find_library(const Package& package, const ModelDescription& description,
                      const std::string& model_identifier) {
  const auto [folders, any_folder, file, others] = search_library(package, description, model_identifier);
  if (!file.empty()) return file;
  if (!any_folder) {
    fail(package.source(), "fmu-wrong-platform",
         fmt::format("the FMU has no library for this machine ({}); it has: {}", folders[0],
                     platforms_of(package.contents())),
         package.contents().sources
             ? fmt::format("it has C sources: accordo fmu build {} compiles them", package.source().string())
             : "export it for this platform");
  }
  fail(package.source(), "fmu-bad-library",
       fmt::format("the FMU has no library {}", archive::printable(model_identifier + ".so")),
       others.empty()
           ? "export the FMU again"
           : fmt::format("it has several others, none of which can be chosen: {}", fmt::join(others, ", ")));
}

/// What loaders say about a file that is for another system is of little help: look into it first.
void check_library_format(const fs::path& file) {
  std::array<unsigned char, 20> header{};
  std::ifstream in(file, std::ios::binary);
  in.read(reinterpret_cast<char*>(header.data()), header.size());
  const auto starts_with = [&](std::string_view bytes) {
    return std::memcmp(header.data(), bytes.data(), bytes.size()) == 0;
  };
  constexpr const char* remedy = "export the FMU for Linux on this kind of machine";
  if (starts_with("MZ")) fail(file, "fmu-wrong-platform", "this is a library for Windows", remedy);
  if (starts_with("\xcf\xfa\xed\xfe") || starts_with("\xca\xfe\xba\xbe")) {
    fail(file, "fmu-wrong-platform", "this is a library for macOS", remedy);
  }
  if (in.gcount() < static_cast<std::streamsize>(header.size()) || !starts_with(ELFMAG)) {
    fail(file, "fmu-bad-library", "this is not a shared library", remedy);
  }
  const bool big = header[EI_DATA] == ELFDATA2MSB;
  const unsigned high = header[big ? 18 : 19], low = header[big ? 19 : 18];
  const unsigned machine = high << 8U | low;
  if (kMachine != EM_NONE && machine != kMachine) {
    fail(file, "fmu-wrong-platform",
         fmt::format("this library is for {}, this machine is {}", machine_name(machine),
                     machine_name(kMachine)),
         remedy);
  }
}

namespace {

/// Null, and `message` filled in, when it cannot be loaded.
/// It stays in memory: threads that an FMU has left running would find their code gone.
void* load(const fs::path& file, std::string& message) {
  void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle != nullptr) return handle;
  const char* const reason = dlerror();
  message = reason == nullptr ? "unknown reason" : reason;
  return nullptr;
}

}  // namespace

Library::Library(const fs::path& file, const std::string& fmu)
    : file_(file), suspect_{{}, archive::printable(fmu.empty() ? file.filename().string() : fmu)} {
  check_library_format(file);
  watch_for_crashes();
  breadcrumb.suspect = &suspect_;
  const CallNote note("loading the library");
  const WorkingFolder folder;
  std::string message;
  handle_ = load(file, message);
  if (handle_ == nullptr && misses_python(message) && load_python()) handle_ = load(file, message);
  if (handle_ == nullptr) fail_to_load(file, message);
  share_python(handle_);
}

Library::~Library() {
  if (handle_ != nullptr) dlclose(handle_);
}

void* Library::find(const char* name) const noexcept {
  return dlsym(handle_, name);
}

void throw_missing_function(const char* name) {
  throw Error(Exit::usage, "fmu-missing-function", fmt::format("the FMU's library has no function {}", name),
              "use the FMU without this capability, or export it with a newer version of its tool");
}

void throw_foreign_exception(const char* name) {
  try {
    throw;
  } catch (const std::exception& e) {
    throw UnitFailure(
        fmt::format("{} threw a C++ exception, which FMI forbids: {}", name, archive::printable(e.what())));
  } catch (...) {
    throw UnitFailure(fmt::format("{} threw a C++ exception, which FMI forbids", name));
  }
}

void FunctionBinder::throw_if_incomplete() const {
  if (missing_.empty()) return;
  fail(library_.file(), "fmu-missing-function",
       fmt::format("the library has no {}", fmt::join(missing_, ", ")),
       "the FMU is incomplete, or not of the FMI version that it declares");
}

}  // namespace accordo::fmi
