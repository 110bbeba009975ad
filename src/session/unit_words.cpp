#include "session/unit_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace accordo {
namespace {

const char* name_of(int status) {
  constexpr std::array<const char*, 5> names{"ok", "warning", "discard", "error", "fatal"};
  return status >= 0 && static_cast<std::size_t>(status) < names.size()
             ? names[static_cast<std::size_t>(status)]
             : "unknown";
}

/// "warning, logStatusWarning"
std::string kind_of(const UnitMessage& message) {
  return message.category.empty() ? name_of(message.status)
                                  : fmt::format("{}, {}", name_of(message.status), message.category);
}

}  // namespace

std::optional<Problem> complaint_of(const Session& session, const Result& result) {
  long long all = 0;
  int units = 0;
  std::string first;
  for (std::size_t k = 0; k < result.messages.size(); ++k) {
    const UnitMessages& said = result.messages[k];
    if (said.serious == 0 || said.kept.empty()) continue;
    if (units == 0)
      first = fmt::format("unit '{}' says ({}): {}", session.units()[k].name, kind_of(said.kept.front()),
                          said.kept.front().text);
    all += said.serious;
    ++units;
  }
  if (units == 0) return std::nullopt;
  Problem problem;
  problem.id = "fmu-messages";
  problem.what = std::move(first);
  if (all > 1) {
    problem.what += fmt::format(
        "; and {} more{}", all - 1,
        units > 1 ? fmt::format(", of {} units", units) : std::string(all > 2 ? " messages" : " message"));
    problem.remedy = "-v shows them; the .json beside the results has the first ones of each unit";
  }
  return problem;
}

std::vector<std::string> words_of(const Session& session, const Result& result) {
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < result.messages.size(); ++k) {
    for (const UnitMessage& m : result.messages[k].kept)
      lines.push_back(fmt::format("unit '{}' says ({}): {}", session.units()[k].name, kind_of(m), m.text));
  }
  return lines;
}

void write_messages(JsonWriter& json, const Session& session, const Result& result) {
  constexpr std::size_t most = 5;
  json.key("messages").begin_array();
  for (std::size_t k = 0; k < result.messages.size(); ++k) {
    const UnitMessages& said = result.messages[k];
    if (said.serious == 0) continue;
    json.begin_object();
    json.member("unit", session.units()[k].name);
    json.member("count", said.serious);
    json.key("first").begin_array();
    for (std::size_t i = 0; i < std::min(most, said.kept.size()) && said.kept[i].status > 0; ++i) {
      const UnitMessage& m = said.kept[i];
      json.begin_object();
      json.member("status", name_of(m.status));
      json.member("category", m.category);
      json.member("text", m.text);
      json.end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
}

}  // namespace accordo
