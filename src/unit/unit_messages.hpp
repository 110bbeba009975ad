// What a unit has said by itself in the course of a run.
#pragma once

#include <string>
#include <vector>

namespace accordo {

struct UnitMessage {
  int status = 0;        ///< as FMI numbers them: 0 is a remark, 1 a warning, 2 a discarded step, then errors
  std::string category;  ///< as the unit calls it; may be empty
  std::string text;
};

/// Of many messages the first and the last ones, each text once.
struct UnitMessages {
  long long serious = 0;          ///< how many warnings and worse there were, kept or not
  std::vector<UnitMessage> kept;  ///< warnings and worse first, then remarks
};

}  // namespace accordo
