// Which binaries of an FMU run on this machine.
#pragma once

#include <array>
#include <string_view>

namespace accordo::fmi {

#if !defined(__linux__)
#error "FMUs are loaded on Linux only"
#elif defined(__x86_64__)
/// The folders in binaries/ that hold libraries for this machine: the name in FMI 3, and (also) in FMI 2.
constexpr std::array<std::string_view, 2> kPlatforms{"x86_64-linux", "linux64"};
#elif defined(__i386__)
constexpr std::array<std::string_view, 2> kPlatforms{"x86-linux", "linux32"};
#elif defined(__aarch64__)
constexpr std::array<std::string_view, 1> kPlatforms{"aarch64-linux"};
#elif defined(__arm__)
constexpr std::array<std::string_view, 1> kPlatforms{"aarch32-linux"};
#else
constexpr std::array<std::string_view, 1> kPlatforms{"unknown-linux"};
#endif

}  // namespace accordo::fmi
