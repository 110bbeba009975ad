// What units have said by themselves in a run, for people and for the metadata file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/json.hpp"
#include "session/result.hpp"
#include "session/session.hpp"

namespace accordo {

/// One warning for all that units complained of: the first text, and how many more there are.
std::optional<Problem> complaint_of(const Session& session, const Result& result);

/// All that was kept of what units said, a line each.
std::vector<std::string> words_of(const Session& session, const Result& result);

/// Per unit that complained: how often, and the first few texts.
void write_messages(JsonWriter& json, const Session& session, const Result& result);

}  // namespace accordo
