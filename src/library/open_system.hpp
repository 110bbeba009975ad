// From a system and settings of the library to a session.
#pragma once

#include <accordo/run.hpp>
#include <functional>
#include <memory>

#include "session/session.hpp"

namespace accordo::v0 {

/// Throws an (inner) Error with all problems. `accurate_tolerance`: with which an accuracy was found to be
/// reached.
std::unique_ptr<Session> open_system(const System& system, const Settings& settings,
                                     std::optional<double> accurate_tolerance = {});

/// The same for whoever goes on after problems: null then. `change` has the last word on what is run.
std::unique_ptr<Session> open_system(const System& system, const Settings& settings, Problems& problems,
                                     const std::function<void(Scenario&)>& change);

}  // namespace accordo::v0
