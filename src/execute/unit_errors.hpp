// What units throw, turned into what a reply reports.
#pragma once

#include <span>

#include "core/request.hpp"

namespace accordo {

/// Where in time a request is carried out.
double time_of(const Request& request);

/// What the exception in flight says about unit k.
UnitError unit_error_of(int k, const Request& request);

/// each(k) for every unit: one that throws does not keep the others from their work. fetch(k) asks for the
/// memory of a unit whose turn comes soon: with thousands of units, waiting for it costs more than the work.
template <class Each, class Fetch>
void for_each_noting(const Request& request, std::span<const int> units, Reply& reply, Each each,
                     Fetch fetch) {
  constexpr std::size_t ahead = 12;
  for (std::size_t i = 0; i < units.size(); ++i) {
    try {
      for (; i < units.size(); ++i) {
        if (i + ahead < units.size()) fetch(units[i + ahead]);
        each(units[i]);
      }
    } catch (...) {
      reply.unit_errors.push_back(unit_error_of(units[i], request));
    }
  }
}

/// Asks for `size` bytes.
inline void fetch_memory(const void* from, std::size_t size) {
  constexpr std::size_t line = 64;
  for (std::size_t at = 0; at < size; at += line) __builtin_prefetch(static_cast<const char*>(from) + at);
}

}  // namespace accordo
