// What an FMU says through its logger. It is kept for messages of ours, and for the end of the run.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "unit/unit_messages.hpp"

namespace accordo::fmi {

/// Remembers what one instance says: of many messages the first and the last ones. Called from the FMU's
/// code, from any thread: nothing here throws.
class Messages {
 public:
  /// `status`: as both standards number them; from 2 (Discard) on, a complaint. Either text may be null.
  void add(int status, const char* category, const char* message) noexcept;
  /// All that is kept, fit for a terminal.
  UnitMessages all() const;
  /// What is to be quoted when a call fails, fit for a terminal: the latest message, and those before it,
  /// since the first one often names the cause (a license). Remarks only where it did not warn or complain,
  /// or when `all` is wanted. Empty when the FMU said nothing.
  std::string quote(bool all = false) const;

 private:
  /// In the order in which they came.
  struct Kept {
    std::vector<UnitMessage> first;
    std::deque<UnitMessage> last;
    std::size_t dropped = 0;  ///< between them

    void add(UnitMessage message);
    std::size_t count() const { return first.size() + dropped + last.size(); }
    /// Without repetitions.
    std::vector<UnitMessage> list() const;
    std::vector<std::string> texts() const;
  };

  mutable std::mutex mutex_;
  std::string complaint_;  ///< the latest
  Kept serious_, remarks_;
};

/// The text of a printf-style message, as FMI 2 has them, into `room`. Texts that would write into memory
/// (%n) are taken as they are.
void format_message(char* room, std::size_t size, const char* format, std::va_list arguments) noexcept;

}  // namespace accordo::fmi
