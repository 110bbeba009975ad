// What units throw, turned into what a reply reports.
#pragma once

#include <span>

#include "core/request.hpp"

namespace accordo {

/// What the exception in flight says about unit k.
Trouble trouble_of(int k, const Request& request);

/// each(k) for every unit: one that throws does not keep the others from their work.
template <class Each>
void for_each_noting(const Request& request, std::span<const int> units, Reply& reply, Each each) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    try {
      for (; i < units.size(); ++i) each(units[i]);
    } catch (...) {
      reply.troubles.push_back(trouble_of(units[i], request));
    }
  }
}

}  // namespace accordo
