// Instants that are known in advance because nothing but time decides on them.
#pragma once

namespace accordo {

/// The instants at which something of a unit switches by time alone. Keeps working memory: one caller at a
/// time.
class TimeEvents {
 public:
  virtual ~TimeEvents() = default;
  /// The first one after t, by more than rounding; infinite where there is none in the run.
  virtual double next(double t) = 0;
};

}  // namespace accordo
