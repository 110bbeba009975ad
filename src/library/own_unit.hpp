// Units that users of the library have written, as units like any other.
#pragma once

#include <accordo/unit.hpp>
#include <memory>

#include "session/session.hpp"

namespace accordo {

/// How a session builds it.
OwnUnitBuilder build_own(std::shared_ptr<v0::Unit> unit);

}  // namespace accordo
