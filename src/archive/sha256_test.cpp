#include "archive/sha256.hpp"

#include <gtest/gtest.h>

namespace accordo::archive {
namespace {

std::string hash(std::string_view text) {
  Sha256 h;
  h.add(text);
  return h.finish();
}

// The examples published with FIPS 180-4.
TEST(Sha256, PublishedExamples) {
  EXPECT_EQ(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesDoNotMatter) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
  for (std::size_t piece = 1; piece <= 130; ++piece) {
    Sha256 h;
    for (std::size_t i = 0; i < text.size(); i += piece) h.add(std::string_view(text).substr(i, piece));
    EXPECT_EQ(h.finish(), hash(text)) << piece;
  }
}

}  // namespace
}  // namespace accordo::archive
