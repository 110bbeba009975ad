// An FMU that is open: its files, its description, its library. Instances share it.
#pragma once

#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <variant>

#include "unit/fmi/binding/fmi2_api.hpp"
#include "unit/fmi/binding/fmi3_api.hpp"

namespace accordo::fmi {

/// What an FMU is used as.
enum class Kind { model_exchange, co_simulation };

/// The kind's name for people.
const char* name_of(Kind kind);

class LoadedFmu {
 public:
  /// Opens the FMU and reads its description; its code is not run yet. Throws Error(Exit::usage).
  explicit LoadedFmu(const std::filesystem::path& file);

  const Package& package() const { return package_; }
  const ModelDescription& description() const { return description_; }
  /// What it declares for this kind; null when it cannot be used so.
  const Interface* interface_of(Kind kind) const;

  /// Loads the library for this kind unless that was done: from here on the FMU's code runs. Throws
  /// Error(Exit::usage).
  void load(Kind kind);
  /// Reads which functions the library for this kind has, unless that was done or it is loaded: they can be
  /// asked for, not called. Nothing of the FMU is run. Throws Error(Exit::usage).
  void describe(Kind kind);
  /// The same for an FMU without a library for this machine: as if it had all functions that there are.
  void describe_without_library(Kind kind);
  /// The functions of a library that is loaded or described; which of the two is a matter of the
  /// description's version.
  const fmi2::Functions& fmi2(Kind kind) const { return std::get<fmi2::Functions>(binding(kind)->functions); }
  const fmi3::Functions& fmi3(Kind kind) const { return std::get<fmi3::Functions>(binding(kind)->functions); }

  /// After a Fatal of one instance none may be called any more.
  bool dead() const { return dead_; }
  /// What is told of every later call; the first counts.
  void set_dead(const std::string& cause);
  const std::string& cause_of_death() const { return cause_of_death_; }

 private:
  struct Binding {
    std::optional<Library> library;  ///< nothing: it is only described
    std::variant<fmi2::Functions, fmi3::Functions> functions;
  };
  const std::optional<Binding>& binding(Kind kind) const { return bindings_[static_cast<std::size_t>(kind)]; }

  void bind(Kind kind);
  void warn_of_name(const std::string& identifier);
  std::variant<fmi2::Functions, fmi3::Functions> functions_of(const Exports& library, Kind kind) const;
  /// Names the file as users know it in what is thrown meanwhile.
  template <class Work>
  void with_known_names(Work work);

  Package package_;
  ModelDescription description_;
  std::array<std::optional<Binding>, 2> bindings_;
  std::atomic<bool> dying_ = false, dead_ = false;
  std::string cause_of_death_;  ///< not to be changed once dead
};

}  // namespace accordo::fmi
