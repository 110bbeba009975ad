// For tests: FMUs that switch and tell others by booleans, written from
// unit/fmi/testing_libraries/switching.c.
#pragma once

#include <filesystem>
#include <string>

namespace accordo::testing {

/// "plant": x' = 2 while `up`, else -1, from x = 0.3; y = x. "thermostat": `on` from where u falls below 0
/// until it rises above 1. "timer": `on` changes at t = 0.3, and every 0.7 after that.
/// `saves_state`: whether they declare that.
std::filesystem::path switching(const std::string& which, bool saves_state = true);

/// For co-simulation by FMI 3, with events that it leaves to be handled: a ball that falls from 1, is kicked
/// upwards by 4 at t = 0.25 and bounces with four fifths of its speed; `bounces` counts. `derivatives`:
/// whether it gives them by direction.
std::filesystem::path bouncing_ball(bool derivatives = false);

}  // namespace accordo::testing
