#include "report/base64.hpp"

#include <bit>
#include <cstdint>

namespace accordo {

std::string base64(std::span<const double> values) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((values.size() * 8 + 2) / 3 * 4);
  std::uint32_t pending = 0;
  int bits = 0;
  for (const double value : values) {
    const auto word = std::bit_cast<std::uint64_t>(value);
    for (int byte = 0; byte < 8; ++byte) {
      pending = pending << 8 | static_cast<std::uint32_t>(word >> (8 * byte) & 0xFF);
      for (bits += 8; bits >= 6; bits -= 6) text += kDigits[pending >> (bits - 6) & 63];
    }
  }
  if (bits > 0) text += kDigits[pending << (6 - bits) & 63];
  while (text.size() % 4 != 0) text += '=';
  return text;
}

}  // namespace accordo
