// Errors come in three tiers: a bug of ours is an assertion; a user's file or a unit's failure is an
// `Error` with a stable id, its place and a remedy; a numerical outcome is a return value.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace accordo {

/// What the program says to the shell. Scripts rely on these numbers.
enum class Exit : int {
  done = 0,
  bug = 1,            ///< a bug of ours
  usage = 2,          ///< wrong usage, an invalid scenario or an unusable FMU
  unit_failed = 3,    ///< a unit reported an error, crashed or hung
  no_agreement = 4,   ///< no convergence, step underflow, non-finite values
  output = 5,         ///< results could not be written
  interrupted = 130,  ///< Ctrl-C
};

/// A position in a user's file; lines and columns count from 1, 0 means unknown.
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
};

/// One thing that is wrong: a stable id for scripts and docs, where, what, and what to do about it.
struct Problem {
  std::string id;
  SourceLocation place;
  std::string what;
  std::string remedy;  ///< may be empty
};

/// "file:line:column: error: what [id]" and, on the next line, the remedy.
std::string describe(const Problem& problem, const char* severity = "error");

/// The unit that a failure came from.
struct Origin {
  std::string unit;
  double t = 0;
  std::string words;  ///< the unit's own, the call that failed included
};

/// A failure that ends what the user asked for.
class Error : public std::runtime_error {
 public:
  Error(Exit code, std::vector<Problem> problems);
  /// One problem that has no place in a file.
  Error(Exit code, std::string id, std::string what, std::string remedy = {});

  Exit code() const { return code_; }
  const std::vector<Problem>& problems() const { return problems_; }
  /// Where a unit is to blame.
  const std::optional<Origin>& origin() const { return origin_; }
  Error&& from(Origin origin) && {
    origin_ = std::move(origin);
    return std::move(*this);
  }

 private:
  Exit code_;
  std::vector<Problem> problems_;
  std::optional<Origin> origin_;
};

/// Collects problems, so that a user sees all of them at once.
class Problems {
 public:
  void add(Problem problem) { list_.push_back(std::move(problem)); }
  void add(std::string id, SourceLocation place, std::string what, std::string remedy = {}) {
    add(Problem{std::move(id), std::move(place), std::move(what), std::move(remedy)});
  }
  bool empty() const { return list_.empty(); }
  const std::vector<Problem>& list() const { return list_; }
  /// By line and column.
  std::vector<Problem> sorted() const;
  /// Throws an Error(Exit::usage) with everything collected, sorted by place; does nothing when empty.
  void throw_if_any() const;

 private:
  std::vector<Problem> list_;
};

}  // namespace accordo
