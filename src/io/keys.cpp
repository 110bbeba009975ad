#include "io/keys.hpp"

#include <algorithm>
#include <array>

namespace accordo {
namespace {

constexpr std::array kSeries{
    Key{"file", "path", "required", "a CSV file; the path starts at the scenario's folder"},
    Key{"column", "text", "the input's name", "which of its columns"},
};

}  // namespace

namespace keys {
constinit const Keys series = kSeries;
}  // namespace keys

std::vector<std::string> names_of(Keys list) {
  std::vector<std::string> names;
  for (const Key& key : list) names.emplace_back(key.name);
  return names;
}

bool is_declared(std::string_view name, Keys list) {
  return std::any_of(list.begin(), list.end(), [&](const Key& key) { return key.name == name; });
}

}  // namespace accordo
