// What repeating a run with other steps has shown of its accuracy.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"

namespace accordo {

struct Verification {
  std::string against;            ///< "half the step", "twice the step" or "a tenth of the tolerance"
  bool coarser = false;           ///< twice the step: units take no half of it
  double difference_percent = 0;  ///< of its range, of the signal that differs most, in the mean over time
  std::string signal;             ///< that one
  double time = 0;                ///< where it differs most
  /// The jump that comes at another time: `later` than in the other run, or sooner; 0: there is none.
  struct DisplacedJump {
    std::string signal;
    double time = 0;
    double later = 0;
  } jump = {};
  std::string failure = {};  ///< why the run could not be repeated; empty: it was
};

/// For the summary of a run: the difference, where, and whether the run's error estimate fits to it.
std::string describe(const Verification& verification, const std::optional<double>& error_estimate);

/// "verification": {…}
void write_verification(JsonWriter& json, const Verification& verification,
                        const std::optional<double>& error_estimate);

}  // namespace accordo
