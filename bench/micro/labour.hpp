// Units that cost some ten microseconds per macro-step, as small models of practice do.
#pragma once

#include <memory>
#include <optional>

#include "session/session.hpp"

namespace accordo::bench {

/// The macro-step that makes their steps cost that much.
inline constexpr double kLabourStep = 1e-3;

struct Labour {
  int units = 2;
  const char* method = "jacobi";
  int steps = 200;
  std::optional<int> threads = {};  ///< as in a scenario: 0 means auto
};

/// A ring of pendulums, each pulled by its neighbor and integrated in many small steps of its own.
std::unique_ptr<Session> open_labour(const Labour& labour);

/// From text, ready to run; throws what is wrong with it.
std::unique_ptr<Session> open_text(const std::string& text, const ExecutionSpec& execution = {});

}  // namespace accordo::bench
