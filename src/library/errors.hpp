// From errors inside to those that users of the library see.
#pragma once

#include <accordo/error.hpp>

#include "base/error.hpp"

namespace accordo::v0 {

Cause cause_of(Exit code);
Problem to_public(const accordo::Problem& problem);
std::vector<Problem> to_public(const std::vector<accordo::Problem>& problems);
Error to_public(const accordo::Error& error);

/// Calls; an error inside becomes one that users know.
template <class Call>
auto translated(Call call) {
  try {
    return call();
  } catch (const accordo::Error& error) {
    throw to_public(error);
  }
}

}  // namespace accordo::v0
