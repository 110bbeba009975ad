// Everything that a run has given.
#pragma once

#include <accordo/error.hpp>
#include <accordo/export.hpp>
#include <accordo/statistics.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace accordo::ACCORDO_INLINE v0 {

/// Whether to trust a result.
struct Verdict {
  struct Reason {
    std::string level;  ///< note, doubtful or wrong
    std::string id;
    std::string text;
  };
  std::string level;            ///< trustworthy, doubtful or wrong
  std::vector<Reason> reasons;  ///< the most severe first
};

/// What ended a run: the first thing that went wrong.
struct Failure {
  Cause cause = Cause::unit;
  std::string id, message, remedy;
  double time = 0;    ///< when
  std::string unit;   ///< who; empty: nobody alone
  std::string words;  ///< the unit's own, with the call that failed
};

/// By how much a signal is off over the whole run, as far as errors were carried along with it.
struct SignalError {
  double largest = 0, at = 0;  ///< |error|, and when
  double last = 0;             ///< at the end: computed minus right
  double rms = 0;              ///< over time
  double range = 0;            ///< highest minus lowest value of the signal
};

/// Some macro-steps in a row.
struct StepSummary {
  double end = 0;  ///< of the last one
  long long steps = 0, iterations = 0, rejected = 0;
  double shortest = 0, longest = 0;
  double residual = 0, estimate = 0;  ///< largest; not a number where not known
};

/// The answer, also of a run that failed: then with the rows up to the last accepted step.
class ACCORDO_EXPORT Result {
 public:
  ~Result();
  Result(const Result&);
  Result& operator=(const Result&);

  /// Whether the run has reached its stop.
  bool done() const;
  /// What ended the run; null: nothing.
  const Failure* failure() const;

  /// The recorded signals, by name.
  const std::vector<std::string>& signals() const;
  std::span<const double> time() const;
  /// A signal's value at each of the times, which belongs to the result; throws an Error where there is none.
  std::span<const double> operator[](std::string_view signal) const;
  /// Its values at any times between start and end: where Settings::dense was set on cubics through values
  /// and slopes at the ends of macro-steps, else through the nearest rows. At a jump the value after it.
  /// Throws an Error for other times.
  std::vector<double> at(std::span<const double> times, std::string_view signal) const;

  /// By how much a signal is off; nothing where that is not known.
  std::optional<SignalError> error(std::string_view signal) const;
  /// The same at each of the times (computed minus right); empty where it is not known.
  std::span<const double> errors(std::string_view signal) const;

  const Statistics& statistics() const;
  const Verdict& verdict() const;
  /// The history of macro-steps, in at most some hundred pieces.
  const std::vector<StepSummary>& steps() const;
  const std::vector<Problem>& warnings() const;

  /// The rows as CSV. The same numbers read back are the same doubles. Throws an Error.
  void write(const std::string& file) const;
  /// Settings, units, connections, statistics and verdict as JSON; with the name of the file that rows are
  /// in.
  const std::string& metadata() const;
  /// One HTML page to look at, without a network.
  std::string page() const;

  struct Body;
  explicit Result(std::shared_ptr<const Body> body);

 private:
  std::shared_ptr<const Body> body_;
};

}  // namespace accordo::ACCORDO_INLINEv0
