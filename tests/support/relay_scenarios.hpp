// For tests of discrete values: scenarios of relays, and what comes out of them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/relay.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing::relays {

constexpr double kStep = 0.125;  // sums of it are exact
constexpr std::size_t kSteps = 8;

/// A relay as which kind of unit.
struct Flavor {
  fmi::Version version;
  const char* kind;
  bool event_mode = true;
};

inline const Flavor kStepping2{fmi::Version::fmi2, "co-simulation"},
    kStepping3{fmi::Version::fmi3, "co-simulation"}, kEventless3{fmi::Version::fmi3, "co-simulation", false},
    kExchanging2{fmi::Version::fmi2, "model-exchange"}, kExchanging3{fmi::Version::fmi3, "model-exchange"};

/// For INSTANTIATE_TEST_SUITE_P: all of them, and their names.
inline auto flavors() {
  return ::testing::Values(kStepping2, kStepping3, kEventless3, kExchanging2, kExchanging3);
}
std::string name_of(const Flavor& flavor);

/// A line under units: a relay.
std::string unit(const char* name, const Flavor& flavor, const std::string& parameters = "",
                 bool isolate = false);
/// kSteps steps of kStep; `rest`: further sections.
std::string scenario(const std::string& units, const std::string& connections,
                     const std::string& experiment = "method: jacobi", const std::string& rest = "");

/// A recorded column.
std::vector<double> column(const Trajectory& rows, const std::string& name);
Trajectory run(const std::string& yaml);
/// The id and text of what opening or running throws.
std::string failure_of(const std::string& yaml);

}  // namespace accordo::testing::relays
