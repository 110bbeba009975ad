// Where `source` attributes point to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace accordo::ssp {

/// A relative reference, decoded: `resources/a%20b.ssp#Variant.ssd`.
struct Reference {
  std::filesystem::path path;  ///< without `.` parts, never outside of where it starts
  std::string fragment;        ///< after #
};

/// Nothing, and the reason in `why`, for everything but a relative path that stays inside.
std::optional<Reference> parse_reference(std::string_view uri, std::string& why);

}  // namespace accordo::ssp
