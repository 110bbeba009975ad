// Whether a method can run a scenario: one answer for run, check, info and compare.
#pragma once

#include <string>
#include <vector>

#include "coupling/catalogue.hpp"
#include "session/plan.hpp"

namespace accordo {

/// What keeps a method from taking a unit.
struct Hindrance {
  std::size_t unit = 0;
  std::string id;   ///< of the error
  std::string why;  ///< "it cannot …"
  std::string remedy;
};

/// One for each unit that the method cannot take, and each reason; empty: the method can run.
std::vector<Hindrance> hindrances(const Method& method, const Plan& plan);
/// The first of them for people, or empty.
std::string hindrance(const Method& method, const Plan& plan);

}  // namespace accordo
