// A crash inside an FMU is never silent: it is reported with unit, file, call and time, rows that are still
// in memory are written, and nothing is left behind in the temporary folder.
#pragma once

#include "unit/fmi/binding/breadcrumb.hpp"

namespace accordo::fmi {

/// From now on SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, exit() and _exit() within an FMI call end the
/// program with exit code 3 and a message. Elsewhere they do what they did before, except that a library that
/// calls _exit(0) in a thread of its own ends nothing in success. Repeated calls cost nothing. Handlers run
/// on a stack of their own in the thread that called this, so that a stack overflow is reported, too.
void watch_for_crashes();

/// Whether watch_for_crashes() does anything; true at first. Signal handlers and what is done at exit are
/// nothing for a library that nobody has permitted them to. What is installed stays.
void allow_crash_reports(bool allowed);

/// For _exit() (process_exit.cpp): what ends a process without any ceremony is no success when an FMU does
/// it, in whatever thread.
void check_end(int status, const void* caller);

/// Has this done before the program ends so; must be async-signal-safe. Few can be added.
void at_crash(void (*action)() noexcept);

/// Ends the program where the step at work does not end in time after an interrupt: says which call of this
/// thread it is, if any, and removes private folders. Async-signal-safe.
[[noreturn]] void end_unfinished(int exit_code) noexcept;
/// Ends this process at once. Within an FMI call _exit() counts as the FMU's: signal handlers that end the
/// process use this. Async-signal-safe.
[[noreturn]] void end_process(int code) noexcept;

/// How an FMU ended its process.
struct Crash {
  const char* how;  ///< for people
  int signal;       ///< 0: it called exit
};

/// Replaces what is done after a crash, for processes that hold one FMU only; the call is in the breadcrumb.
/// Must not return, and be async-signal-safe.
void replace_crash_reaction(void (*reaction)(const Crash& crash) noexcept);

}  // namespace accordo::fmi
