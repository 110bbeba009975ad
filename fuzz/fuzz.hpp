// What the fuzz targets share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

namespace accordo::fuzz {

/// Ends the program, so that libFuzzer keeps the input, when a law does not hold.
inline void require(bool holds, std::string_view law, std::string_view detail = {}) {
  if (holds) return;
  std::cerr << "broken: " << law << '\n' << detail << '\n';
  std::abort();
}

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace accordo::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
