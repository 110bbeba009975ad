#include "report/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace accordo {
namespace {

constexpr int kDeepest = 200;  // far more than we write; each level is a call

/// Walks over the text, copying what is not white space.
class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}

  bool document() {
    skip_space();
    if (!value(0)) return false;
    skip_space();
    return at_ == text_.size() || fail("nothing may follow the document");
  }
  JsonText take() { return std::move(out_); }
  const std::string& why() const { return why_; }
  std::size_t where() const { return std::min(at_, text_.size()); }

 private:
  bool value(int depth);
  bool members(int depth);
  bool items(int depth);
  bool string();
  bool escape();
  bool number();
  bool digits();
  bool word(std::string_view expected);

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void copy() { out_.text += text_[at_++]; }
  bool fail(const char* why) {
    why_ = why;
    return false;
  }
  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }
  bool accept(char c) {
    skip_space();
    if (peek() != c || at_ == text_.size()) return false;
    copy();
    skip_space();
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  JsonText out_;
  std::string why_;
};

bool Checker::value(int depth) {
  if (depth > kDeepest) return fail("this is nested too deeply");
  switch (peek()) {
    case '{':
      return members(depth + 1);
    case '[':
      return items(depth + 1);
    case '"':
      return string();
    case 't':
      return word("true");
    case 'f':
      return word("false");
    case 'n':
      return word("null");
    default:
      return number();
  }
}

bool Checker::members(int depth) {
  accept('{');
  if (accept('}')) return true;
  do {
    const std::size_t key = out_.text.size() + 1;
    if (peek() != '"') return fail("a key in quotes is expected here");
    if (!string()) return false;
    if (depth == 1) out_.keys.push_back(out_.text.substr(key, out_.text.size() - key - 1));
    if (!accept(':')) return fail("':' is expected here");
    if (!value(depth)) return false;
  } while (accept(','));
  return accept('}') || fail("',' or '}' is expected here");
}

bool Checker::items(int depth) {
  accept('[');
  if (accept(']')) return true;
  do {
    if (!value(depth)) return false;
  } while (accept(','));
  return accept(']') || fail("',' or ']' is expected here");
}

bool Checker::string() {
  copy();
  while (at_ < text_.size() && text_[at_] != '"') {
    if (static_cast<unsigned char>(text_[at_]) < 0x20)
      return fail("a line or control character inside a text");
    if (text_[at_] == '\\') {
      if (!escape()) return false;
    } else {
      copy();
    }
  }
  if (at_ == text_.size()) return fail("this text does not end");
  copy();
  return true;
}

bool Checker::escape() {
  copy();
  if (peek() == 'u') {
    copy();
    for (int i = 0; i < 4; ++i) {
      if (std::string_view("0123456789abcdefABCDEF").find(peek()) == std::string_view::npos ||
          at_ == text_.size())
        return fail("four hexadecimal digits are expected here");
      copy();
    }
    return true;
  }
  if (at_ == text_.size() || std::string_view("\"\\/bfnrt").find(peek()) == std::string_view::npos)
    return fail("no such escape");
  copy();
  return true;
}

bool Checker::digits() {
  if (peek() < '0' || peek() > '9') return fail(at_ == text_.size() ? "the file ends too early" : "no value");
  while (peek() >= '0' && peek() <= '9') copy();
  return true;
}

bool Checker::number() {
  if (peek() == '-') copy();
  const bool zero = peek() == '0';
  const std::size_t first = at_;
  if (!digits()) return false;
  if (zero && at_ > first + 1) return fail("a number cannot begin with 0");
  if (peek() == '.') {
    copy();
    if (!digits()) return false;
  }
  if (peek() == 'e' || peek() == 'E') {
    copy();
    if (peek() == '+' || peek() == '-') copy();
    if (!digits()) return false;
  }
  return true;
}

bool Checker::word(std::string_view expected) {
  if (text_.substr(at_, expected.size()) != expected) return fail("no value");
  out_.text += expected;
  at_ += expected.size();
  return true;
}

}  // namespace

std::optional<JsonText> check_json(const std::string& text, const std::string& file, Problems& problems) {
  Checker checker(text);
  if (checker.document()) return checker.take();
  const std::string_view before = std::string_view(text).substr(0, checker.where());
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
  problems.add("bad-sidecar", {file, static_cast<int>(line), static_cast<int>(before.size() - start) + 1},
               fmt::format("this is not JSON: {}", checker.why()),
               "run again to write it, or remove it: the report then shows the signals only");
  return std::nullopt;
}

}  // namespace accordo
