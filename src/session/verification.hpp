// What repeating a run more finely has shown of its accuracy.
#pragma once

#include <string>

namespace accordo {

struct Verification {
  std::string against;            ///< "half the step" or "a tenth of the tolerance"
  double difference_percent = 0;  ///< of the signal that differs most: 100·‖y − y'‖₂/‖y'‖₂
  std::string signal;             ///< that one
  double time = 0;                ///< where it differs most
  std::string failure = {};       ///< why the run could not be repeated; empty: it was
};

}  // namespace accordo
