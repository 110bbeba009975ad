#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace accordo {
namespace {

std::string summary(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& p : problems) {
    if (!text.empty()) text += '\n';
    text += describe(p);
  }
  return text;
}

}  // namespace

std::string describe(const Problem& p, const char* severity) {
  std::string text;
  if (!p.place.file.empty()) {
    text += p.place.file;
    if (p.place.line > 0) text += fmt::format(":{}", p.place.line);
    if (p.place.line > 0 && p.place.column > 0) text += fmt::format(":{}", p.place.column);
    text += ": ";
  }
  text += fmt::format("{}: {} [{}]", severity, p.what, p.id);
  if (!p.remedy.empty()) text += fmt::format("\n    {}", p.remedy);
  return text;
}

Error::Error(Exit code, std::vector<Problem> problems)
    : std::runtime_error(summary(problems)), code_(code), problems_(std::move(problems)) {}

Error::Error(Exit code, std::string id, std::string what, std::string remedy)
    : Error(code, std::vector<Problem>{{std::move(id), {}, std::move(what), std::move(remedy)}}) {}

std::vector<Problem> Problems::sorted() const {
  std::vector<Problem> sorted = list_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  });
  return sorted;
}

void Problems::throw_if_any() const {
  if (!list_.empty()) throw Error(Exit::usage, sorted());
}

}  // namespace accordo
