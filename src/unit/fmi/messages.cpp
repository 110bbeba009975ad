#include "unit/fmi/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "unit/fmi/entry_name.hpp"

namespace accordo::fmi {
namespace {

constexpr int kWarning = 1, kDiscard = 2;
constexpr std::size_t kLongest = 1000;  // bytes of a message
constexpr std::size_t kKept = 50;       // messages, at the beginning and at the end
constexpr std::size_t kQuoted = 3;      // besides the latest one
constexpr std::string_view kBlank = "\n\r ";

/// Whether a printf format has a conversion that writes into memory.
bool writes(std::string_view format) {
  for (std::size_t i = format.find('%'); i != std::string_view::npos; i = format.find('%', i)) {
    const std::size_t kind = format.find_first_not_of("0123456789.+-# 'hljztLq*$", i + 1);
    if (kind == std::string_view::npos) return false;
    if (format[kind] == 'n') return true;
    i = kind + 1;
  }
  return false;
}

}  // namespace

void format_message(char* room, std::size_t size, const char* format, std::va_list arguments) noexcept {
  if (!writes(format) && std::vsnprintf(room, size, format, arguments) >= 0) return;
  std::snprintf(room, size, "%s", format);
}

void Messages::add(int status, const char* message) noexcept {
  if (message == nullptr) return;
  try {
    std::string text(message, strnlen(message, kLongest));
    while (!text.empty() && kBlank.find(text.back()) != std::string_view::npos) text.pop_back();
    if (text.empty()) return;
    const std::scoped_lock guard(mutex_);
    if (status >= kDiscard) complaint_ = text;
    (status >= kWarning ? serious_ : remarks_).add(std::move(text));
  } catch (...) {  // out of memory: a message less
    return;
  }
}

void Messages::Kept::add(std::string text) {
  if (first.size() < kKept) {
    first.push_back(std::move(text));
    return;
  }
  last.push_back(std::move(text));
  if (last.size() <= kKept) return;
  last.pop_front();
  ++dropped;
}

std::vector<std::string> Messages::Kept::list() const {
  std::vector<std::string> texts;
  const auto take = [&](const std::string& text) {
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  };
  std::for_each(first.begin(), first.end(), take);
  std::for_each(last.begin(), last.end(), take);
  return texts;
}

std::string Messages::quote(bool all) const {
  const std::scoped_lock guard(mutex_);
  std::vector<std::string> texts = serious_.list();
  std::size_t more = serious_.dropped;
  if (texts.empty() || all) {
    const std::vector<std::string> remarks = remarks_.list();
    texts.insert(texts.end(), remarks.begin(), remarks.end());
    more += remarks_.dropped;
  }
  if (texts.empty()) return {};
  const std::string latest = complaint_.empty() ? texts.back() : complaint_;
  std::erase(texts, latest);
  std::string quoted = printable(latest);
  if (texts.empty()) return quoted;
  if (texts.size() > kQuoted) {  // the earliest ones: what comes later mostly follows from them
    more += texts.size() - kQuoted;
    texts.resize(kQuoted);
  }
  for (std::string& text : texts) text = printable(text);
  quoted += fmt::format("; it also said: {}", fmt::join(texts, ", "));
  return more > 0 ? quoted + fmt::format(" and {} more", more) : quoted;
}

}  // namespace accordo::fmi
