// Counts every allocation of a test program. Include it once per program; not with sanitizers, which own
// malloc.
#pragma once

#include <atomic>
#include <cstddef>

namespace accordo::testing {
inline std::atomic<long long> allocations{0};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
}

// malloc itself, not operator new: Eigen allocates with the former, and the latter calls it.
extern "C" void* __libc_malloc(std::size_t size);  // NOLINT(bugprone-reserved-identifier)
extern "C" void* malloc(std::size_t size) noexcept {
  accordo::testing::allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}
