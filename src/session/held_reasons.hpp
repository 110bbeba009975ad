// What units lose within steps: by holding their inputs, or by integrating once.
#pragma once

#include <vector>

#include "session/verdict.hpp"

namespace accordo {

void add_held_reasons(const Session& session, const Result& result, std::vector<Reason>& reasons);

}  // namespace accordo
