// Waiting by looking.
#pragma once

namespace accordo {

/// Tells the processor that this is a loop that waits.
inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace accordo
