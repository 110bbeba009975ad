// The shared library of an FMU.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "unit/fmi/binding/breadcrumb.hpp"
#include "unit/fmi/description/model_description.hpp"
#include "unit/fmi/description/package.hpp"

namespace accordo::fmi {

/// Where the library of this name is, for this machine. Some FMUs name the file differently: then the only
/// library in the folder is meant. Throws Error(Exit::usage).
std::filesystem::path find_library(const Package& package, const ModelDescription& description,
                                   const std::string& model_identifier);
/// That file, where it has not the name that it should have.
std::optional<std::filesystem::path> library_by_another_name(const Package& package,
                                                             const ModelDescription& description,
                                                             const std::string& model_identifier);

/// What a library exports, by name.
class Exports {
 public:
  virtual ~Exports() = default;
  virtual const std::filesystem::path& file() const = 0;
  /// The address of an exported function; nullptr when there is none.
  virtual void* find(const char* name) const noexcept = 0;
};

/// Throws Error(Exit::usage) when a file is no shared library for this machine.
void check_library_format(const std::filesystem::path& file);

/// A loaded library. Its names are invisible to other libraries, since all FMUs export the same ones. Loading
/// runs the FMU's code.
class Library final : public Exports {
 public:
  /// Throws Error(Exit::usage): not for this machine, something that it needs is missing.
  /// `fmu`: whose it is, for messages.
  explicit Library(const std::filesystem::path& file, const std::string& fmu = {});
  ~Library() override;
  Library(Library&& other) noexcept
      : file_(std::move(other.file_)),
        suspect_(std::move(other.suspect_)),
        handle_(std::exchange(other.handle_, nullptr)) {}
  Library& operator=(Library&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(suspect_, other.suspect_);
    std::swap(handle_, other.handle_);
    return *this;
  }

  const std::filesystem::path& file() const override { return file_; }
  void* find(const char* name) const noexcept override;

 private:
  std::filesystem::path file_;
  Suspect suspect_;
  void* handle_ = nullptr;
};

/// A function of an FMU. Real FMUs lack some that the standard demands: one that is optional to us is missed
/// only when it is called, by an Error(Exit::usage) that names it.
template <class Signature>
class Function;

[[noreturn]] void throw_missing_function(const char* name);
/// Turns an exception that comes out of an FMU into a UnitFailure: it is the FMU's, whatever its type.
[[noreturn]] void throw_foreign_exception(const char* name);

template <class Result, class... Arguments>
class Function<Result(Arguments...)> {
 public:
  explicit operator bool() const { return pointer_ != nullptr; }
  const char* name() const { return name_; }
  Result operator()(Arguments... arguments) const {
    if (pointer_ == nullptr) throw_missing_function(name_);
    const CallNote note(name_);
    try {
      return pointer_(arguments...);
    } catch (...) {
      throw_foreign_exception(name_);
    }
  }

 private:
  friend class FunctionBinder;
  Result (*pointer_)(Arguments...) = nullptr;
  const char* name_ = "";
};

/// Fills in functions from a library and remembers which required ones are missing.
class FunctionBinder {
 public:
  explicit FunctionBinder(const Exports& library) : library_(library) {}

  template <class Signature>
  void optional(Function<Signature>& function, const char* name) const {
    function.name_ = name;
    function.pointer_ = reinterpret_cast<Signature*>(library_.find(name));
  }
  template <class Signature>
  void required(Function<Signature>& function, const char* name) {
    optional(function, name);
    if (!function) missing_.emplace_back(name);
  }
  /// Throws Error(Exit::usage) naming all required functions that are missing.
  void throw_if_incomplete() const;

 private:
  const Exports& library_;
  std::vector<std::string> missing_;
};

}  // namespace accordo::fmi
