// _exit() of the program, as libraries that are loaded see it: it comes after the handlers of exit(). Part of
// programs of ours only; a library must not replace functions of the C library.

#include "unit/fmi/binding/crash_watch.hpp"

extern "C" {
__attribute__((visibility("default"))) void _exit(int status) {  // NOLINT: the name is the point
  accordo::fmi::check_end(status, __builtin_return_address(0));
  accordo::fmi::end_process(status);
}
__attribute__((visibility("default"))) void _Exit(int status) noexcept {  // NOLINT
  accordo::fmi::check_end(status, __builtin_return_address(0));
  accordo::fmi::end_process(status);
}
}
