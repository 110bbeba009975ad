// Help with misspelled names.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace accordo {

/// The candidate that `name` was probably meant to be, or empty.
std::string closest(std::string_view name, std::span<const std::string> candidates);

/// "did you mean 'x'?", or, for a short list, "known: a, b, c"; empty when nothing helps.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

/// What to write instead of a number with a decimal comma; empty for anything else.
std::string decimal_point_hint(std::string_view text);

/// Whether `text` matches `pattern`, in which `*` stands for any run of characters.
bool matches(std::string_view text, std::string_view pattern);

/// Whether `text` is a plain identifier: a letter or underscore, then letters, digits, underscores.
bool is_identifier(std::string_view text);

}  // namespace accordo
