// SHA-256 (FIPS 180-4), the content hash of an FMU. A cache of verified capabilities is keyed by it, so
// nobody must be able to make two FMUs of the same hash; for that one function a cryptography library would
// be much to depend on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace accordo::archive {

/// Hashes bytes given in any number of pieces.
class Sha256 {
 public:
  void add(std::string_view bytes);
  /// 64 hexadecimal digits. Add nothing afterwards.
  std::string finish();

 private:
  void compress(const unsigned char* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> block_{};
  std::size_t filled_ = 0;
  std::uint64_t length_ = 0;
};

}  // namespace accordo::archive
