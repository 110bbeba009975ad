// From a system and settings of the library to a session.
#pragma once

#include <accordo/run.hpp>
#include <memory>

#include "session/session.hpp"

namespace accordo::v0 {

/// Throws an (inner) Error with all problems.
std::unique_ptr<Session> open_system(const System& system, const Settings& settings);

}  // namespace accordo::v0
