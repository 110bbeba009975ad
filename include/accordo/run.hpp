// Runs of a system.
#pragma once

#include <accordo/export.hpp>
#include <accordo/result.hpp>
#include <accordo/system.hpp>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace accordo::ACCORDO_INLINE v0 {

/// What the library may do to the process that it is part of: by itself it forks nothing and handles no
/// signals.
struct Permissions {
  /// Child processes: for units that are isolated, and to test what FMUs declare, which is believed else.
  bool processes = false;
  /// Signal handlers that name the unit and the call when an FMU crashes; the process ends then, as it would.
  bool crash_reports = false;
};

/// When and how to run. What is not given is as the file says that the system is from, or as is customary.
struct Settings {
  std::optional<double> start = {}, stop = {};
  std::optional<double> step = {}, tolerance = {};  ///< one of them
  /// Instead: bounds the error of the recorded signals along the run, as a part of their range.
  std::optional<double> accuracy = {};
  std::optional<double> output_interval = {};  ///< one row per multiple of it
  std::vector<double> output_points = {};      ///< rows at these instants instead
  std::string method = "", solver = "";        ///< empty: the file's, or chosen by what the units can do
  std::vector<std::pair<std::string, std::string>> options = {};  ///< of the method
  std::vector<std::string> record = {};                           ///< "left.*"; empty: every output
  /// Errors are carried along; not given: where the method linearizes all units anyway.
  std::optional<bool> error_bars = {};
  bool dense = false;    ///< Result::at() follows slopes: twice the memory
  int threads = 1;       ///< 0: as many as pay
  bool isolate = false;  ///< every unit in a process of its own
  Permissions allow = {};
  /// The run ends then, unless it is done: its failure has the id "budget", and rows are kept.
  std::optional<long long> max_steps = {};
  std::optional<double> max_seconds = {};
};

/// How a run is watched and stopped.
struct Watch {
  const std::atomic<bool>* interrupt = nullptr;  ///< set from outside to end the run
  std::function<void(double t)> progress = {};   ///< called after each macro-step
};

/// Runs the system from start to stop. What happens during the run is part of the result, failures as well; a
/// system or settings that are wrong are an Error with all problems.
ACCORDO_EXPORT Result run(const System& system, const Settings& settings = {}, const Watch& watch = {});

/// A state of a run to come back to.
class ACCORDO_EXPORT Snapshot {
 public:
  ~Snapshot();
  Snapshot(const Snapshot&);
  Snapshot& operator=(const Snapshot&);
  double time() const;

  struct Body;
  explicit Snapshot(std::shared_ptr<const Body> body);

 private:
  friend class Run;
  std::shared_ptr<const Body> body_;
};

/// A run that goes on by hand.
class ACCORDO_EXPORT Run {
 public:
  ~Run();
  Run(Run&&) noexcept;
  Run& operator=(Run&&) noexcept;

  double time() const;
  /// Goes on until t, at most until the stop. Throws an Error where the run fails; it is over then.
  void advance_to(double t);
  /// The present value of an output, an input or a state.
  double operator[](std::string_view signal) const;
  /// An input that nothing drives has this value from now on.
  void set(std::string_view input, double value);

  /// Remembers where the run is. Throws an Error that names the units that cannot be saved.
  Snapshot save();
  /// Goes back, or forth; as often as need be. Methods begin again there, as they do after an event.
  void restore(const Snapshot& snapshot);

  /// What there is so far.
  Result result() const;

  struct Body;
  explicit Run(std::unique_ptr<Body> body);

 private:
  std::unique_ptr<Body> body_;
};

/// Prepares a run, to be stepped by hand; it stands at its start. Once interrupted it is over.
ACCORDO_EXPORT Run open(const System& system, const Settings& settings = {}, const Watch& watch = {});

/// The version of the library, such as "0.1.0".
ACCORDO_EXPORT const char* version();

}  // namespace accordo::ACCORDO_INLINEv0
