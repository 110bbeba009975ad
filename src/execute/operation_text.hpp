// What a request asks for, in messages.
#pragma once

#include "core/request.hpp"

namespace accordo {

inline const char* for_people(Operation operation) {
  switch (operation) {
    case Operation::step:
      return "a step";
    case Operation::outputs:
      return "reading its outputs";
    case Operation::leave_initialization:
      return "its initialization";
    case Operation::save:
      return "saving its state";
    case Operation::restore:
      return "restoring its state";
    case Operation::settle:
      return "an event";
    case Operation::attach:
    case Operation::observe_point:
    case Operation::affine:
    case Operation::correct:
    case Operation::feed_through:
    case Operation::start_errors:
    case Operation::arrive_errors:
      return "a linearization";
    default:
      return "a request";
  }
}

}  // namespace accordo
