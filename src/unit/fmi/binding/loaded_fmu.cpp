#include "unit/fmi/binding/loaded_fmu.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "archive/entry_name.hpp"
#include "base/error.hpp"
#include "unit/fmi/binding/elf_symbols.hpp"
#include "unit/fmi/description/description_reader.hpp"

namespace accordo::fmi {
namespace {

/// Exports every name there is.
class Everything final : public Exports {
 public:
  const std::filesystem::path& file() const override { return file_; }
  void* find(const char*) const noexcept override { return reinterpret_cast<void*>(&nothing); }

 private:
  static void nothing() {}
  std::filesystem::path file_;
};

}  // namespace

const char* name_of(Kind kind) {
  return kind == Kind::co_simulation ? "co-simulation" : "model exchange";
}

LoadedFmu::LoadedFmu(const std::filesystem::path& file)
    : package_(file), description_(read_model_description(package_)) {
  for (const Kind kind : {Kind::co_simulation, Kind::model_exchange}) {
    if (const Interface* declared = interface_of(kind)) warn_of_name(declared->model_identifier);
  }
}

void LoadedFmu::warn_of_name(const std::string& identifier) {
  const std::optional<std::filesystem::path> other =
      library_by_another_name(package_, description_, identifier);
  if (!other) return;
  Problem warning{.id = "fmu-library-name", .place = {package_.source().string(), 0, 0}};
  warning.what =
      fmt::format("the FMU has no library {}; the only one there is, {}, is taken for it",
                  archive::printable(identifier + ".so"), archive::printable(other->filename().string()));
  auto& list = description_.warnings;
  const auto same = [&](const Problem& p) { return p.what == warning.what; };
  if (std::none_of(list.begin(), list.end(), same)) list.push_back(std::move(warning));
}

const Interface* LoadedFmu::interface_of(Kind kind) const {
  const auto& found = kind == Kind::co_simulation ? description_.co_simulation : description_.model_exchange;
  return found ? &*found : nullptr;
}

void LoadedFmu::set_dead(const std::string& cause) {
  if (dying_.exchange(true)) return;
  cause_of_death_ = cause;
  dead_ = true;
}

template <class Work>
void LoadedFmu::with_known_names(Work work) {
  try {
    work();
  } catch (const Error& error) {  // users know the FMU, not the folder where its files are for now
    std::vector<Problem> problems = error.problems();
    const std::string folder = package_.folder().string() + '/';
    for (Problem& p : problems) {
      if (p.place.file.starts_with(folder))
        p.place.file = package_.place_of(p.place.file.substr(folder.size()));
    }
    throw Error(error.code(), problems);
  }
}

void LoadedFmu::load(Kind kind) {
  if (binding(kind) && binding(kind)->library) return;
  with_known_names([&] { bind(kind); });
}

void LoadedFmu::describe(Kind kind) {
  if (binding(kind)) return;
  with_known_names([&] {
    const ElfSymbols symbols(find_library(package_, description_, interface_of(kind)->model_identifier));
    bindings_[static_cast<std::size_t>(kind)].emplace(Binding{std::nullopt, functions_of(symbols, kind)});
  });
}

void LoadedFmu::describe_without_library(Kind kind) {
  if (binding(kind)) return;
  bindings_[static_cast<std::size_t>(kind)].emplace(Binding{std::nullopt, functions_of(Everything(), kind)});
}

std::variant<fmi2::Functions, fmi3::Functions> LoadedFmu::functions_of(const Exports& library,
                                                                       Kind kind) const {
  const bool steps = kind == Kind::co_simulation;
  if (description_.version == Version::fmi2)
    return fmi2::bind(library, steps ? fmi2::co_simulation : fmi2::model_exchange);
  return fmi3::bind(library, steps ? fmi3::co_simulation : fmi3::model_exchange);
}

void LoadedFmu::bind(Kind kind) {
  Library library(find_library(package_, description_, interface_of(kind)->model_identifier),
                  package_.source().filename().string());
  auto functions = functions_of(library, kind);
  bindings_[static_cast<std::size_t>(kind)].emplace(Binding{std::move(library), functions});
}

}  // namespace accordo::fmi
