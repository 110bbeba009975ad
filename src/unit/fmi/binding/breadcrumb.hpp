// Who is to blame when the program dies inside an FMU: a note of the FMI call at work, per thread, for a
// signal handler to read.
#pragma once

#include <string>

namespace accordo::fmi {

class Instance;

/// An instance of an FMU as a message names it, fit for a terminal: a signal handler cannot format names.
struct Suspect {
  std::string unit;  ///< empty while the library is loaded: it is nobody's yet
  std::string file;
  double t = 0;  ///< where the latest call began
  Instance* instance = nullptr;
};

struct Breadcrumb {
  const Suspect* suspect = nullptr;
  const char* call = nullptr;  ///< null: not inside an FMU
};

/// constinit: no check for initialization at every use.
inline constinit thread_local Breadcrumb breadcrumb{};

/// Notes a call for as long as it lasts; calls within calls (from callbacks) end in the outer one again.
class CallNote {
 public:
  explicit CallNote(const char* call) : outer_(breadcrumb.call) { breadcrumb.call = call; }
  ~CallNote() { breadcrumb.call = outer_; }
  CallNote(const CallNote&) = delete;
  CallNote& operator=(const CallNote&) = delete;

 private:
  const char* outer_;
};

}  // namespace accordo::fmi
