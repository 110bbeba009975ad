// A verdict on a run and the reasons for it.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"

namespace accordo {

/// How much a reason counts against a result; `info` does not.
enum class Severity { info, doubtful, wrong };

/// One piece of evidence for or against a result.
struct Reason {
  Severity level = Severity::info;
  std::string id;    ///< for scripts and docs
  std::string text;  ///< for people
  /// Something that was not checked: the summary says so even where the result is trustworthy.
  bool unseen = false;
};

struct Verdict {
  std::vector<Reason> reasons;  ///< the most severe first

  /// That of the most severe reason.
  Severity level() const { return reasons.empty() ? Severity::info : reasons.front().level; }
  /// trustworthy, doubtful or wrong.
  const char* word() const;
  /// The word, and the first of the reasons for it; for "trustworthy", what was not checked.
  std::string line() const;
};

/// note, doubtful or wrong.
const char* name_of(Severity level);

/// "verdict": {"level": …, "reasons": […]}
void write_verdict(JsonWriter& json, const Verdict& verdict);

}  // namespace accordo
