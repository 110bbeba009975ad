// What is wrong with a system, and what ended a run.
#pragma once

#include <accordo/export.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace accordo::ACCORDO_INLINE v0 {

/// One thing that is wrong: a stable id, where, what, and what to do about it.
struct Problem {
  std::string id;
  std::string file;          ///< empty: it is not in a file
  int line = 0, column = 0;  ///< from 1 on; 0: not known
  std::string message;
  std::string remedy;  ///< may be empty
};

/// Who has to act.
enum class Cause {
  usage,         ///< the system or the settings are wrong
  unit,          ///< a unit reported an error, crashed or hung
  no_agreement,  ///< no convergence, steps too short, values that are no numbers
  output,        ///< results could not be written
  bug,           ///< in Accordo
};

/// Thrown where there is nothing to return: what() has all problems as the command line prints them.
class ACCORDO_EXPORT Error : public std::runtime_error {
 public:
  Error(Cause cause, std::vector<Problem> problems, const std::string& text);
  Error(const Error&) = default;
  Error& operator=(const Error&) = default;
  ~Error() override;

  Cause cause() const { return cause_; }
  const std::vector<Problem>& problems() const { return problems_; }
  /// Who has failed; empty: no unit, or not one alone.
  const std::string& unit() const { return unit_; }
  /// When it has.
  double time() const { return time_; }
  void blame(std::string unit, double time) { unit_ = std::move(unit), time_ = time; }

 private:
  Cause cause_;
  std::vector<Problem> problems_;
  std::string unit_;
  double time_ = 0;
};

}  // namespace accordo::ACCORDO_INLINEv0
