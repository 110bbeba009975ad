// Whether the result of a run can be trusted, and why: from what the run itself has shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "record/step_history.hpp"
#include "session/session.hpp"
#include "session/verification.hpp"

namespace accordo {

/// How far something speaks against a result; `note` does not.
enum class Doubt { note, doubtful, wrong };

/// One thing that speaks for or against a result.
struct Reason {
  Doubt level = Doubt::note;
  std::string id;    ///< for scripts and docs
  std::string text;  ///< for people
  /// Something that nothing has looked at: the summary says so even where the result is trustworthy.
  bool unseen = false;
};

struct Verdict {
  std::vector<Reason> reasons;  ///< the gravest first

  /// That of the gravest reason.
  Doubt level() const { return reasons.empty() ? Doubt::note : reasons.front().level; }
  /// trustworthy, doubtful or wrong.
  const char* word() const;
  /// The word, and the first of the reasons for it; for "trustworthy", what nothing has looked at.
  std::string line() const;
};

/// Judges a run that was made, failed ones included. `verification`: what repeating it has shown.
Verdict judge(const Session& session, const Outcome& outcome, const Statistics& statistics,
              const Course& course, const std::optional<Verification>& verification = {});

/// "verdict": {"level": …, "reasons": […]}
void write_verdict(JsonWriter& json, const Verdict& verdict);

}  // namespace accordo
