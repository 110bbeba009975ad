// Discrete values in parcels.
#pragma once

#include <span>

#include "process/parcel.hpp"
#include "unit/token.hpp"

namespace accordo {

inline void put_tokens(std::span<const Token> tokens, Parcel& parcel) {
  for (const Token& token : tokens) {
    parcel.put(token.index());
    if (const auto* text = std::get_if<std::string>(&token)) parcel.put_text(*text);
    if (const auto* whole = std::get_if<std::int64_t>(&token)) parcel.put(*whole);
    if (const auto* natural = std::get_if<std::uint64_t>(&token)) parcel.put(*natural);
    if (const auto* number = std::get_if<double>(&token)) parcel.put(*number);
  }
}

inline void get_tokens(Parcel& parcel, std::span<Token> tokens) {
  for (Token& token : tokens) {
    switch (parcel.get<std::size_t>()) {
      case 0:
        token = parcel.get<std::int64_t>();
        break;
      case 1:
        token = parcel.get<std::uint64_t>();
        break;
      case 2:
        token = parcel.get<double>();
        break;
      default:
        token = parcel.get_text();
    }
  }
}

}  // namespace accordo
