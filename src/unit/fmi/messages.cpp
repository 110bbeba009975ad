#include "unit/fmi/messages.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "unit/fmi/entry_name.hpp"

namespace accordo::fmi {
namespace {

constexpr int kDiscard = 2;
constexpr std::size_t kLongest = 1000;

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

void Messages::add(int status, const char* message) noexcept {
  if (message == nullptr) return;
  try {
    std::string& to = status >= kDiscard ? complaint_ : remark_;
    to.assign(message, strnlen(message, kLongest));
    while (!to.empty() && (to.back() == '\n' || to.back() == '\r' || to.back() == ' ')) to.pop_back();
  } catch (...) {  // out of memory: a message less
    return;
  }
}

void Messages::add_formatted(int status, const char* format, std::va_list arguments) noexcept {
  if (format == nullptr) return;
  if (writes(format)) return add(status, format);
  std::array<char, kLongest> text{};
  if (std::vsnprintf(text.data(), text.size(), format, arguments) < 0) return add(status, format);
  add(status, text.data());
}

std::string Messages::latest() const {
  const std::string& text = complaint_.empty() ? remark_ : complaint_;
  return text.empty() ? text : printable(text);
}

}  // namespace accordo::fmi
