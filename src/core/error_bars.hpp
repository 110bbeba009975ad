// How far a run is off, carried along with it.
#pragma once

#include <span>
#include <string>

#include "base/time.hpp"
#include "signal/signal.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// What follows the steps of a run and tells by how much it is off, as far as the coupling makes it so.
///
/// start → (accepted | restart)* → …; where it cannot go on it is lost, and stays so.
class ErrorBars {
 public:
  virtual ~ErrorBars() = default;

  virtual bool started() const = 0;
  /// Values are right here.
  virtual void start(const Instant& at, std::span<const double> u) = 0;
  /// An event was handled, or something jumped: errors go on from what they were.
  virtual void restart(const Instant& at, std::span<const double> u) = 0;
  /// A step was made with these inputs, and units stand at its end under u. `shapes`: per output, as far as
  /// units have shown them; empty: nobody has looked.
  virtual void accepted(const Step& step, const SignalView& used, std::span<const double> u,
                        std::span<const OutputShape> shapes) = 0;

  /// Errors (computed minus right) at the latest point; empty where they are not known.
  virtual std::span<const double> inputs() const = 0;
  virtual std::span<const double> outputs() const = 0;
  virtual std::span<const double> states() const = 0;
  /// By how much the last bits of states and inputs move values there.
  virtual std::span<const double> input_rounding() const = 0;
  virtual std::span<const double> output_rounding() const = 0;
  /// Of the latest step: how fast it made errors grow, as a part of what the tolerance allows; see
  /// StepControl.
  virtual double growth() const = 0;
  /// Why errors are not known any more; empty while they are.
  virtual const std::string& lost() const = 0;
};

}  // namespace accordo
