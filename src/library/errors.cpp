#include "library/errors.hpp"

namespace accordo::v0 {

Error::Error(Cause cause, std::vector<Problem> problems, const std::string& text)
    : std::runtime_error(text), cause_(cause), problems_(std::move(problems)) {}
Error::~Error() = default;

Cause cause_of(Exit code) {
  switch (code) {
    case Exit::usage:
      return Cause::usage;
    case Exit::unit_failed:
      return Cause::unit;
    case Exit::no_agreement:
      return Cause::no_agreement;
    case Exit::output:
      return Cause::output;
    default:
      return Cause::bug;
  }
}

Problem to_public(const accordo::Problem& p) {
  return {p.id, p.place.file, p.place.line, p.place.column, p.what, p.remedy};
}

std::vector<Problem> to_public(const std::vector<accordo::Problem>& problems) {
  std::vector<Problem> list;
  for (const accordo::Problem& p : problems) list.push_back(to_public(p));
  return list;
}

Error to_public(const accordo::Error& error) {
  Error shown(cause_of(error.code()), to_public(error.problems()), error.what());
  if (error.origin()) shown.blame(error.origin()->unit, error.origin()->t);
  return shown;
}

}  // namespace accordo::v0
