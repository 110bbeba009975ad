// What reading a file brings to light.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "archive/file_kind.hpp"
#include "base/error.hpp"

namespace accordo::xml {

/// Problems that make an FMU unusable, and faults that were tolerated. Both lists are bounded: a file with
/// 100,000 faults deserves no 100,000 messages.
class Findings {
 public:
  explicit Findings(archive::FileKind kind = {}) : kind_(std::move(kind)) {}

  const archive::FileKind& kind() const { return kind_; }
  void error(const std::string& id, SourceLocation place, std::string what, std::string remedy = {}) {
    add(errors_, hidden_errors_, {id, std::move(place), std::move(what), std::move(remedy)});
  }
  void warn(const std::string& id, SourceLocation place, std::string what, std::string remedy = {}) {
    add(warnings_, hidden_warnings_, {id, std::move(place), std::move(what), std::move(remedy)});
  }

  bool failed() const { return !errors_.empty(); }
  /// Throws Error(Exit::usage) when there are errors.
  void throw_if_failed(const std::string& file) const {
    if (!failed()) return;
    Problems problems;
    for (const Problem& p : errors(file)) problems.add(p);
    problems.throw_if_any();
  }
  std::vector<Problem> errors(const std::string& file) const { return listed(errors_, hidden_errors_, file); }
  std::vector<Problem> warnings(const std::string& file) const {
    return listed(warnings_, hidden_warnings_, file);
  }

 private:
  static constexpr std::size_t kMost = 50;

  static void add(std::vector<Problem>& list, std::size_t& hidden, Problem problem) {
    if (list.size() < kMost) {
      list.push_back(std::move(problem));
    } else {
      ++hidden;
    }
  }

  std::vector<Problem> listed(std::vector<Problem> list, std::size_t hidden, const std::string& file) const {
    if (hidden > 0) {
      SourceLocation last = list.back().place;  // so that it stays after the others
      last.file = file;
      list.push_back({kind_.id("more-problems"), last, "and " + std::to_string(hidden) + " more", {}});
    }
    return list;
  }

  archive::FileKind kind_;
  std::vector<Problem> errors_, warnings_;
  std::size_t hidden_errors_ = 0, hidden_warnings_ = 0;
};

}  // namespace accordo::xml
