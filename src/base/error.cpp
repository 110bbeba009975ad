#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>

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

/// The text without the numbers of generated units: "cell[7].u" as "cell[].u".
std::string without_indices(const std::string& text) {
  std::string out;
  bool index = false;
  for (const char c : text) {
    index = c == '[' || (index && c >= '0' && c <= '9');
    if (!index || c == '[') out += c;
  }
  return out;
}

/// One problem for those that differ in the numbers of units only: a fault in a generated unit is the same in
/// all of them.
std::vector<Problem> fold(const std::vector<Problem>& list) {
  std::vector<Problem> folded;
  std::vector<std::size_t> count;
  std::unordered_map<std::string, std::size_t> known;
  for (const Problem& p : list) {
    const std::string key = fmt::format("{}\n{}:{}:{}\n{}", p.id, p.place.file, p.place.line, p.place.column,
                                        without_indices(p.what));
    const auto [at, added] = known.emplace(key, folded.size());
    if (added) {
      folded.push_back(p);
      count.push_back(0);
    } else if (p.what != folded[at->second].what) {
      ++count[at->second];
    }
  }
  for (std::size_t k = 0; k < folded.size(); ++k) {
    if (count[k] > 0) folded[k].what += fmt::format(" (and {} more of this kind)", count[k]);
  }
  return folded;
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
  std::vector<Problem> sorted = fold(list_);
  std::stable_sort(sorted.begin(), sorted.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  });
  return sorted;
}

void Problems::throw_if_any() const {
  if (!list_.empty()) throw Error(Exit::usage, sorted());
}

}  // namespace accordo
