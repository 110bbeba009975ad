// Checks JSON that goes into the page as it is: a page must not fail in the browser over a broken file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace accordo {

/// A JSON document without the white space between its parts, and the keys of its outermost object.
struct JsonText {
  std::string text;
  std::vector<std::string> keys;
};

/// Nothing when the text is not JSON: then a problem `bad-sidecar` with line and column.
std::optional<JsonText> check_json(const std::string& text, const std::string& file, Problems& problems);

}  // namespace accordo
