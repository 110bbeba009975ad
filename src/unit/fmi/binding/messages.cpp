#include "unit/fmi/binding/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "archive/entry_name.hpp"

namespace accordo::fmi {
namespace {

constexpr int kStatusWarning = 1, kStatusDiscard = 2;
constexpr std::size_t kLongestMessage = 1000;  // bytes of a message
constexpr std::size_t kLongestCategory = 100;
constexpr std::size_t kKept = 50;   // messages, at the beginning and at the end
constexpr std::size_t kQuoted = 3;  // besides the latest one
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

/// As printable(), without the quotation marks.
std::string readable(const std::string& text) {
  const std::string quoted = archive::printable(text);
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace

void format_message(char* room, std::size_t size, const char* format, std::va_list arguments) noexcept {
  if (!writes(format) && std::vsnprintf(room, size, format, arguments) >= 0) return;
  std::snprintf(room, size, "%s", format);
}

void Messages::add(int status, const char* category, const char* message) noexcept {
  if (message == nullptr) return;
  try {
    std::string text(message, strnlen(message, kLongestMessage));
    while (!text.empty() && kBlank.find(text.back()) != std::string_view::npos) text.pop_back();
    if (text.empty()) return;
    std::string of;
    if (category != nullptr) of.assign(category, strnlen(category, kLongestCategory));
    const std::scoped_lock guard(mutex_);
    if (status >= kStatusDiscard) complaint_ = text;
    (status >= kStatusWarning ? serious_ : remarks_).add({status, std::move(of), std::move(text)});
  } catch (...) {  // out of memory: a message less
    return;
  }
}

void Messages::Kept::add(UnitMessage message) {
  if (first.size() < kKept) {
    first.push_back(std::move(message));
    return;
  }
  last.push_back(std::move(message));
  if (last.size() <= kKept) return;
  last.pop_front();
  ++dropped;
}

std::vector<UnitMessage> Messages::Kept::list() const {
  std::vector<UnitMessage> messages;
  const auto take = [&](const UnitMessage& message) {
    const auto same = [&](const UnitMessage& m) {
      return m.status == message.status && m.text == message.text;
    };
    if (std::none_of(messages.begin(), messages.end(), same)) messages.push_back(message);
  };
  std::for_each(first.begin(), first.end(), take);
  std::for_each(last.begin(), last.end(), take);
  return messages;
}

std::vector<std::string> Messages::Kept::texts() const {
  std::vector<std::string> texts;
  for (UnitMessage& message : list()) {
    if (std::find(texts.begin(), texts.end(), message.text) == texts.end())
      texts.push_back(std::move(message.text));
  }
  return texts;
}

UnitMessages Messages::all() const {
  const std::scoped_lock guard(mutex_);
  UnitMessages messages{static_cast<long long>(serious_.count()), serious_.list()};
  for (UnitMessage& remark : remarks_.list()) messages.kept.push_back(std::move(remark));
  for (UnitMessage& message : messages.kept) {
    message.category = readable(message.category);
    message.text = readable(message.text);
  }
  return messages;
}

std::string Messages::quote(bool all) const {
  const std::scoped_lock guard(mutex_);
  std::vector<std::string> texts = serious_.texts();
  std::size_t more = serious_.dropped;
  if (texts.empty() || all) {
    const std::vector<std::string> remarks = remarks_.texts();
    texts.insert(texts.end(), remarks.begin(), remarks.end());
    more += remarks_.dropped;
  }
  if (texts.empty()) return {};
  const std::string latest = complaint_.empty() ? texts.back() : complaint_;
  std::erase(texts, latest);
  std::string quoted = archive::printable(latest);
  if (texts.empty()) return quoted;
  if (texts.size() > kQuoted) {  // the earliest ones: what comes later mostly follows from them
    more += texts.size() - kQuoted;
    texts.resize(kQuoted);
  }
  for (std::string& text : texts) text = archive::printable(text);
  quoted += fmt::format("; it also said: {}", fmt::join(texts, ", "));
  return more > 0 ? quoted + fmt::format(" and {} more", more) : quoted;
}

}  // namespace accordo::fmi
