// What an FMU says through its logger. It is kept for messages of ours, never printed directly.
#pragma once

#include <cstdarg>
#include <string>

namespace accordo::fmi {

/// Remembers the latest complaint and the latest message of one instance. Called from the FMU's code: nothing
/// here throws.
class Messages {
 public:
  /// `status`: as both standards number them; from 2 (Discard) on, a complaint.
  void add(int status, const char* message) noexcept;
  /// The same with printf-style arguments, as FMI 2 has it. Texts that would write into memory (%n) are taken
  /// as they are.
  void add_formatted(int status, const char* format, std::va_list arguments) noexcept;

  /// What is to be quoted when a call fails, fit for a terminal; empty when the FMU said nothing.
  std::string latest() const;

 private:
  std::string complaint_, remark_;
};

}  // namespace accordo::fmi
